"""Stored results as pure values, and the standings of a stage."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.core.cache import caches
from django.db.models import Exists, OuterRef, Q, QuerySet

from pairing import Entrant, EntrantStanding, PlayedMatch, format_by_key
from pairing.format import Family
from pairing.options import serialise_options
from pairing.pools import compute_pool_order
from scoring.models import StandingsCache
from scoring.standings.absences import read_absences
from scoring.standings.annulled import put_annulled_behind
from scoring.standings.carried import read_carried
from scoring.standings.decisions import Decisions, read_decisions
from scoring.standings.finished_matches import FinishedMatches, read_finished_matches
from scoring.standings.team_ranking import rank_teams
from standings import (
    Carried,
    CountingScheme,
    FormatCounting,
    RankedLine,
    StandingResult,
    Tally,
    build_pairing_standings,
    build_played_history,
    build_tally,
    continue_rounds,
    rank_tally,
)
from tournaments.models import Draw, Edition, Round, Stage, StageEntry
from tournaments.stages.chains import MOST_CARRIED
from tournaments.stages.match_rules import read_stage_options

PAYLOAD_FORMAT = 7
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
            for group in sorted(payload["groups"], key=lambda group: compute_pool_order(group["name"]))
        }
        return cls(payload["points"], tuple(payload["tie_breaks"]), groups)


@dataclass(frozen=True, slots=True)
class DrawInput:
    """What `tournaments.draws.services.draw_under_lock` needs from the finished rounds."""

    standings: tuple[EntrantStanding, ...]
    history: tuple[PlayedMatch, ...]


def read_counting(stage: Stage) -> FormatCounting:
    """The schemes that the stage can count by, and their default. A stage that carries points counts matches as the one before it does."""
    game = stage.tournament.game
    carried = None
    if stage.carries and stage.source is not None:
        carried = serialise_options(read_counting(stage.source).options_from(stage.source.scheme))
    options = read_stage_options(stage)
    return FormatCounting(
        format_by_key(stage.format_key), game.may_end_tied(options), carried, fewest_win=game.build_plan(options).lowest_wins
    )


def read_scheme(stage: Stage) -> CountingScheme:
    """How the stage counts. Lots come from the seed of its first draw, so that they can be repeated."""
    counting = read_counting(stage)
    seed = Draw.objects.filter(round__stage=stage).order_by("round__number").values_list("seed", flat=True).first()
    return counting.build_scheme(counting.options_from(stage.scheme), seed=f"{seed or ''}:standings")


def read_tally(stage: Stage, entries: Sequence[int], results: Iterable[StandingResult], scheme: CountingScheme) -> Tally:
    """The tally of some entries of the stage, including the director's decisions about them and what the stage carries."""
    decisions = read_decisions(stage)
    return _build_stage_tally(stage, entries, results, scheme, decisions, read_carried(stage))


def _build_stage_tally(
    stage: Stage,
    entries: Sequence[int],
    results: Iterable[StandingResult],
    scheme: CountingScheme,
    decisions: Decisions,
    carried: Carried | None,
    before: int | None = None,
) -> Tally:
    absences = read_absences(stage, entries, scheme, decisions, before)
    places = decisions.list_places(entries)
    return build_tally(entries, results, scheme, penalties=decisions.penalties, decided=places, carried=carried, absences=absences)


def _select_ranked(stage: Stage) -> QuerySet[StageEntry]:
    """The entries that are ranked in a stage: a phantom only where it has gone on from here, so that the player left later."""
    left_later = StageEntry.objects.filter(stage__source=stage, entry=OuterRef("entry"))
    return StageEntry.objects.filter(stage=stage).filter(Q(entry__phantom=False) | Exists(left_later))


def read_entrant_ids(stage: Stage) -> list[int]:
    """Ids of the entries that are ranked, by their rank in the stage; this order also orders entries that stay tied."""
    return list(_select_ranked(stage).order_by("rank").values_list("entry_id", flat=True))


