"""A season's ranking, computed from the standings of its evenings whenever one of them changes."""

import datetime as dt
import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.contrib.auth.models import AbstractBaseUser
from django.core.cache import caches
from django.db.models import F, Q
from django.utils.translation import get_language

from pairing import format_by_key
from pairing.format import Family
from rankings.seasons.sightings import PlayerName, Sighting, choose_name, read_sightings
from rankings.standings_pages.contradictions import read_open_points
from rankings.standings_pages.final_list import read_final_orders, read_final_teams
from scoring.ledger.chain import build_head
from scoring.matches.rounds import SETTLED
from scoring.models import LedgerHead, MatchResult
from scoring.page_versions import PageVersion
from scoring.standings.finished_matches import COUNTED
from standings.season import (
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
from tournaments.models import Match, Season, SeasonEvening, SeasonNaming, Seat, Stage, Tournament
from tournaments.permissions import filter_directed


class EveningStanding(StrEnum):
    """Whether an evening is in the ranking."""

    IN = "in"
    NOT_OVER = "not_over"
    REOPENED = "reopened"
    TO_DECIDE = "to_decide"


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
class EveningResults:
    """What the evenings give, before anybody decides who is who. `evenings` are those that may be shown; `withheld` is the number of
    non-public evenings, which do not count here.
    """

    evenings: tuple[EveningView, ...]
    withheld: int
    sightings: tuple[Sighting, ...]

    @property
    def counted(self) -> tuple[EveningView, ...]:
        return tuple(evening for evening in self.evenings if evening.standing is EveningStanding.IN)


@dataclass(frozen=True, slots=True)
class SeasonRanking:
    """`sightings` are the appearances of the players, by entry and person."""

    options: SeasonOptions
    evenings: tuple[EveningView, ...]
    withheld: int
    lines: tuple[SeasonLine, ...]
    players: Mapping[str, SeasonPlayer]
    called: Mapping[str, PlayerName]
    sightings: Mapping[tuple[int, int], Sighting]

    @property
    def counted(self) -> tuple[EveningView, ...]:
        return tuple(evening for evening in self.evenings if evening.standing is EveningStanding.IN)


def read_ranking(season: Season, page_version: PageVersion, *, everything: bool) -> SeasonRanking:
    """The ranking, cached by this process for one page version; read the version before the season."""
    cache_key = hashlib.sha256(f"{page_version.text} {everything} {get_language()}".encode()).hexdigest()
    ranking: SeasonRanking | None = caches["drawn"].get(cache_key)
    if ranking is None:
        ranking = rank_players(season, read_results(season, page_version, everything=everything))
        caches["drawn"].set(cache_key, ranking)
    return ranking


def read_results(season: Season, page_version: PageVersion, *, everything: bool) -> EveningResults:
    """The results of the evenings, cached until an evening or the rule changes: a decision about identity leaves them."""
    rows = list(season.evenings.values_list("pk", "tournament", "final"))
    depends = (page_version.evenings, rows, season.rule, everything, get_language())
    cache_key = hashlib.sha256(f"results {depends}".encode()).hexdigest()
    results: EveningResults | None = caches["drawn"].get(cache_key)
    if results is None:
        results = compute_results(season, everything=everything)
        caches["drawn"].set(cache_key, results)
    return results


def compute_ranking(season: Season, *, everything: bool) -> SeasonRanking:
    """Compute the ranking from the current standings, as `compute_results` and `rank_players`."""
    return rank_players(season, compute_results(season, everything=everything))


def compute_results(season: Season, *, everything: bool) -> EveningResults:
    """`everything` includes non-public evenings and full names; else only what is public. Eight queries, and those of
    `read_sightings`.
    """
    options = parse_season_options(season.rule)
    rows = list(season.evenings.select_related("tournament"))
    shown_rows = [row for row in rows if everything or row.tournament.public]
    standings = _read_evening_standings([row.tournament for row in shown_rows])
    counted_rows = [row for row in shown_rows if standings[row.tournament_id] is EveningStanding.IN]
    sightings = read_sightings(counted_rows, read_evening_scores(counted_rows, options), options, everything=everything)
    heads = dict(_read_heads([row.tournament_id for row in shown_rows]))
    views = (_build_evening_view(row, standings[row.tournament_id], heads) for row in shown_rows)
    return EveningResults(tuple(views), len(rows) - len(shown_rows), tuple(sightings))


def rank_players(season: Season, results: EveningResults) -> SeasonRanking:
    """Add up what every player earned, by the decisions about who is who. Two queries."""
    options = parse_season_options(season.rule)
    players = {player.id: player for player in read_players(season, results)}
    sightings = {sighting.appearance.atom: sighting for sighting in results.sightings}
    earned = {name: [sightings[appearance.atom].score for appearance in player.appearances] for name, player in players.items()}
    preferred = {(entry, person or 0): pk for pk, entry, person in season.spellings.values_list("pk", "entry", "person")}
    return SeasonRanking(
        options=options,
        evenings=results.evenings,
        withheld=results.withheld,
        lines=compute_season_standings(earned, options, evenings=[evening.id for evening in results.counted], seed=season.seed),
        players=players,
        called={name: choose_name(player, sightings, preferred) for name, player in players.items()},
        sightings=sightings,
    )


def read_players(season: Season, results: EveningResults) -> tuple[SeasonPlayer, ...]:
    """Who is who by names and decisions. One query."""
    return recognise_players([sighting.appearance for sighting in results.sightings], read_rulings(season))


def list_addable_tournaments(season: Season, actor: AbstractBaseUser) -> list[Tournament]:
    """Tournaments that the actor may add, latest first: those they direct, of the season's game, no demonstrations."""
    own = filter_directed(actor.pk).filter(demonstration=False)
    of_game = own.filter(game_key=season.game_key) if season.game_key else own
    return list(of_game.exclude(pk__in=season.evenings.values("tournament")).order_by("-date", "-pk"))


def is_demonstration(season: Season) -> bool:
    """Whether only demonstrations count in it. Two queries."""
    evenings = season.evenings.all()
    return evenings.exists() and not evenings.filter(tournament__demonstration=False).exists()


def read_rulings(season: Season) -> list[IdentityRuling]:
    """The decisions about identity, oldest first. One query."""
    rulings: defaultdict[int, dict[tuple[int, int], int]] = defaultdict(dict)
    namings = SeasonNaming.objects.filter(decision__season=season).order_by("decision", "pk")
    for decision, entry, person, part in namings.values_list("decision_id", "entry_id", "person_id", "part"):
        rulings[decision][entry, person or 0] = part
    return list(rulings.values())


def _read_evening_standings(tournaments: Sequence[Tournament]) -> dict[int, EveningStanding]:
    """Whether each tournament counts: a finished one does, but while a match is open again, or a correction leaves something to decide, it
    waits until that is settled. Two queries, and those of `read_open_points` where a draw followed results.
    """
    finished = {tournament.pk: tournament for tournament in tournaments if tournament.state == Tournament.State.FINISHED}
    stages = list(Stage.objects.filter(tournament__in=finished))
    goes_on = {stage.tournament_id for stage in stages if stage.state != Stage.State.FINISHED}
    matches = MatchResult.objects.filter(match__kind=Match.Kind.PLAYED, match__round__stage__tournament__in=finished).exclude(SETTLED)
    reopened = set(matches.values_list("match__round__stage__tournament_id", flat=True))
    followed = {stage.tournament_id for stage in stages if stage.source_id or format_by_key(stage.format_key).family is Family.BRACKET}
    to_decide = {pk for pk in followed - goes_on - reopened if read_open_points(finished[pk])}
    standings = dict.fromkeys((tournament.pk for tournament in tournaments), EveningStanding.NOT_OVER)
    standings |= dict.fromkeys(finished.keys() - goes_on, EveningStanding.IN)
    standings |= dict.fromkeys(reopened - goes_on, EveningStanding.REOPENED)
    return standings | dict.fromkeys(to_decide, EveningStanding.TO_DECIDE)


def read_evening_scores(rows: Sequence[SeasonEvening], options: SeasonOptions) -> dict[int, dict[int, EveningScore]]:
    """The score of each entry by tournament, in the order of the evenings."""
    ids = [row.tournament_id for row in rows]
    orders, teams = read_final_orders(ids), read_final_teams(ids)
    present = _read_present_entries(ids)
    scores = {}
    for row in rows:
        order = orders[row.tournament_id]
        absent = {entry for together in order for entry in together} - present
        scores[row.tournament_id] = compute_evening_scores(
            order, options, evening=row.tournament_id, final=row.final, absent=absent, teams=teams
        )
    return scores


def _read_present_entries(tournaments: Sequence[int]) -> set[int]:
    """Entries that took part: they played once, had a bye, or won because the opponent was absent."""
    came = Q(match__result__outcome=MatchResult.Outcome.PLAYED) | Q(match__result__winner=F("side"))
    seats = Seat.objects.filter(match__round__stage__tournament__in=tournaments)
    counted = seats.filter(Q(match__kind=Match.Kind.BYE) | Q(match__result__state__in=COUNTED) & came)
    return set(counted.values_list("entry_id", flat=True).distinct())


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
