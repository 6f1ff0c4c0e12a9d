"""Forecast of when the current round and its stage end, from simulated matches and from those of the evening."""

import datetime as dt
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypeAlias

from django.db.models import Count, Q

from pairing import DrawRequest, PlayedMatch, format_by_key
from pairing.codec import position_from_json
from pairing.format import Family
from rules import RuleViolation, stored_game
from rules.lengths import count_hands_per_match
from scoring.clocks.forecasting import Forecast, ForecastInput, Span, compute_forecast
from scoring.clocks.queries import LONGEST_EVENING, find_latest_time, select_playing_matches
from scoring.clocks.starts import SeenMatch, describe_evening
from scoring.matches.rounds import list_rounds_being_played
from scoring.models import LedgerEntry
from scoring.standings.finished_matches import read_played_history
from tournaments.halls.queries import read_unused_tables
from tournaments.models import Entry, Match, Round, Stage, StageEntry, Tournament
from tournaments.stages.match_rules import RulesReader, resolve_round_rules, resolve_rules
from tournaments.stages.queries import completes_tables
from tournaments.stages.queries import entrants_of as stage_entrants

SIMULATED = 300
WORTH_SAYING = dt.timedelta(minutes=5)
MOST_HINTS = 2
MOST_LEARNT = 500
"""Matches that tell the pace of the evening: more than these say nothing new."""
CLOCKS = ("seated_table__at", "round__starts_at", "round__published_at", "seated_at", "not_before")
NOTED_TOGETHER = 60
"""Seconds by which a request that was written later may have come earlier."""
COMPARED = 500
"""Running matches by which shorter targets are compared with the present ones."""


_Row: TypeAlias = tuple[int, dt.datetime, dt.datetime | None, dt.datetime | None]
"""A match: when it could begin, when its people said that they are seated, and when it was over."""


@dataclass(frozen=True, slots=True)
class TimeRange:
    """The median time and the bounds that hold it four times out of five."""

    middle: dt.datetime
    early: dt.datetime
    late: dt.datetime


@dataclass(frozen=True, slots=True)
class ShorterTargets:
    """Lower targets that would end the stage earlier, and the minutes they save."""

    targets: str
    minutes: int


@dataclass(frozen=True, slots=True)
class ForecastView:
    """`tables` is 0 for no limit; `learnt` is the number of matches that the pace comes from; `pace` is seconds per hand."""

    stage: str
    round: int
    tables: int
    round_ends: TimeRange
    stage_ends: TimeRange | None
    learnt: int
    pace: int
    shorter: tuple[ShorterTargets, ...]


def read_forecast(tournament: Tournament, *, at: dt.datetime) -> ForecastView | None:
    """Forecast the last stage that is being played; None while there is none.

    Five queries, more in a bracket, and a second of work when a game is simulated for the first time.
    """
    playing = list_rounds_being_played(tournament)
    if not playing:
        return None
    current = playing[-1]
    forecast_input = _build_forecast_input(tournament, current, at)
    prediction = compute_forecast(forecast_input, seed=str(current.pk))
    later, finished = bool(forecast_input.later), forecast_input.finished
    return ForecastView(
        stage=current.stage.name,
        round=current.number,
        tables=forecast_input.tables,
        round_ends=_compute_time_range(prediction.round, at),
        stage_ends=_compute_time_range(prediction.stage, at) if later else None,
        learnt=len(finished),
        pace=round(sum(match.pace for match in finished) / len(finished)) if finished else 0,
        shorter=tuple(_list_shorter_targets(current, forecast_input, prediction))[:MOST_HINTS] if later else (),
    )


@lru_cache(maxsize=64)
def simulate_lengths(game_key: str, rules: str, matches: int = SIMULATED) -> tuple[int, ...]:
    """Hands per simulated match under rules written as JSON; cached for the life of the process."""
    game = stored_game(game_key)
    return count_hands_per_match(game, game.options_from(json.loads(rules)), matches, f"{game.version}")


def _list_lengths(tournament: Tournament, rules: dict[str, Any]) -> tuple[int, ...]:
    return simulate_lengths(tournament.game_key, json.dumps(rules, sort_keys=True))


