"""A season's ranking, computed from the standings of its evenings whenever one of them has moved."""

import datetime as dt
import hashlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.contrib.auth.models import AbstractBaseUser
from django.core.cache import caches
from django.db.models import F, Q
from django.utils.translation import get_language

from scoring.ledger import head_of
from scoring.models import LedgerHead, MatchResult
from scoring.page_versions import Stamp
from scoring.sheets_back.progress import SETTLED
from scoring.standings_pages.queries import payload_of
from scoring.standings_pages.stored import COUNTED
from standings.season import (
    Appearance,
    Player,
    Ruling,
    Score,
    SeasonLine,
    SeasonOptions,
    StageOrder,
    evening_scores,
    final_order,
    recognised,
    season_options_from,
    season_standings,
)
from standings.season.rule import PERSONS
from tournaments.models import Entry, Match, Member, Person, Season, SeasonEvening, SeasonNaming, Seat, StaffRole, Stage, Tournament
from tournaments.people.names import fold_name, person_key
from tournaments.people.naming import IN_FULL, Naming, PublicNaming


class Standing(StrEnum):
    """Whether an evening is in the ranking."""

    IN = "in"
    NOT_OVER = "not_over"
    REOPENED = "reopened"


@dataclass(frozen=True, slots=True)
class Evening:
    """A tournament of the season, by its `id`; `row` is that of the evening, `head` that of its ledger."""

    id: int
    row: int
    slug: str
    name: str
    date: dt.date
    venue: str
    public: bool
    final: bool
    standing: Standing
    head: str


@dataclass(frozen=True, slots=True)
class Called:
    """How a player is called; no name is left of somebody who was erased."""

    name: str
    club: str


@dataclass(frozen=True, slots=True)
class Ranking:
    """`evenings` are those that may be shown, `withheld` says how many are not public and therefore do not count here."""

    options: SeasonOptions
    evenings: tuple[Evening, ...]
    withheld: int
    lines: tuple[SeasonLine, ...]
    players: Mapping[str, Player]
    called: Mapping[str, Called]

    @property
    def counted(self) -> tuple[Evening, ...]:
        return tuple(one for one in self.evenings if one.standing is Standing.IN)


def ranking_as_of(season: Season, stamp: Stamp, *, everything: bool) -> Ranking:
    """The ranking, kept by this process as long as the stamp is the same; read the stamp before the season."""
    tag = hashlib.sha256(f"{stamp.text} {everything} {get_language()}".encode()).hexdigest()
    found: Ranking | None = caches["drawn"].get(tag)
    if found is None:
        found = compute_ranking(season, everything=everything)
        caches["drawn"].set(tag, found)
    return found


def compute_ranking(season: Season, *, everything: bool) -> Ranking:
    """From the standings as they are now.

    `everything`: with evenings that have no public page, and full names; else as everybody may read it. Ten queries, and those of `_seen`.
    """
    options = season_options_from(season.rule)
    rows = list(season.evenings.select_related("tournament"))
    shown = [row for row in rows if everything or row.tournament.public]
    standings = _standings_of([row.tournament for row in shown])
    scores = _scores_of([row for row in shown if standings[row.tournament_id] is Standing.IN], options)
    seen = _seen(shown, scores, persons=options.ranks == PERSONS, everything=everything)
    players = {player.id: player for player in recognised([one.appearance for one in seen], rulings_of(season))}
    earned = {name: [scores[one.evening][one.entry] for one in player.appearances] for name, player in players.items()}
    by_atom = {one.appearance.atom: one for one in seen}
    heads = dict(_heads([row.tournament_id for row in shown]))
    return Ranking(
        options=options,
        evenings=tuple(_evening(row, standings[row.tournament_id], heads) for row in shown),
        withheld=len(rows) - len(shown),
        lines=season_standings(earned, options, evenings=list(scores), seed=season.seed),
        players=players,
        called={name: _called(player, by_atom) for name, player in players.items()},
    )


def addable_to(season: Season, actor: AbstractBaseUser) -> list[Tournament]:
    """Tournaments that the actor may let count, the latest first: their own, of the season's game, no demonstrations."""
    own = Tournament.objects.filter(staff__user_id=actor.pk, staff__role=StaffRole.Role.DIRECTOR, demonstration=False)
    of_game = own.filter(game_key=season.game_key) if season.game_key else own
    return list(of_game.exclude(pk__in=season.evenings.values("tournament")).order_by("-date", "-pk"))


def rulings_of(season: Season) -> list[Ruling]:
    """What was decided about who is who, in the order in which it was. One query."""
    found: defaultdict[int, dict[tuple[int, int], int]] = defaultdict(dict)
    namings = SeasonNaming.objects.filter(decision__season=season).order_by("decision", "pk")
    for decision, entry, person, part in namings.values_list("decision_id", "entry_id", "person_id", "part"):
        found[decision][entry, person or 0] = part
    return list(found.values())


def _standings_of(tournaments: Sequence[Tournament]) -> dict[int, Standing]:
    """A finished tournament is in; one of whose matches is open again waits until that is settled."""
    over = [one.pk for one in tournaments if one.state == Tournament.State.FINISHED]
    goes_on = set(Stage.objects.filter(tournament__in=over).exclude(state=Stage.State.FINISHED).values_list("tournament_id", flat=True))
    matches = MatchResult.objects.filter(match__round__stage__tournament__in=over).exclude(SETTLED)
    again = set(matches.values_list("match__round__stage__tournament_id", flat=True))
    found = {one.pk: Standing.NOT_OVER for one in tournaments}
    return found | {pk: Standing.REOPENED if pk in again else Standing.IN for pk in over if pk not in goes_on}