def read_handover(stage: Stage, before: int | None = None, entries: Sequence[int] | None = None) -> DrawInput:
    """Standings and history for the next draw, or for that of round `before`; `entries` are ids of those who will play, where they are not
    enrolled yet.

    A draw that follows standings gets those that are carried, and the matches of the stages before as rounds 0, -1 and so on.
    """
    matches = read_finished_matches(stage, before)
    scheme = read_scheme(stage)
    carried = read_carried(stage) if format_by_key(stage.format_key).by_standing else None
    decisions = read_decisions(stage)
    entrants = read_entrant_ids(stage) if entries is None else entries
    tally = _build_stage_tally(stage, entrants, matches.results, scheme, decisions, carried, before)
    last = max((result.round for result in matches.results), default=0)
    results = continue_rounds(carried, matches.results)
    lines = build_pairing_standings(tally, rank_tally(tally, scheme), results, scheme, _read_virtual_points(stage, scheme, last))
    return DrawInput(lines, _list_carried_history(carried) + matches.history)


def _list_carried_history(carried: Carried | None) -> tuple[PlayedMatch, ...]:
    if carried is None:
        return ()
    return build_played_history(result._replace(round=result.round - carried.rounds) for result in carried.results)


def is_drawn_from_carried(stage: Stage) -> bool:
    """Whether already the first round of the stage is drawn from standings: those of the stages whose points it carries. No query."""
    return stage.carries and format_by_key(stage.format_key).by_standing


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


def compute_standings(stage: Stage) -> StageStandings:
    """The standings of a stage, from the stored results. Each pool is ranked apart; lines and venues are ranked together."""
    matches = read_finished_matches(stage)
    scheme = read_scheme(stage)
    decisions = read_decisions(stage)
    in_teams = format_by_key(stage.format_key).in_teams
    places = rank_teams(stage, matches.results, scheme, decisions).places if in_teams else _compute_places(stage, matches)
    carried = read_carried(stage)

    def rank_entries(entries: Sequence[int]) -> tuple[RankedLine, ...]:
        tally = _build_stage_tally(stage, entries, matches.results, scheme, decisions, carried)
        ranked = put_annulled_behind(stage, rank_tally(tally, scheme))
        if not places:
            return tuple(ranked)
        lines = (line._replace(rank=places.get(line.entrant, line.rank)) for line in ranked)
        return tuple(sorted(lines, key=lambda line: line.rank))

    groups = {name: rank_entries(entries) for name, entries in read_ranking_groups(stage).items()}
    return StageStandings(scheme.points, scheme.tie_breaks, groups)


def read_groups(stage: Stage) -> dict[str, list[int]]:
    """Ids of the entries that are ranked by pool, in the order of their ranks; one group without a name if there are no pools."""
    groups: dict[str, list[int]] = {}
    for pool, entry in _select_ranked(stage).order_by("pool", "rank").values_list("pool", "entry_id"):
        groups.setdefault(pool, []).append(entry)
    return {name: groups[name] for name in sorted(groups, key=compute_pool_order)}


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
    return tally, tuple(put_annulled_behind(stage, rank_tally(tally, scheme))), scheme


def read_group_tallies(stage: Stage) -> Iterator[tuple[Tally, tuple[RankedLine, ...], CountingScheme]]:
    """The same of every group, from matches that are read once."""
    scheme, results = read_scheme(stage), read_finished_matches(stage).results
    for entries in read_ranking_groups(stage).values():
        tally = read_tally(stage, entries, results, scheme)
        yield tally, tuple(put_annulled_behind(stage, rank_tally(tally, scheme))), scheme


def store_standings(stage: Stage, *, seq: int) -> None:
    """Store the standings after ledger entry `seq`; those of the stages that carry its points become stale.

    Call inside the transaction that appended it.
    """
    StandingsCache.objects.filter(_carries_from(stage.pk)).update(seq=seq, payload={})
    StandingsCache.objects.update_or_create(stage=stage, defaults={"seq": seq, "payload": compute_standings(stage).to_json()})


def mark_standings_stale(stage_id: int, *, seq: int) -> None:
    """Note that a result has changed with ledger entry `seq`: whoever reads the standings next computes them, also those of the stages that
    carry the points of this one.

    Call inside the transaction that appended the entry. The work is the same for any number of entries.
    """
    if not StandingsCache.objects.filter(Q(stage=stage_id) | _carries_from(stage_id)).update(seq=seq, payload={}):
        StandingsCache.objects.create(stage_id=stage_id, seq=seq, payload={})


def _carries_from(stage_id: int) -> Q:
    """The stored standings that the results of a stage reach: over `MOST_CARRIED` stages."""
    reached, carries, source = Q(), {}, "stage__source"
    for _step in range(MOST_CARRIED):
        carries[f"{source.removesuffix('__source')}__carries"] = True
        reached |= Q(**carries, **{source: stage_id})
        source += "__source"
    return reached


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
