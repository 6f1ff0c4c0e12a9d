"""Stored results as pure values, and the standings of a stage."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any

from django.core.cache import caches
from django.db.models import Q, TextField
from django.db.models.functions import Cast

from pairing import Entrant, EntrantStanding, MatchOutcome, PlayedMatch, Position, format_by_key
from pairing.codec import position_from_json
from pairing.format import Family
from scoring.matches.rounds import SETTLED
from scoring.models import MatchResult, StandingsCache
from scoring.standings.decisions import read_decisions
from scoring.standings.team_ranking import rank_teams
from standings import (
    CountingScheme,
    FormatCounting,
    RankedLine,
    StandingResult,
    Tally,
    build_pairing_standings,
    build_played_history,
    build_tally,
    rank_tally,
)
from tournaments.models import Draw, Edition, Match, Round, Seat, Stage, StageEntry
from tournaments.stages.match_rules import read_stage_options

COUNTED = (MatchResult.State.SUBMITTED, MatchResult.State.DISPUTED, MatchResult.State.CONFIRMED, MatchResult.State.LOCKED)
"""States in which a match counts in the standings; the next draw waits until everything is confirmed."""


PAYLOAD_FORMAT = 4
"""The form of stored standings. Those of another release, and stale ones, which have none, are computed anew when they are read."""


@dataclass(frozen=True, slots=True)
class StageStandings:
    """The lines of a stage by group, and what their columns are."""

    points: str
    tie_breaks: tuple[str, ...]
    groups: Mapping[str, tuple[RankedLine, ...]]

    @property
    def lines(self) -> Iterator[RankedLine]:
        """The lines of all groups."""
        return chain.from_iterable(self.groups.values())

    def to_json(self) -> dict[str, Any]:
        """The content of `StandingsCache.payload`: a row of numbers for each entry, so that it grows as the entries do."""
        return {
            "format": PAYLOAD_FORMAT,
            "points": self.points,
            "tie_breaks": list(self.tie_breaks),
            "groups": [{"name": name, "lines": [[*line[:-1], list(line.cells)] for line in lines]} for name, lines in self.groups.items()],
        }

    @classmethod
    def from_json(cls, payload: Mapping[str, Any]) -> "StageStandings":
        groups = {
            group["name"]: tuple(
                RankedLine(rank, entrant, points, played, tuple(cells)) for rank, entrant, points, played, cells in group["lines"]
            )
            for group in payload["groups"]
        }
        return cls(payload["points"], tuple(payload["tie_breaks"]), groups)


@dataclass(frozen=True, slots=True)
class DrawInput:
    """What `tournaments.draws.services.draw_under_lock` needs from the finished rounds."""

    standings: tuple[EntrantStanding, ...]
    history: tuple[PlayedMatch, ...]


def read_counting(stage: Stage) -> FormatCounting:
    """The schemes that the stage can count by, and their default."""
    game = stage.tournament.game
    return FormatCounting(format_by_key(stage.format_key), game.may_end_tied(read_stage_options(stage)))


def read_scheme(stage: Stage) -> CountingScheme:
    """How the stage counts. Lots come from the seed of its first draw, so that they can be repeated."""
    counting = read_counting(stage)
    seed = Draw.objects.filter(round__stage=stage).order_by("round__number").values_list("seed", flat=True).first()
    return counting.build_scheme(counting.options_from(stage.scheme), seed=f"{seed or ''}:standings")


def read_tally(stage: Stage, entries: Sequence[int], results: Iterable[StandingResult], scheme: CountingScheme) -> Tally:
    """The tally of some entries of the stage, including the director's decisions about them."""
    decisions = read_decisions(stage)
    return build_tally(entries, results, scheme, penalties=decisions.penalties, decided=decisions.places)


def read_entrant_ids(stage: Stage) -> list[int]:
    """Ids of the entries that are ranked, by their rank in the stage; this order also orders entries that stay tied."""
    return list(StageEntry.objects.filter(stage=stage, entry__phantom=False).order_by("rank").values_list("entry_id", flat=True))


@dataclass(frozen=True, slots=True)
class FinishedMatches:
    """The matches of a stage that count, by round and position, and the places in the bracket by the id of the match."""

    results: tuple[StandingResult, ...]
    positions: Mapping[int, Position]

    @property
    def history(self) -> tuple[PlayedMatch, ...]:
        """The matches as draws need them."""
        return build_played_history(self.results, self.positions)


