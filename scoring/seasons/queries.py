"""A season's ranking, computed from the standings of its evenings whenever one of them changes."""

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

from scoring.ledger import build_head
from scoring.matches.rounds import SETTLED
from scoring.models import LedgerHead, MatchResult
from scoring.page_versions import PageVersion
from scoring.standings_pages.final_list import read_final_orders
from scoring.standings_pages.stored import COUNTED
from standings.season import (
    Appearance,
    EveningScore,
    IdentityRuling,
    SeasonLine,
    SeasonOptions,
    SeasonPlayer,
    compute_evening_scores,
    compute_season_standings,
    parse_season_options,
    recognise_players,
)
from standings.season.rule import PERSONS
from tournaments.models import Entry, Match, Member, Person, Season, SeasonEvening, SeasonNaming, Seat, StaffRole, Stage, Tournament
from tournaments.people.names import compute_person_key, fold_name
from tournaments.people.naming import IN_FULL, Naming, PublicNaming


class EveningStanding(StrEnum):
    """Whether an evening is in the ranking."""

    IN = "in"
    NOT_OVER = "not_over"
    REOPENED = "reopened"


@dataclass(frozen=True, slots=True)
class EveningView:
    """A tournament of the season, by its `id`; `row` is the key of its `SeasonEvening`, `head` the head of its ledger."""

    id: int
    row: int
    slug: str
    name: str
    date: dt.date
    venue: str
    public: bool
    final: bool
    standing: EveningStanding
    head: str


@dataclass(frozen=True, slots=True)
class PlayerName:
    """The name and club of a player; the name is empty after erasure."""

    name: str
    club: str


@dataclass(frozen=True, slots=True)
class SeasonRanking:
    """`evenings` are those that may be shown; `withheld` is the number of non-public evenings, which do not count here."""

    options: SeasonOptions
    evenings: tuple[EveningView, ...]
    withheld: int
    lines: tuple[SeasonLine, ...]
    players: Mapping[str, SeasonPlayer]
    called: Mapping[str, PlayerName]

    @property
    def counted(self) -> tuple[EveningView, ...]:
        return tuple(evening for evening in self.evenings if evening.standing is EveningStanding.IN)


def read_ranking(season: Season, page_version: PageVersion, *, everything: bool) -> SeasonRanking:
    """The ranking, cached by this process for one page version; read the version before the season."""
    cache_key = hashlib.sha256(f"{page_version.text} {everything} {get_language()}".encode()).hexdigest()
    ranking: SeasonRanking | None = caches["drawn"].get(cache_key)
    if ranking is None:
        ranking = compute_ranking(season, everything=everything)
        caches["drawn"].set(cache_key, ranking)
    return ranking


def compute_ranking(season: Season, *, everything: bool) -> SeasonRanking:
    """Compute the ranking from the current standings.

    `everything` includes non-public evenings and full names; else only what is public. Ten queries, and those of `_read_sightings`.
    """
    options = parse_season_options(season.rule)
    rows = list(season.evenings.select_related("tournament"))
    shown_rows = [row for row in rows if everything or row.tournament.public]
    standings = _read_evening_standings([row.tournament for row in shown_rows])
    scores = _read_scores([row for row in shown_rows if standings[row.tournament_id] is EveningStanding.IN], options)
    sightings = _read_sightings(shown_rows, scores, persons=options.ranks == PERSONS, everything=everything)
    players = {player.id: player for player in recognise_players([sighting.appearance for sighting in sightings], read_rulings(season))}
    earned = {name: [scores[appearance.evening][appearance.entry] for appearance in player.appearances] for name, player in players.items()}
    by_atom = {sighting.appearance.atom: sighting for sighting in sightings}
    heads = dict(_read_heads([row.tournament_id for row in shown_rows]))
    return SeasonRanking(
        options=options,
        evenings=tuple(_build_evening_view(row, standings[row.tournament_id], heads) for row in shown_rows),
        withheld=len(rows) - len(shown_rows),
        lines=compute_season_standings(earned, options, evenings=list(scores), seed=season.seed),
        players=players,
        called={name: _choose_name(player, by_atom) for name, player in players.items()},
    )


def list_addable_tournaments(season: Season, actor: AbstractBaseUser) -> list[Tournament]:
    """Tournaments that the actor may add, latest first: those they direct, of the season's game, no demonstrations."""
    own = Tournament.objects.filter(staff__user_id=actor.pk, staff__role=StaffRole.Role.DIRECTOR, demonstration=False)
    of_game = own.filter(game_key=season.game_key) if season.game_key else own
    return list(of_game.exclude(pk__in=season.evenings.values("tournament")).order_by("-date", "-pk"))


def read_rulings(season: Season) -> list[IdentityRuling]:
    """The decisions about identity, oldest first. One query."""
    rulings: defaultdict[int, dict[tuple[int, int], int]] = defaultdict(dict)
    namings = SeasonNaming.objects.filter(decision__season=season).order_by("decision", "pk")
    for decision, entry, person, part in namings.values_list("decision_id", "entry_id", "person_id", "part"):
        rulings[decision][entry, person or 0] = part
    return list(rulings.values())