def _build_forecast_input(tournament: Tournament, current: Round, at: dt.datetime) -> ForecastInput:
    lengths = _list_lengths(tournament, resolve_round_rules(current.stage, current.number))
    playing = select_playing_matches(tournament).filter(round=current).select_related(None).order_by("pk")
    rows = list(playing.values_list("pk", "table", *CLOCKS))
    seated = [(pk, _find_clock(times) or at, said, None) for pk, table, said, *times in rows if table is not None]
    over = _list_finished_rows(tournament)
    so_far = describe_evening(_build_seen_matches([*seated, *over], at.timestamp()), lengths, at.timestamp())
    to_come = count_matches_to_come(current)
    return ForecastInput(
        lengths=lengths,
        finished=so_far.finished,
        running=so_far.running,
        waiting=len(rows) - len(seated),
        later=tuple(to_come.values()),
        tables=_count_tables(tournament),
        later_lengths=[_list_lengths(tournament, resolve_round_rules(current.stage, number)) for number in to_come],
        slowing=so_far.slowing,
        ended=so_far.ended,
    )


def _find_clock(times: Sequence[dt.datetime | None]) -> dt.datetime | None:
    """When a match could begin: its round's clock, or later, when it got its table or was allowed to."""
    starts, published, *own = times
    return find_latest_time(starts or published, *own)


def _list_finished_rows(tournament: Tournament) -> list[_Row]:
    """The latest matches that were played, `MOST_LEARNT` at most."""
    over = Match.objects.filter(round__stage__tournament=tournament, result__winner__isnull=False, result__outcome="played")
    rows = over.order_by("-result__seq").values_list("pk", "result__updated_at", *CLOCKS)[:MOST_LEARNT]
    return [(pk, clock, said, ended) for pk, ended, said, *times in rows if (clock := _find_clock(times)) and ended]


def _build_seen_matches(rows: Sequence[_Row], at: float) -> list[SeenMatch]:
    """One query for all hands. Of matches whose times do not belong together, because the clock was set, those that are over tell nothing
    and those that go on have just begun.
    """
    entered: dict[int, list[float]] = {pk: [] for pk, *_times in rows}
    lines = LedgerEntry.objects.filter(kind=LedgerEntry.Kind.SUBMIT, match__in=entered).order_by("seq").values_list("match", "recorded_at")
    for pk, moment in lines:
        entered[pk].append(moment.timestamp())
    seen = [SeenMatch(clock.timestamp(), tuple(entered[pk]), _to_seconds(said), _to_seconds(ended)) for pk, clock, said, ended in rows]
    credible = [match for match in seen if _is_credible(match, at)]
    return credible + [SeenMatch(at) for match in seen if match.ended is None and not _is_credible(match, at)]


def _is_credible(match: SeenMatch, at: float) -> bool:
    """Whether the times of a match follow one another within an evening: in this one, where it goes on."""
    times = [*match.entered, at if match.ended is None else match.ended]
    goes_back = any(later < earlier - NOTED_TOGETHER for earlier, later in pairwise(times))
    own = [match.clock, *([] if match.seated is None else [match.seated]), *times]
    return not goes_back and max(own) - min(own) <= LONGEST_EVENING.total_seconds()


def _to_seconds(moment: dt.datetime | None) -> float | None:
    return moment.timestamp() if moment else None


def _count_tables(tournament: Tournament) -> int:
    if not tournament.table_count:
        return 0
    return max(1, tournament.table_count - sum(number <= tournament.table_count for number in read_unused_tables(tournament)))


