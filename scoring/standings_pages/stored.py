"""Stored results as pure values, and the standings of a stage."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pairing import Entrant, EntrantStanding, MatchOutcome, PlayedMatch, Position, format_by_key
from pairing.codec import position_from_json
from scoring.models import MatchResult, StandingsCache
from scoring.standings_pages.decisions import read_decisions
from standings import (
    CountingScheme,
    FormatCounting,
    RankedLine,
    StandingResult,
    Tally,
    build_pairing_standings,
    build_played_history,
    build_tally,
    convert_line_to_points,
    rank_tally,
)
from tournaments.models import Draw, Match, Round, Stage, StageEntry

COUNTED = (MatchResult.State.SUBMITTED, MatchResult.State.DISPUTED, MatchResult.State.CONFIRMED, MatchResult.State.LOCKED)
"""States in which a match counts in the standings; the next draw waits until everything is confirmed."""


PAYLOAD_FORMAT = 3
"""Of stored standings; those of another release are computed anew when they are read."""


@dataclass(frozen=True, slots=True)
class Handover:
    """What `tournaments.draws.services.draw_under_lock` needs from the finished rounds."""

    standings: tuple[EntrantStanding, ...]
    history: tuple[PlayedMatch, ...]


def read_scheme(stage: Stage) -> CountingScheme:
    """How the stage counts. Lots come from the seed of its first draw, so that they can be repeated."""
    counting = FormatCounting(format_by_key(stage.format_key))
    seed = Draw.objects.filter(round__stage=stage).order_by("round__number").values_list("seed", flat=True).first()
    return counting.build_scheme(counting.options_from(stage.scheme), seed=f"{seed or ''}:standings")


def read_tally(stage: Stage, entries: Sequence[int], results: Iterable[StandingResult], scheme: CountingScheme) -> Tally:
    """The tally of some entries of the stage, including the director's decisions about them."""
    decisions = read_decisions(stage)
    return build_tally(entries, results, scheme, penalties=decisions.penalties, decided=decisions.places)


def read_entrant_ids(stage: Stage) -> list[int]:
    """Ids of the entries by their rank in the stage; this order also orders entries that stay tied."""
    return list(StageEntry.objects.filter(stage=stage).order_by("rank").values_list("entry_id", flat=True))


def read_finished_matches(stage: Stage, before: int | None = None) -> list[Match]:
    """Matches that count, with result and seats, by round and position; with `before` only those of earlier rounds.

    A bye counts once its round is closed: until then no ledger entry would update the stored standings.
    """
    matches = Match.objects.filter(round__stage=stage).exclude(round__state=Round.State.DRAFT)
    if before is not None:
        matches = matches.filter(round__number__lt=before)
    counted = matches.filter(kind=Match.Kind.BYE, round__state=Round.State.CLOSED) | matches.filter(result__state__in=COUNTED)
    return list(counted.select_related("round", "result").prefetch_related("seats").order_by("round__number", "position"))


def build_results(matches: Iterable[Match]) -> tuple[StandingResult, ...]:
    return tuple(build_result(match) for match in matches)


def build_result(match: Match) -> StandingResult:
    """A finished match as a value. A bye or a walk-over has the games that win a match, and no points."""
    seats = match.seats.all()
    sides = tuple(seat.entry_id for seat in seats)
    if match.kind == Match.Kind.BYE:
        return StandingResult(match.pk, match.round.number, sides, winner=0, outcome=MatchOutcome.BYE)
    stored = match.result
    return StandingResult(
        match=match.pk,
        round=match.round.number,
        sides=sides,
        games=tuple(stored.summary["games_won"]),
        points=_compute_points(stored.summary),
        winner=-1 if stored.winner is None else stored.winner,
        outcome=MatchOutcome(stored.outcome),
        first_dealer=match.first_dealer,
        side_size=1 + max(seat.place for seat in seats),
    )


def read_handover(stage: Stage, before: int | None = None) -> Handover:
    """Standings and history for the next draw, or for that of round `before`."""
    matches = read_finished_matches(stage, before)
    results = build_results(matches)
    scheme = read_scheme(stage)
    tally = read_tally(stage, read_entrant_ids(stage), results, scheme)
    return Handover(
        build_pairing_standings(tally, rank_tally(tally, scheme), results, scheme), build_played_history(results, list_positions(matches))
    )