def _read_evening_standings(tournaments: Sequence[Tournament]) -> dict[int, EveningStanding]:
    """Whether each tournament counts: a finished one does, but with a reopened match it waits until that is settled."""
    finished = [tournament.pk for tournament in tournaments if tournament.state == Tournament.State.FINISHED]
    goes_on = set(Stage.objects.filter(tournament__in=finished).exclude(state=Stage.State.FINISHED).values_list("tournament_id", flat=True))
    matches = MatchResult.objects.filter(match__round__stage__tournament__in=finished).exclude(SETTLED)
    reopened = set(matches.values_list("match__round__stage__tournament_id", flat=True))
    standings = {tournament.pk: EveningStanding.NOT_OVER for tournament in tournaments}
    return standings | {pk: EveningStanding.REOPENED if pk in reopened else EveningStanding.IN for pk in finished if pk not in goes_on}


def _read_scores(rows: Sequence[SeasonEvening], options: SeasonOptions) -> dict[int, dict[int, EveningScore]]:
    """The score of each entry by tournament, in the order of the evenings."""
    ids = [row.tournament_id for row in rows]
    orders = read_final_orders(ids)
    present = _read_present_entries(ids)
    scores = {}
    for row in rows:
        order = orders[row.tournament_id]
        absent = {entry for together in order for entry in together} - present
        scores[row.tournament_id] = compute_evening_scores(order, options, evening=row.tournament_id, final=row.final, absent=absent)
    return scores


def _read_present_entries(tournaments: Sequence[int]) -> set[int]:
    """Entries that took part: they played once, had a bye, or won because the opponent was absent."""
    came = Q(match__result__outcome=MatchResult.Outcome.PLAYED) | Q(match__result__winner=F("side"))
    seats = Seat.objects.filter(match__round__stage__tournament__in=tournaments)
    counted = seats.filter(Q(match__kind=Match.Kind.BYE) | Q(match__result__state__in=COUNTED) & came)
    return set(counted.values_list("entry_id", flat=True).distinct())


@dataclass(frozen=True, slots=True)
class _Sighting:
    """An appearance on one evening and its name; `name_level` is lower the less of the name is public."""

    appearance: Appearance
    name: PlayerName
    name_level: int


def _read_sightings(
    rows: Sequence[SeasonEvening], scores: Mapping[int, Mapping[int, EveningScore]], *, persons: bool, everything: bool
) -> list[_Sighting]:
    """All appearances with a score, in the order of the evenings. Two queries, three more per evening where teams have short names."""
    sightings = []
    by_evening = _read_persons(scores) if persons else _read_teams(scores)
    for row in rows:
        naming = IN_FULL if everything else PublicNaming(row.tournament)
        for entry, person in by_evening[row.tournament_id]:
            if entry.pk in scores.get(row.tournament_id, ()):
                sightings.append(_build_sighting(entry, person, naming))
    return sightings


def _build_sighting(entry: Entry, person: Person | None, naming: Naming) -> _Sighting:
    name = person.name if person else entry.name
    club = entry.club.name if entry.club else ""
    appearance = Appearance(entry.tournament_id, entry.pk, person.pk if person else 0, compute_person_key(name), fold_name(club))
    if not name:
        return _Sighting(appearance, PlayerName("", naming.format_club(entry)), len(_FORMS) + 1)
    public_name = naming.format_person(person, entry) if person else naming.format_name(entry)
    level = len(_FORMS)
    if isinstance(naming, PublicNaming):
        level = 0 if entry.hidden else _FORMS.index(naming.form)
    return _Sighting(appearance, PlayerName(public_name or naming.format_name(entry), naming.format_club(entry)), level)


_FORMS = (Tournament.PublicNames.NUMBERS, Tournament.PublicNames.INITIALS, Tournament.PublicNames.FIRST, Tournament.PublicNames.FULL)
"""From the least that is told of a name to the most."""


def _read_persons(tournaments: Iterable[int]) -> Mapping[int, list[tuple[Entry, Person | None]]]:
    by_tournament: defaultdict[int, list[tuple[Entry, Person | None]]] = defaultdict(list)
    members = Member.objects.filter(tournament__in=tournaments).select_related("person", "entry__club")
    for member in members.order_by("entry__number", "position"):
        by_tournament[member.tournament_id].append((member.entry, member.person))
    return by_tournament


def _read_teams(tournaments: Iterable[int]) -> Mapping[int, list[tuple[Entry, Person | None]]]:
    by_tournament: defaultdict[int, list[tuple[Entry, Person | None]]] = defaultdict(list)
    for entry in Entry.objects.filter(tournament__in=tournaments).select_related("club").order_by("number"):
        by_tournament[entry.tournament_id].append((entry, None))
    return by_tournament


def _choose_name(player: SeasonPlayer, sightings_by_atom: Mapping[tuple[int, int], _Sighting]) -> PlayerName:
    """Choose among several names: those of the evenings that show least, of these the most frequent, then the latest."""
    sightings = [sightings_by_atom[appearance.atom] for appearance in player.appearances]
    least = min(sighting.name_level for sighting in sightings)
    names = [sighting.name for sighting in sightings if sighting.name_level == least]
    times = Counter(names)
    return max(reversed(names), key=lambda name: times[name])


def _read_heads(tournaments: Collection[int]) -> Iterable[tuple[int, str]]:
    for head in LedgerHead.objects.filter(tournament__in=tournaments):
        yield head.tournament_id, str(build_head(head.seq, head.digest))


def _build_evening_view(row: SeasonEvening, standing: EveningStanding, heads: Mapping[int, str]) -> EveningView:
    tournament = row.tournament
    return EveningView(
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