def count_matches_to_come(current: Round) -> dict[int, int]:
    """Matches of each coming round of the stage by its number: in a bracket as they will be drawn, else all entries divided by the seats of
    a match.
    """
    stage: Stage = current.stage
    form = format_by_key(stage.format_key)
    if form.family is Family.BRACKET:
        return _count_bracket_matches(current)
    persons, withdrawn = Q(entry__phantom=False), Q(entry__state=Entry.State.WITHDRAWN)
    counts = StageEntry.objects.filter(stage=stage).aggregate(
        enrolled=Count("pk", filter=persons), here=Count("pk", filter=persons & ~withdrawn), phantoms=Count("pk", filter=~persons)
    )
    rounds = form.count_rounds(form.options_from(stage.options), counts["enrolled"]) - current.number
    present = counts["here"] + (counts["phantoms"] > 0 and completes_tables(stage.tournament, counts["here"]))
    matches = max(1, present // (form.sides * form.side_size))
    return dict.fromkeys(range(current.number + 1, current.number + rounds + 1), matches)


def _count_bracket_matches(current: Round) -> dict[int, int]:
    """Matches of each coming round of a bracket that nobody has played ahead, drawn as if the first side won every open match."""
    stage: Stage = current.stage
    form = format_by_key(stage.format_key)
    options, entrants = form.options_from(stage.options), stage_entrants(stage)
    history = list(read_played_history(stage))
    finished = {played.position for played in history}
    for match in current.matches.prefetch_related("seats"):
        position = position_from_json(match.bracket)
        if position not in finished:
            history.append(PlayedMatch(current.number, tuple(seat.entry_id for seat in match.seats.all()), 0, position=position))
    counts = {}
    for number in range(current.number + 1, form.count_rounds(options, len(entrants)) + 1):
        request = DrawRequest(stage.format_key, number, "", entrants, stage.options, tuple(history))
        if form.is_over(options, request):
            break
        drawn = form.draw_pairings(options, request).pairings
        history += [PlayedMatch(number, pairing.sides, 0, position=pairing.position) for pairing in drawn]
        counts[number] = sum(not pairing.bye and pairing.position not in finished for pairing in drawn)
    return {number: matches for number, matches in counts.items() if matches}


def _list_shorter_targets(current: Round, forecast_input: ForecastInput, prediction: Forecast) -> Iterator[ShorterTargets]:
    """Targets that would shorten the current and the coming rounds, the largest saving first; none where rounds differ in their rules."""
    if current.stage.last_rounds:
        return
    tournament, rules = current.stage.tournament, resolve_rules(current.stage)
    if len(forecast_input.running) > COMPARED:
        forecast_input = replace(forecast_input, running=forecast_input.running[:: -(-len(forecast_input.running) // COMPARED)])
        prediction = compute_forecast(forecast_input, str(current.pk))
    proposals = []
    for targets in _list_candidate_targets(tournament, rules):
        lengths = _list_lengths(tournament, {**rules, "targets": list(targets)})
        shorter = replace(forecast_input, lengths=lengths, later_lengths=())
        saved = prediction.stage.middle - compute_forecast(shorter, str(current.pk)).stage.middle
        if saved >= WORTH_SAYING.total_seconds():
            proposals.append(ShorterTargets("/".join(map(str, targets)), 5 * round(saved / 300)))
    yield from sorted(proposals, key=lambda proposal: -proposal.minutes)


def _list_candidate_targets(tournament: Tournament, rules: Mapping[str, Any]) -> list[tuple[int, ...]]:
    """Lower targets of the game's presets, and every game to the lowest of the current targets."""
    own: Sequence[int] = rules.get("targets") or ()
    if len(own) < 2:
        return []
    game = tournament.game
    candidates = {tuple(getattr(game.preset_options(preset.key), "targets", ())) for preset in game.presets} | {(min(own),) * len(own)}
    shorter = [targets for targets in candidates if len(targets) == len(own) and sum(targets) < sum(own)]
    return [targets for targets in sorted(shorter) if _is_allowed(RulesReader(game, rules), targets)]


def _is_allowed(reader: RulesReader, targets: tuple[int, ...]) -> bool:
    try:
        reader.options_from({"targets": list(targets)})
    except RuleViolation:
        return False
    return True


def _compute_time_range(span: Span, at: dt.datetime) -> TimeRange:
    """Rounded up to five minutes: a forecast by the second is not credible."""
    middle, early, late = (_round_up(at + dt.timedelta(seconds=seconds)) for seconds in (span.middle, span.early, span.late))
    return TimeRange(middle, early, late)


def _round_up(moment: dt.datetime) -> dt.datetime:
    step = 300
    return dt.datetime.fromtimestamp(-(-moment.timestamp() // step) * step, tz=dt.UTC)