def read_played_history(stage: Stage) -> tuple[PlayedMatch, ...]:
    """The matches played so far, as draws need them."""
    matches = read_finished_matches(stage)
    return build_played_history(build_results(matches), list_positions(matches))


def list_positions(matches: Iterable[Match]) -> dict[int, Position]:
    pairs = ((match.pk, position_from_json(match.bracket)) for match in matches)
    return {pk: position for pk, position in pairs if position is not None}


def compute_standings(stage: Stage) -> dict[str, Any]:
    """The standings of a stage as JSON, from the stored results: the content of `StandingsCache.payload`.

    Each pool is ranked apart; lines and venues are ranked together.
    """
    matches = read_finished_matches(stage)
    results = build_results(matches)
    scheme = read_scheme(stage)
    places = _compute_places(stage, build_played_history(results, list_positions(matches)))
    decisions = read_decisions(stage)

    def rank_entries(entries: Sequence[int]) -> list[RankedLine]:
        tally = build_tally(entries, results, scheme, penalties=decisions.penalties, decided=decisions.places)
        return sorted(rank_tally(tally, scheme), key=lambda line: places.get(line.entrant, line.rank))

    return build_standings_payload(
        scheme, {name: rank_entries(entries) for name, entries in read_ranking_groups(stage).items()}, _count_played(results), places
    )


def build_standings_payload(
    scheme: CountingScheme, groups: Mapping[str, Sequence[RankedLine]], played: Mapping[int, int], places: Mapping[int, int] | None = None
) -> dict[str, Any]:
    """Lines by group as JSON, with the number of matches of each entry; `places` where the format itself gives them."""
    return {
        "format": PAYLOAD_FORMAT,
        "points": scheme.points,
        "tie_breaks": list(scheme.tie_breaks),
        "groups": [
            {"name": name, "lines": [_line_to_json(line, scheme, places or {}) for line in lines]} for name, lines in groups.items()
        ],
        "played": {str(entry): times for entry, times in sorted(played.items())},
    }


def read_groups(stage: Stage) -> dict[str, list[int]]:
    """Ids of the entries by pool, in the order of their ranks; one group without a name if there are no pools."""
    groups: dict[str, list[int]] = {}
    for pool, entry in StageEntry.objects.filter(stage=stage).order_by("pool", "rank").values_list("pool", "entry_id"):
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
    tally = read_tally(stage, entries, build_results(read_finished_matches(stage)), scheme)
    return tally, rank_tally(tally, scheme), scheme


def store_standings(stage: Stage, *, seq: int) -> None:
    """Store the standings after ledger entry `seq`. Call inside the transaction that appended it."""
    StandingsCache.objects.update_or_create(stage=stage, defaults={"seq": seq, "payload": compute_standings(stage)})


def _compute_points(summary: Mapping[str, Any]) -> tuple[int, ...]:
    """The points of each side in all games; negative where the fewest points win."""
    sign = -1 if summary.get("lowest_wins") else 1
    return tuple(sign * sum(game[side] for game in summary["games"]) for side in range(len(summary["games_won"])))


def _compute_places(stage: Stage, history: tuple[PlayedMatch, ...]) -> dict[int, int]:
    """The place of every entry where the format gives places (a bracket); empty where points decide."""
    form = format_by_key(stage.format_key)
    entrants = [Entrant(id=entry, number=rank) for rank, entry in enumerate(read_entrant_ids(stage), start=1)]
    groups = form.compute_places(form.options_from(stage.options), entrants, history)
    places: dict[int, int] = {}
    place = 1
    for group in groups:
        places |= dict.fromkeys(group, place)
        place += len(group)
    return places


def _line_to_json(line: RankedLine, scheme: CountingScheme, places: Mapping[int, int]) -> dict[str, Any]:
    displayed = convert_line_to_points(line, scheme)
    return {
        "rank": places.get(line.entrant, line.rank),
        "entry": line.entrant,
        "points": displayed.points,
        "cells": list(displayed.cells),
        "tied": list(line.tied) if not places else [entry for entry, place in places.items() if place == places.get(line.entrant)],
    }


def _count_played(results: Iterable[StandingResult]) -> dict[int, int]:
    """Number of matches played by each entry, without byes."""
    counts: dict[int, int] = {}
    for result in results:
        for entry in result.sides:
            counts[entry] = counts.get(entry, 0) + (result.outcome is not MatchOutcome.BYE)
    return counts
