"""From stored results to pure values and to the standings of a stage."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pairing import Entrant, Outcome, Played, Position, Standing, format_by_key
from pairing.codec import position_from_json
from scoring.models import MatchResult, StandingsCache
from scoring.standings_pages.decisions import decisions_of
from standings import Counting, Line, Result, Scheme, Tally, in_points, pairing_standings, played_history, ranked, tally_of
from tournaments.models import Draw, Match, Round, Stage, StageEntry

COUNTED = (MatchResult.State.SUBMITTED, MatchResult.State.DISPUTED, MatchResult.State.CONFIRMED, MatchResult.State.LOCKED)
"""States in which a match counts in the standings; the next draw waits until everything is confirmed."""


PAYLOAD_FORMAT = 3
"""Of stored standings; those of another release are computed anew when they are read."""


@dataclass(frozen=True, slots=True)
class Handover:
    """What `tournaments.draws.services.draw_round` must know of the rounds so far."""

    standings: tuple[Standing, ...]
    history: tuple[Played, ...]


def scheme_of(stage: Stage) -> Scheme:
    """How the stage counts. Lots come from the seed of its first draw, so that they can be drawn again."""
    counting = Counting(format_by_key(stage.format_key))
    seed = Draw.objects.filter(round__stage=stage).order_by("round__number").values_list("seed", flat=True).first()
    return counting.scheme(counting.options_from(stage.scheme), seed=f"{seed or ''}:standings")


def counted_in(stage: Stage, entries: Sequence[int], results: Iterable[Result], scheme: Scheme) -> Tally:
    """The tally of some entries of the stage, with what was decided about them."""
    decided = decisions_of(stage)
    return tally_of(entries, results, scheme, penalties=decided.penalties, decided=decided.places)


def entrants_of(stage: Stage) -> list[int]:
    """Ids of the entries in the order of their ranks in the stage, which is the order of those who stay tied."""
    return list(StageEntry.objects.filter(stage=stage).order_by("rank").values_list("entry_id", flat=True))


def finished_matches(stage: Stage, before: int | None = None) -> list[Match]:
    """Matches that count, with result and seats, by round and position; those of rounds before round `before`, if it is given.

    A rest counts once its round is closed: until then no entry in the ledger would bring the stored standings up to it.
    """
    matches = Match.objects.filter(round__stage=stage).exclude(round__state=Round.State.DRAFT)
    if before is not None:
        matches = matches.filter(round__number__lt=before)
    counted = matches.filter(kind=Match.Kind.BYE, round__state=Round.State.CLOSED) | matches.filter(result__state__in=COUNTED)
    return list(counted.select_related("round", "result").prefetch_related("seats").order_by("round__number", "position"))


def results_of(matches: Iterable[Match]) -> tuple[Result, ...]:
    return tuple(result_of(match) for match in matches)


def result_of(match: Match) -> Result:
    """A finished match as a value. A bye or a walk-over has the games that win a match, and no points."""
    seats = match.seats.all()
    sides = tuple(seat.entry_id for seat in seats)
    if match.kind == Match.Kind.BYE:
        return Result(match.pk, match.round.number, sides, winner=0, outcome=Outcome.BYE)
    stored = match.result
    return Result(
        match=match.pk,
        round=match.round.number,
        sides=sides,
        games=tuple(stored.summary["games_won"]),
        points=_points(stored.summary),
        winner=-1 if stored.winner is None else stored.winner,
        outcome=Outcome(stored.outcome),
        first_dealer=match.first_dealer,
        side_size=1 + max(seat.place for seat in seats),
    )


def stage_handover(stage: Stage, before: int | None = None) -> Handover:
    """Standings and history for the next draw, or for that of round `before`."""
    matches = finished_matches(stage, before)
    results = results_of(matches)
    scheme = scheme_of(stage)
    tally = counted_in(stage, entrants_of(stage), results, scheme)
    return Handover(pairing_standings(tally, ranked(tally, scheme), results, scheme), played_history(results, positions_of(matches)))


def history_of(stage: Stage) -> tuple[Played, ...]:
    """What was played so far, as draws know it."""
    matches = finished_matches(stage)
    return played_history(results_of(matches), positions_of(matches))


def positions_of(matches: Iterable[Match]) -> dict[int, Position]:
    found = ((match.pk, position_from_json(match.bracket)) for match in matches)
    return {pk: position for pk, position in found if position is not None}


def compute_standings(stage: Stage) -> dict[str, Any]:
    """The standings of a stage as JSON, from the stored results: what `StandingsCache.payload` holds.

    Pools are ranked each by itself, lines and venues together.
    """
    matches = finished_matches(stage)
    results = results_of(matches)
    scheme = scheme_of(stage)
    places = _places(stage, played_history(results, positions_of(matches)))
    decided = decisions_of(stage)

    def lines(entries: Sequence[int]) -> list[Line]:
        tally = tally_of(entries, results, scheme, penalties=decided.penalties, decided=decided.places)
        return sorted(ranked(tally, scheme), key=lambda line: places.get(line.entrant, line.rank))

    return standings_payload(
        scheme, {name: lines(entries) for name, entries in rankings_of(stage).items()}, _played_counts(results), places
    )


def standings_payload(
    scheme: Scheme, groups: Mapping[str, Sequence[Line]], played: Mapping[int, int], places: Mapping[int, int] | None = None
) -> dict[str, Any]:
    """Lines by group as JSON, with the matches that each entry has played; `places` where the format itself gives them."""
    return {
        "format": PAYLOAD_FORMAT,
        "points": scheme.points,
        "tie_breaks": list(scheme.tie_breaks),
        "groups": [
            {"name": name, "lines": [_line_to_json(line, scheme, places or {}) for line in lines]} for name, lines in groups.items()
        ],
        "played": {str(entry): times for entry, times in sorted(played.items())},
    }


def groups_of(stage: Stage) -> dict[str, list[int]]:
    """Ids of the entries by pool, in the order of their ranks; one group without a name where there are no pools."""
    groups: dict[str, list[int]] = {}
    for pool, entry in StageEntry.objects.filter(stage=stage).order_by("pool", "rank").values_list("pool", "entry_id"):
        groups.setdefault(pool, []).append(entry)
    return groups


def rankings_of(stage: Stage) -> dict[str, list[int]]:
    """Those who are ranked together: the pools, or everybody where groups only say where people play."""
    if format_by_key(stage.format_key).ranked_together:
        return {"": entrants_of(stage)}
    return groups_of(stage)


def group_tally(stage: Stage, entry: int) -> tuple[Tally, tuple[Line, ...], Scheme]:
    """What explains the cells of an entry: the tally and the lines of its group."""
    scheme = scheme_of(stage)
    entries = next(members for members in rankings_of(stage).values() if entry in members)
    tally = counted_in(stage, entries, results_of(finished_matches(stage)), scheme)
    return tally, ranked(tally, scheme), scheme


def keep_standings(stage: Stage, *, seq: int) -> None:
    """Store the standings as they are after ledger entry `seq`. Call inside the transaction that appended it."""
    StandingsCache.objects.update_or_create(stage=stage, defaults={"seq": seq, "payload": compute_standings(stage)})


def _points(summary: Mapping[str, Any]) -> tuple[int, ...]:
    """What each side scored in all games; where the fewest points win, what it took counts below nothing."""
    sign = -1 if summary.get("lowest_wins") else 1
    return tuple(sign * sum(game[side] for game in summary["games"]) for side in range(len(summary["games_won"])))


def _places(stage: Stage, history: tuple[Played, ...]) -> dict[int, int]:
    """The place of every entry where the format itself gives places (a bracket); empty where points decide."""
    form = format_by_key(stage.format_key)
    entrants = [Entrant(id=entry, number=rank) for rank, entry in enumerate(entrants_of(stage), start=1)]
    groups = form.places(form.options_from(stage.options), entrants, history)
    places: dict[int, int] = {}
    place = 1
    for group in groups:
        places |= dict.fromkeys(group, place)
        place += len(group)
    return places


def _line_to_json(line: Line, scheme: Scheme, places: Mapping[int, int]) -> dict[str, Any]:
    told = in_points(line, scheme)
    return {
        "rank": places.get(line.entrant, line.rank),
        "entry": line.entrant,
        "points": told.points,
        "cells": list(told.cells),
        "tied": list(line.tied) if not places else [entry for entry, place in places.items() if place == places.get(line.entrant)],
    }


def _played_counts(results: Iterable[Result]) -> dict[int, int]:
    """Matches played by each entry."""
    counts: dict[int, int] = {}
    for result in results:
        for entry in result.sides:
            counts[entry] = counts.get(entry, 0) + (result.outcome is not Outcome.BYE)
    return counts
