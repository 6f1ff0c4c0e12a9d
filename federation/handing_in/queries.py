"""The result of a tournament as a document, and what the desk's page says of it."""

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import override

from exchange.extras import format_time
from federation.models import EventFacts, SentResult
from federation.result_files.documents import FINAL, FORMAT, PRACTICE, PROVISIONAL, VERSION, compute_content_digest, compute_matches_digest
from jobs.program import VERSION as RELEASE
from printing.prints.heads import read_print_context
from printing.prints.honours import read_honours
from rankings.standings_pages.final_list import FinalLine, read_final_list
from scoring.ledger.match_log import unwrap_overruled
from scoring.matches.queries import MatchView, load_matches
from scoring.models import LedgerHead
from scoring.standings.stored import read_standings
from tournaments.models import Announcement, Entry, Match, Person, Round, Stage, Tournament
from tournaments.models.prefetches import prefetch_members, prefetch_seats
from tournaments.people.cards import read_card_book
from tournaments.people.naming import IN_FULL, Naming, PublicNaming

Json = Any
MAX_PRIZE_LENGTH = 200
LANGUAGE = "it"
"""Of what the file says in words, whoever asks for it: the same result has the same bytes."""


@dataclass(frozen=True, slots=True)
class ResultState:
    """What the desk's page says: whether the result is final, what the file lacks, and whether what was saved last is out of date."""

    state: str
    entries: int
    persons: int
    without_card: tuple[str, ...]
    last: SentResult | None
    is_outdated: bool
    entries_since: int
    erased_since: int


OF_THE_CLUB = ("organizer_name", "organizer_number", "town", "card_issuer", "card_kind")
"""What is the same on every evening of a club until somebody writes something else."""


def read_facts(tournament: Tournament) -> EventFacts:
    """What was added for the union; where nobody did, not stored, and what is the club’s is as on its last evening before. Two queries."""
    own = EventFacts.objects.filter(tournament=tournament).first()
    if own is not None:
        return own
    earlier = EventFacts.objects.filter(tournament__organizer=tournament.organizer_id, tournament__date__lte=tournament.date)
    last = earlier.order_by("-tournament__date", "-tournament").first()
    return EventFacts(tournament=tournament, **{name: getattr(last, name) for name in OF_THE_CLUB if last})


def build_result_document(tournament: Tournament, *, at: dt.datetime, public: bool) -> Json:
    """The result as it is now, without a signature. For the public: names as its pages show them, no cards, no prizes.

    Never a telephone: nothing of a person is read but name and card. Read it inside one `snapshot_transaction`.
    """
    with override(LANGUAGE):
        return _build_document(tournament, at=at, public=public)


def _build_document(tournament: Tournament, *, at: dt.datetime, public: bool) -> Json:
    facts = read_facts(tournament)
    naming = PublicNaming(tournament) if public else IN_FULL
    builder = _EntryBuilder(tournament, facts, naming, public=public)
    entries = [builder.build_entry(entry) for entry in builder.entries]
    matches = _build_matches(tournament) if facts.with_hands and (tournament.history_public or not public) else None
    head = LedgerHead.objects.filter(tournament=tournament).first()
    return {
        "format": FORMAT,
        "version": VERSION,
        "made_at": at.astimezone(dt.UTC).isoformat(timespec="seconds"),
        "program": {"name": "La Bella", "release": RELEASE},
        "event": _build_event(tournament, facts, builder.state),
        "persons": list(builder.persons.values()),
        "entries": entries,
        "ledger": {"entries": head.seq, "digest": head.digest} if head else None,
        "matches": matches,
        "matches_sha256": compute_matches_digest(matches),
        "signature": None,
    }


def read_result_state(tournament: Tournament, document: Json) -> ResultState:
    """`document` is that of the desk, as it is now."""
    names = {person["id"]: person for person in document["persons"]}
    played = {key for entry in document["entries"] for key in entry["persons"]}
    lacking = sorted(names[key]["name"] for key in played if names[key]["card"] is None and names[key]["name"])
    last = SentResult.objects.filter(tournament=tournament).select_related("made_by").first()
    entries_now = document["ledger"]["entries"] if document["ledger"] else 0
    return ResultState(
        state=document["event"]["state"],
        entries=len(document["entries"]),
        persons=len(played),
        without_card=tuple(lacking),
        last=last,
        is_outdated=last is not None and last.content_digest != compute_content_digest(document),
        entries_since=entries_now - last.ledger_entries if last else 0,
        erased_since=Person.objects.filter(memberships__tournament=tournament, erased_at__gte=last.made_at).count() if last else 0,
    )


def has_public_result(tournament: Tournament) -> bool:
    """Whether the file stands beside the public pages, for whoever sees these: the tournament is over, and is no practice."""
    return not tournament.demonstration and tournament.state == Tournament.State.FINISHED


def _build_event(tournament: Tournament, facts: EventFacts, state: str) -> Json:
    house = tournament.organizer.is_house
    town = Announcement.objects.filter(tournament=tournament).values_list("town", flat=True).first()
    stages = list(tournament.stages.order_by("number"))
    rounds: defaultdict[int, int] = defaultdict(int)
    for stage in Round.objects.filter(stage__in=stages).exclude(state=Round.State.DRAFT).values_list("stage__number", flat=True):
        rounds[stage] += 1
    return {
        "id": format_time(tournament.created_at),
        "name": tournament.name,
        "date": tournament.date.isoformat(),
        "class": str(facts.event_class),
        "state": state,
        "organizer": {"name": facts.organizer_name or ("" if house else tournament.organizer.name), "number": facts.organizer_number},
        "venue": {"name": tournament.venue, "town": facts.town or town or ""},
        "game": {"key": tournament.game_key, "name": str(tournament.game.name), "options": tournament.rules},
        "stages": [
            {"number": stage.number, "name": stage.stored_name, "format": stage.format_key, "rounds": rounds[stage.number]}
            for stage in stages
        ],
    }