def read_finished_matches(stage: Stage, before: int | None = None, *, certain: bool = False) -> FinishedMatches:
    """Matches that count; with `before` only those of earlier rounds. Two queries, and no objects: a large stage has thousands.

    A bye counts once its round is closed: until then no ledger entry would update the stored standings. `certain` is what matches that
    are played ahead follow from: results that keep no round open, and every bye.
    """
    matches = Match.objects.filter(round__stage=stage).exclude(round__state=Round.State.DRAFT)
    if before is not None:
        matches = matches.filter(round__number__lt=before)
    if certain:
        settled = MatchResult.objects.filter(SETTLED).exclude(state=MatchResult.State.VOID)
        counted = matches.filter(Q(kind=Match.Kind.BYE) | Q(result__in=settled))
    else:
        counted = matches.filter(kind=Match.Kind.BYE, round__state=Round.State.CLOSED) | matches.filter(result__state__in=COUNTED)
    text = Cast("result__summary", TextField())
    rows = list(counted.order_by("round__number", "position").values_list(*_COLUMNS, text))
    sides: dict[int, list[int]] = {}
    sizes: dict[int, int] = {}
    for match, entry, place in Seat.objects.filter(round__stage=stage).values_list("match_id", "entry_id", "place"):
        sides.setdefault(match, []).append(entry)
        if place:
            sizes[match] = max(place + 1, sizes.get(match, 1))
    brackets = ((match, position_from_json(bracket)) for match, bracket, *_others in rows if bracket)
    return FinishedMatches(
        tuple(_build_result(tuple(sides.get(match, ())), sizes.get(match, 1), match, *others) for match, _bracket, *others in rows),
        {match: position for match, position in brackets if position is not None},
    )


_COLUMNS = ("pk", "bracket", "round__number", "kind", "first_dealer", "result__outcome", "result__winner")
_OUTCOMES = {outcome.value: outcome for outcome in MatchOutcome}


def _build_result(
    sides: tuple[int, ...],
    side_size: int,
    match: int,
    number: int,
    kind: str,
    first_dealer: int,
    outcome: str,
    winner: int | None,
    summary: str,
) -> StandingResult:
    """A finished match as a value. A bye or a walk-over has the games that win a match, and no points."""
    if kind == Match.Kind.BYE:
        return StandingResult(match, number, sides, winner=0, outcome=MatchOutcome.BYE)
    games, points = _parse_summary(summary)
    return StandingResult(
        match, number, sides, games, points, -1 if winner is None else winner, _OUTCOMES[outcome], first_dealer, side_size
    )


