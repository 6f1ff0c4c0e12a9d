"""Tournaments, their stages and rounds, and who is entered."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from api.callers.queries import Caller, select_readable
from api.reads.finding import TournamentAccess
from api.reads.paging import decode_cursor, encode_cursor
from api.reads.schemas import ClubOut, EntryOut, ListPart, PersonOut, PlacesOut, RoundOut, StageOut, TournamentItem, TournamentOut
from federation.identities.queries import find_person_of
from federation.models import PersonPage
from scoring.ledger.queries import read_current_head
from tournaments.announcing.listing import NO
from tournaments.announcing.queries import AnnouncedEvening, build_evening, count_places, is_enrolment_open
from tournaments.models import Announcement, Entry, Match, Round, Stage, Tournament
from tournaments.models.prefetches import prefetch_members
from tournaments.people.naming import Naming
from tournaments.stages.rounds import format_round_name


def read_tournament_page(caller: Caller, wishes: Mapping[str, Any], cursor: str, limit: int) -> ListPart[TournamentItem]:
    """The tournaments that the caller may see and looks for: with `order` "soonest" by date, else the latest first. Two queries."""
    readable = Tournament.objects.filter(Q(public=True) | select_readable(caller), demonstration__in=NO, archived_at=None)
    chosen = _filter_tournaments(readable, wishes).select_related("announcement", "organizer")
    soonest = wishes.get("order") == "soonest"
    place = decode_cursor(cursor, (str, int))
    if place:
        chosen = chosen.filter(_build_condition(place, soonest=soonest))
    ordered = chosen.order_by("date", "pk") if soonest else chosen.order_by("-date", "-pk")
    rows = list(ordered[: limit + 1])
    more = encode_cursor(rows[limit - 1].date, rows[limit - 1].pk) if len(rows) > limit else None
    return ListPart[TournamentItem](items=[TournamentItem(**_build_line(row)) for row in rows[:limit]], next=more)


def _filter_tournaments(tournaments: QuerySet[Tournament], wishes: Mapping[str, Any]) -> QuerySet[Tournament]:
    columns = {"game": "game_key", "club": "organizer__slug", "since": "date__gte", "until": "date__lte", "state": "state"}
    chosen = tournaments.filter(**{column: wishes[wish] for wish, column in columns.items() if wishes.get(wish)})
    for word in str(wishes.get("q") or "").split()[:5]:
        chosen = chosen.filter(Q(name__icontains=word) | Q(venue__icontains=word) | Q(announcement__town__icontains=word))
    return chosen


def _build_condition(place: Sequence[Any], *, soonest: bool) -> Q:
    """What comes after the last line of the part before."""
    try:
        date = dt.date.fromisoformat(place[0])
    except ValueError:
        return Q(pk__in=())
    after = "gt" if soonest else "lt"
    return Q(**{f"date__{after}": date}) | Q(date=date, **{f"pk__{after}": place[1]})


def _get_announcement(tournament: Tournament) -> Announcement:
    return getattr(tournament, "announcement", None) or Announcement(tournament=tournament)


def _build_line(tournament: Tournament, evening: AnnouncedEvening | None = None) -> dict[str, Any]:
    evening = evening or build_evening(tournament, _get_announcement(tournament))
    organizer = tournament.organizer
    return {
        "slug": tournament.slug,
        "name": tournament.name,
        "date": tournament.date,
        "starts_at": evening.starts,
        "game": tournament.game_key,
        "state": tournament.state,
        "venue": tournament.venue,
        "town": evening.town,
        "club": None if organizer.is_house else ClubOut(slug=organizer.slug, name=organizer.name),
        "cancelled": evening.cancelled,
        "public": tournament.public,
        "web": tournament.get_absolute_url(),
    }


def read_tournament(access: TournamentAccess) -> TournamentOut:
    """Everything about one, without its entries and results. Seven queries."""
    tournament, announcement = access.tournament, _get_announcement(access.tournament)
    evening, places = build_evening(tournament, announcement), count_places(tournament, announcement)
    head = read_current_head(tournament)
    zone = timezone.get_default_timezone()
    meets = dt.datetime.combine(evening.date, evening.meets_at, zone) if evening.meets_at else None
    entries = tournament.entries.filter(phantom=False).exclude(state=Entry.State.WITHDRAWN).count()
    return TournamentOut(
        **_build_line(tournament, evening),
        address=evening.address,
        contact=evening.contact,
        meets_at=meets,
        ends_by=evening.ends,
        fee_cents=tournament.fee_cents,
        prizes=list(evening.prizes),
        places=PlacesOut(limit=places.limit, taken=places.taken, free=places.free, waiting=places.waiting),
        enrolment_open=is_enrolment_open(tournament, announcement, timezone.now()),
        entries=entries,
        rules=tournament.rules,
        round_minutes=tournament.round_minutes,
        shown_as_of=tournament.shown_as_of,
        ledger_head=str(head),
        ledger_entries=head.seq,
        stages=read_stages(tournament),
    )


def read_stages(tournament: Tournament) -> list[StageOut]:
    """The stages with their published rounds, without drafts. Two queries."""
    rounds: dict[int, list[RoundOut]] = {}
    stages = list(tournament.stages.annotate(entry_count=Count("stage_entries")).select_related("source").order_by("number"))
    by_key = {stage.pk: stage for stage in stages}
    for round_ in select_rounds(Round.objects.filter(stage__tournament=tournament)):
        rounds.setdefault(round_.stage_id, []).append(build_round(round_, by_key[round_.stage_id], by_key[round_.stage_id].entry_count))
    return [
        StageOut(
            number=stage.number,
            name=stage.name,
            format=stage.format_key,
            state=stage.state,
            entries=stage.entry_count,
            takes=stage.takes if stage.source else "",
            source=stage.source.number if stage.source else None,
            rounds=rounds.get(stage.pk, []),
        )
        for stage in stages
    ]


def select_rounds(rounds: QuerySet[Round]) -> QuerySet[Any]:
    """The rounds that are not drafts, with how many matches and byes they have."""
    counts = {
        "played": Count("matches", filter=Q(matches__kind=Match.Kind.PLAYED)),
        "resting": Count("matches", filter=Q(matches__kind=Match.Kind.BYE)),
    }
    return rounds.exclude(state=Round.State.DRAFT).annotate(**counts).order_by("stage__number", "number")


def build_round(round_: Any, stage: Stage, entries: int) -> RoundOut:
    """A row of `select_rounds`."""
    return RoundOut(
        stage=stage.number,
        number=round_.number,
        name=format_round_name(stage, round_.number, entries),
        state=round_.state,
        published_at=round_.published_at,
        starts_at=round_.starts_at,
        closed_at=round_.closed_at,
        matches=round_.played,
        byes=round_.resting,
    )


def read_entries(access: TournamentAccess, cursor: str, limit: int) -> ListPart[EntryOut]:
    """The entries by number; those that withdrew too, no phantoms. Three queries, and those of names and pages."""
    place = decode_cursor(cursor, (int,))
    entries = _select_entries(access.tournament).filter(number__gt=place[0] if place else 0)
    rows = list(entries.order_by("number")[: limit + 1])
    more = encode_cursor(rows[limit - 1].number) if len(rows) > limit else None
    return ListPart[EntryOut](items=build_entries(rows[:limit], access), next=more)


def read_entry(access: TournamentAccess, number: int) -> EntryOut | None:
    return next(iter(build_entries(_select_entries(access.tournament).filter(number=number), access)), None)


def _select_entries(tournament: Tournament) -> QuerySet[Entry]:
    return tournament.entries.filter(phantom=False).select_related("club").prefetch_related(prefetch_members())


def build_entries(entries: Iterable[Entry], access: TournamentAccess) -> list[EntryOut]:
    """Entries that come with club and members."""
    naming, pages = access.naming, _read_shown_pages(access.tournament)
    return [_build_entry(entry, naming, pages) for entry in entries]


def _build_entry(entry: Entry, naming: Naming, pages: Mapping[int, str]) -> EntryOut:
    named = [(naming.format_person(member.person, entry), member.pk) for member in entry.members.all() if member.person.name]
    persons = [] if naming.is_shortened else [PersonOut(name=name, id=pages.get(key)) for name, key in named if name]
    return EntryOut(
        number=entry.number,
        name=naming.format_name(entry),
        persons=persons,
        club=naming.format_club(entry),
        seed=entry.seed,
        state=entry.state,
    )


def _read_shown_pages(tournament: Tournament) -> dict[int, str]:
    """By key of a player the page of that person, where the person lets others see it. One query where nobody does."""
    pages = PersonPage.objects.filter(organizer=tournament.organizer, shown__in=PersonPage.PUBLIC).select_related("organizer")
    owners = [(page.key, find_person_of(page)) for page in pages.order_by("-pk")]
    return {key: page for page, person in owners if person is not None for key in person.keys}


def build_match_address(slug: str, code: str) -> str:
    return reverse("scoring:public_match", args=[slug, code])