class _EntryBuilder:
    """Entries with their places, and the persons that they name, numbered by themselves in a public file."""

    def __init__(self, tournament: Tournament, facts: EventFacts, naming: Naming, *, public: bool) -> None:
        self.facts, self.naming, self.public = facts, naming, public
        self.persons: dict[int, Json] = {}
        rows = Entry.objects.filter(tournament=tournament, phantom=False).select_related("club").order_by("number")
        final = read_final_list(tournament, naming)
        self.places: Mapping[int, FinalLine] = {line.entry_id: line for line in final.lines}
        self.entries = sorted(rows.prefetch_related(prefetch_members()), key=self._get_order)
        self.points = _read_points(tournament)
        self.card_book = read_card_book(tournament)
        self.prizes = {} if public else _read_prizes(tournament)
        self.state = PRACTICE if tournament.demonstration else PROVISIONAL if final.provisional else FINAL

    def _get_order(self, entry: Entry) -> tuple[bool, int, int]:
        """Winners first, then who has no place."""
        line = self.places.get(entry.pk)
        return line is None, line.rank if line else 0, entry.number

    def build_entry(self, entry: Entry) -> Json:
        line = self.places.get(entry.pk)
        return {
            "number": entry.number,
            "name": self.naming.format_name(entry),
            "club": self.naming.format_club(entry),
            "persons": [self._add_person(person, name) for person, name in self._name_persons(entry)],
            "place": line.rank if line else None,
            "shared": line is not None and line.shared,
            "points": self.points.get(entry.pk, ""),
            "state": "withdrawn" if entry.has_left else "played",
            "prizes": self.prizes.get(entry.pk, []),
        }

    def _name_persons(self, entry: Entry) -> list[tuple[Person, str]]:
        """The persons with their names, erased ones without; for the public only those whose name it may read."""
        people = [member.person for member in entry.members.all()]
        if not self.public:
            return [(person, person.name) for person in people]
        people_and_names = [(person, self.naming.format_person(person, entry)) for person in people if person.name]
        return [(person, name) for person, name in people_and_names if name]

    def _add_person(self, person: Person, name: str) -> str:
        if person.pk not in self.persons:
            key = str(len(self.persons) + 1) if self.public else str(person.public_id)
            self.persons[person.pk] = {"id": key, "name": name, "card": None if self.public else self._build_card(person)}
        key_of: str = self.persons[person.pk]["id"]
        return key_of

    def _build_card(self, person: Person) -> Json:
        """What is known of a card: its number is kept with the person, issuer and kind once for the tournament, its last day in the club's
        list where that card is of the same issuer.
        """
        if not person.membership:
            return None
        issuer, kind = self.facts.card_issuer, str(self.facts.card_kind)
        listed = self.card_book.by_number.get(person.membership.casefold())
        until = listed.valid_until if listed and listed.issuer in {"", issuer} else None
        return {"number": person.membership, "issuer": issuer, "kind": kind, "valid_until": until.isoformat() if until else None}


def _read_points(tournament: Tournament) -> dict[int, str]:
    """The points of every entry in the last stage that it played."""
    begun = [Round.State.PUBLISHED, Round.State.CLOSED]
    points: dict[int, str] = {}
    for stage in Stage.objects.filter(tournament=tournament, rounds__state__in=begun).distinct().order_by("number"):
        points |= {line.entrant: format_points(line.points) for line in read_standings(stage).lines}
    return points


def format_points(points: float) -> str:
    """“12”, “7.5”, “7.3333”."""
    return f"{points:.4f}".rstrip("0").rstrip(".")


def _read_prizes(tournament: Tournament) -> dict[int, list[str]]:
    """What every entry won by the prize list, in kind or money, as it is written there."""
    prizes: defaultdict[int, list[str]] = defaultdict(list)
    for honour in read_honours(read_print_context(tournament, str)):
        if text := " ".join(honour.prize.replace("|", "/").split())[:MAX_PRIZE_LENGTH]:
            prizes[honour.line.entry_id].append(text)
    return prizes


def _build_matches(tournament: Tournament) -> list[Json]:
    """The matches of published rounds with their hands, as the rules of the game write them."""
    played = Match.objects.filter(round__stage__tournament=tournament, kind=Match.Kind.PLAYED).exclude(round__state=Round.State.DRAFT)
    rows = played.select_related("round__stage__tournament").prefetch_related(prefetch_seats())
    return [_build_match(view) for view in load_matches(list(rows.order_by("round__stage__number", "round__number", "position")))]


def _build_match(view: MatchView) -> Json:
    match, game = view.match, view.game
    sides: defaultdict[int, list[int]] = defaultdict(list)
    for seat in sorted(match.seats.all(), key=lambda seat: (seat.side, seat.place)):
        sides[seat.side].append(seat.entry.number)
    return {
        "code": match.code,
        "stage": match.round.stage.number,
        "round": match.round.number,
        "sides": [sides[side] for side in sorted(sides)],
        "outcome": str(view.log.outcome.value) if view.is_decided else "open",
        "winner": view.log.winner,
        "score": list(view.games_won),
        "hands": [dict(game.event_to_json(unwrap_overruled(counted.event))) for counted in view.log.counted_lines],
    }