@lru_cache(maxsize=20_000)
def _parse_summary(summary: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Games won and points by side; standings in play are computed again and again from results that stay the same."""
    parsed = json.loads(summary)
    return tuple(parsed["games_won"]), _compute_points(parsed)


def read_handover(stage: Stage, before: int | None = None) -> DrawInput:
    """Standings and history for the next draw, or for that of round `before`."""
    matches = read_finished_matches(stage, before)
    scheme = read_scheme(stage)
    tally = read_tally(stage, read_entrant_ids(stage), matches.results, scheme)
    last = max((result.round for result in matches.results), default=0)
    lines = build_pairing_standings(tally, rank_tally(tally, scheme), matches.results, scheme, _read_virtual_points(stage, scheme, last))
    return DrawInput(lines, matches.history)


def read_win_points(stage: Stage) -> int:
    """What a match won is worth in the draw of an accelerated stage; 0 for any other, and where the stage does not count matches."""
    return read_scheme(stage).system.win if _is_accelerated(stage) else 0


def read_accelerated(stage: Stage) -> tuple[int, ...]:
    """Ids of the entries to which the first draw gave virtual points; empty where none is accelerated."""
    if not _is_accelerated(stage):
        return ()
    first = Draw.objects.filter(round__stage=stage, round__number=1)
    return tuple(first.values_list("outcome__certificate__acceleration__members", flat=True).first() or ())


def _read_virtual_points(stage: Stage, scheme: CountingScheme, number: int) -> dict[int, int]:
    """The virtual points with which round `number` was drawn, in halves, by entry."""
    form = format_by_key(stage.format_key)
    halves = form.compute_virtual_halves(form.options_from(stage.options), number, scheme.system.win)
    return dict.fromkeys(read_accelerated(stage), halves) if halves else {}


def _is_accelerated(stage: Stage) -> bool:
    form = format_by_key(stage.format_key)
    return form.is_accelerated(form.options_from(stage.options))


def read_played_history(stage: Stage) -> tuple[PlayedMatch, ...]:
    """The matches played so far, as draws need them."""
    return read_finished_matches(stage).history


def compute_standings(stage: Stage) -> StageStandings:
    """The standings of a stage, from the stored results. Each pool is ranked apart; lines and venues are ranked together."""
    matches = read_finished_matches(stage)
    scheme = read_scheme(stage)
    decisions = read_decisions(stage)
    in_teams = format_by_key(stage.format_key).in_teams
    places = rank_teams(stage, matches.results, scheme, decisions).places if in_teams else _compute_places(stage, matches)

    def rank_entries(entries: Sequence[int]) -> tuple[RankedLine, ...]:
        tally = build_tally(entries, matches.results, scheme, penalties=decisions.penalties, decided=decisions.places)
        ranked = rank_tally(tally, scheme)
        if not places:
            return ranked
        lines = (line._replace(rank=places.get(line.entrant, line.rank)) for line in ranked)
        return tuple(sorted(lines, key=lambda line: line.rank))

    groups = {name: rank_entries(entries) for name, entries in read_ranking_groups(stage).items()}
    return StageStandings(scheme.points, scheme.tie_breaks, groups)


def read_groups(stage: Stage) -> dict[str, list[int]]:
    """Ids of the entries that are ranked by pool, in the order of their ranks; one group without a name if there are no pools."""
    groups: dict[str, list[int]] = {}
    ranked = StageEntry.objects.filter(stage=stage, entry__phantom=False).order_by("pool", "rank")
    for pool, entry in ranked.values_list("pool", "entry_id"):
        groups.setdefault(pool, []).append(entry)
    return groups


def read_ranking_groups(stage: Stage) -> dict[str, list[int]]:
    """Entries that are ranked together: the pools, or all entries where groups only say where they play."""
    if format_by_key(stage.format_key).ranked_together:
        return {"": read_entrant_ids(stage)}
    return read_groups(stage)


def read_group_tally(stage: Stage, entry: int) -> tuple[Tally, tuple[RankedLine, ...], CountingScheme]:
    """Tally, lines and scheme of an entry's group, to explain its cells."""
    scheme = read_scheme(stage)
    entries = next(members for members in read_ranking_groups(stage).values() if entry in members)
    tally = read_tally(stage, entries, read_finished_matches(stage).results, scheme)
    return tally, rank_tally(tally, scheme), scheme


def read_group_tallies(stage: Stage) -> Iterator[tuple[Tally, tuple[RankedLine, ...], CountingScheme]]:
    """The same of every group, from matches that are read once."""
    scheme, results = read_scheme(stage), read_finished_matches(stage).results
    for entries in read_ranking_groups(stage).values():
        tally = read_tally(stage, entries, results, scheme)
        yield tally, rank_tally(tally, scheme), scheme


def store_standings(stage: Stage, *, seq: int) -> None:
    """Store the standings after ledger entry `seq`. Call inside the transaction that appended it."""
    StandingsCache.objects.update_or_create(stage=stage, defaults={"seq": seq, "payload": compute_standings(stage).to_json()})


def mark_standings_stale(stage_id: int, *, seq: int) -> None:
    """Note that a result has changed with ledger entry `seq`: whoever reads the standings next computes them.

    Call inside the transaction that appended the entry. The work is the same for any number of entries.
    """
    if not StandingsCache.objects.filter(stage=stage_id).update(seq=seq, payload={}):
        StandingsCache.objects.create(stage_id=stage_id, seq=seq, payload={})


def read_standings(stage: Stage) -> StageStandings:
    """The standings as they are now: the stored ones if they are current, else computed once for each page version in each process.

    No query if the stage comes with its stored standings and these are current.
    """
    stored: StandingsCache | None = getattr(stage, "standings", None)
    if stored and is_current(stored):
        return StageStandings.from_json(stored.payload)
    mark = Edition.objects.values_list("mark", flat=True).get(tournament=stage.tournament_id)
    key = f"standings-{stage.pk}"
    marked_payload = caches["drawn"].get(key)  # one for each stage: of 10,000 pairs each has 3 MB, and every result makes a new version
    if marked_payload is not None and marked_payload[0] == mark:
        return StageStandings.from_json(marked_payload[1])
    # The version is read before the results: what is computed is at least as new as the version that it is cached for.
    standings = compute_standings(stage)
    caches["drawn"].set(key, (mark, standings.to_json()))
    return standings


def is_current(stored: StandingsCache) -> bool:
    """False for standings marked as stale, and for those that another release stored."""
    return bool(stored.payload.get("format") == PAYLOAD_FORMAT)


def _compute_points(summary: Mapping[str, Any]) -> tuple[int, ...]:
    """The points of each side in all games; negative where the fewest points win."""
    sign = -1 if summary.get("lowest_wins") else 1
    return tuple(sign * sum(game[side] for game in summary["games"]) for side in range(len(summary["games_won"])))


def _compute_places(stage: Stage, matches: FinishedMatches) -> dict[int, int]:
    """The place of every entry where the format gives places (a bracket); empty where points decide."""
    form = format_by_key(stage.format_key)
    if form.family is not Family.BRACKET:
        return {}
    entrants = [Entrant(id=entry, number=rank) for rank, entry in enumerate(read_entrant_ids(stage), start=1)]
    playing = Round.objects.filter(stage=stage, state=Round.State.PUBLISHED).order_by("number").values_list("number", flat=True)
    first_open = playing.first() if form.plays_ahead else None
    groups = form.compute_places(form.options_from(stage.options), entrants, matches.history, first_open)
    places: dict[int, int] = {}
    place = 1
    for group in groups:
        places |= dict.fromkeys(group, place)
        place += len(group)
    return places