def _scores_of(rows: Sequence[SeasonEvening], options: SeasonOptions) -> dict[int, dict[int, Score]]:
    """What each entry got, by tournament, in the order of the evenings."""
    ids = [row.tournament_id for row in rows]
    stages: defaultdict[int, list[StageOrder]] = defaultdict(list)
    numbers = dict(Stage.objects.filter(tournament__in=ids).values_list("pk", "number"))
    for stage in Stage.objects.filter(tournament__in=ids).select_related("standings", "tournament"):
        aside = stage.takes != Stage.Takes.FIRST
        stages[stage.tournament_id].append(StageOrder(stage.number, _places(stage), numbers.get(stage.source_id or 0), aside))
    present = _present(ids)
    found = {}
    for row in rows:
        order = final_order(stages[row.tournament_id])
        absent = {entry for together in order for entry in together} - present
        found[row.tournament_id] = evening_scores(order, options, evening=row.tournament_id, final=row.final, absent=absent)
    return found


def _places(stage: Stage) -> tuple[tuple[int, ...], ...]:
    """The entries of a stage by rank; those of the same rank in several pools stand together."""
    ranks: defaultdict[int, list[int]] = defaultdict(list)
    for group in payload_of(stage)["groups"]:
        for line in group["lines"]:
            ranks[line["rank"]].append(line["entry"])
    return tuple(tuple(ranks[rank]) for rank in sorted(ranks))


def _present(tournaments: Sequence[int]) -> set[int]:
    """Entries that came: they played once at least, or rested, or waited for somebody who did not come."""
    came = Q(match__result__outcome=MatchResult.Outcome.PLAYED) | Q(match__result__winner=F("side"))
    seats = Seat.objects.filter(match__round__stage__tournament__in=tournaments)
    counted = seats.filter(Q(match__kind=Match.Kind.BYE) | Q(match__result__state__in=COUNTED) & came)
    return set(counted.values_list("entry_id", flat=True).distinct())


@dataclass(frozen=True, slots=True)
class _Seen:
    """Somebody on one evening, and how they may be called for it: `told` is less the less of a name everybody may read."""

    appearance: Appearance
    called: Called
    told: int


def _seen(rows: Sequence[SeasonEvening], scores: Mapping[int, Mapping[int, Score]], *, persons: bool, everything: bool) -> list[_Seen]:
    """Everybody who got something, in the order of the evenings. Two queries, three more an evening where teams have short names."""
    found = []
    by_evening = _persons(scores) if persons else _teams(scores)
    for row in rows:
        naming = IN_FULL if everything else PublicNaming(row.tournament)
        for entry, person in by_evening[row.tournament_id]:
            if entry.pk in scores.get(row.tournament_id, ()):
                found.append(_seen_as(entry, person, naming))
    return found


def _seen_as(entry: Entry, person: Person | None, naming: Naming) -> _Seen:
    name = person.name if person else entry.name
    club = entry.club.name if entry.club else ""
    appearance = Appearance(entry.tournament_id, entry.pk, person.pk if person else 0, person_key(name), fold_name(club))
    if not name:
        return _Seen(appearance, Called("", naming.club(entry)), len(_FORMS) + 1)
    told = naming.person(person, entry) if person else naming.of(entry)
    level = len(_FORMS)
    if isinstance(naming, PublicNaming):
        level = 0 if entry.hidden else _FORMS.index(naming.form)
    return _Seen(appearance, Called(told or naming.of(entry), naming.club(entry)), level)


_FORMS = (Tournament.PublicNames.NUMBERS, Tournament.PublicNames.INITIALS, Tournament.PublicNames.FIRST, Tournament.PublicNames.FULL)
"""From the least that is told of a name to the most."""


def _persons(tournaments: Iterable[int]) -> Mapping[int, list[tuple[Entry, Person | None]]]:
    found: defaultdict[int, list[tuple[Entry, Person | None]]] = defaultdict(list)
    members = Member.objects.filter(tournament__in=tournaments).select_related("person", "entry__club")
    for member in members.order_by("entry__number", "position"):
        found[member.tournament_id].append((member.entry, member.person))
    return found


def _teams(tournaments: Iterable[int]) -> Mapping[int, list[tuple[Entry, Person | None]]]:
    found: defaultdict[int, list[tuple[Entry, Person | None]]] = defaultdict(list)
    for entry in Entry.objects.filter(tournament__in=tournaments).select_related("club").order_by("number"):
        found[entry.tournament_id].append((entry, None))
    return found


def _called(player: Player, seen: Mapping[tuple[int, int], _Seen]) -> Called:
    """Of several names the one of the evening that tells least; of these the most frequent, and then the latest."""
    there = [seen[one.atom] for one in player.appearances]
    least = min(one.told for one in there)
    names = [one.called for one in there if one.told == least]
    times = Counter(names)
    return max(reversed(names), key=lambda name: times[name])


def _heads(tournaments: Collection[int]) -> Iterable[tuple[int, str]]:
    for head in LedgerHead.objects.filter(tournament__in=tournaments):
        yield head.tournament_id, str(head_of(head.seq, head.digest))


def _evening(row: SeasonEvening, standing: Standing, heads: Mapping[int, str]) -> Evening:
    tournament = row.tournament
    return Evening(
        id=tournament.pk,
        row=row.pk,
        slug=tournament.slug,
        name=tournament.name,
        date=tournament.date,
        venue=tournament.venue,
        public=tournament.public,
        final=row.final,
        standing=standing,
        head=heads.get(tournament.pk, ""),
    )
