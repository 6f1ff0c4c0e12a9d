"""When this round and this stage will end, from simulated matches of the game and from the evening's own."""

import datetime as dt
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django.db.models import Max

from pairing import Played, Request, format_by_key
from pairing.codec import position_from_json
from rules import RuleViolation, game_by_key
from rules.lengths import hands_per_match
from scoring.halls.forecasting import Evening, Forecast, Running, Span, forecast
from scoring.halls.queries import began_at, playing_matches
from scoring.models import LedgerEntry
from scoring.standings_pages.stored import entrants_of, history_of
from tournaments.halls.queries import out_of_use
from tournaments.models import Entry, Match, Round, Stage, Tournament
from tournaments.stages.queries import entrants_of as stage_entrants

SIMULATED = 60
BRACKETS = frozenset({"knockout", "repechage", "double_elimination"})
WORTH_SAYING = dt.timedelta(minutes=5)
MOST_HINTS = 2


@dataclass(frozen=True, slots=True)
class Times:
    """A moment and the two between which it falls four times in five."""

    middle: dt.datetime
    early: dt.datetime
    late: dt.datetime


@dataclass(frozen=True, slots=True)
class Shorter:
    """Targets that would end the stage sooner."""

    targets: str
    minutes: int


@dataclass(frozen=True, slots=True)
class ForecastView:
    """`tables` is 0 where everybody has one; `learnt` how many matches of the evening the pace comes from; `pace` in seconds a hand."""

    stage: str
    round: int
    tables: int
    round_ends: Times
    stage_ends: Times | None
    learnt: int
    pace: int
    shorter: tuple[Shorter, ...]


def forecast_of(tournament: Tournament, *, at: dt.datetime) -> ForecastView | None:
    """Of the last stage that is being played; None while nothing is.

    Six queries, some more in a bracket, and a second of work where a game is simulated first.
    """
    playing = Round.objects.filter(stage__tournament=tournament, state=Round.State.PUBLISHED).select_related("stage")
    current = playing.order_by("-stage__number").first()
    if current is None:
        return None
    evening = _evening(tournament, current, at)
    told = forecast(evening, seed=str(current.pk))
    later = bool(evening.later)
    return ForecastView(
        stage=current.stage.name,
        round=current.number,
        tables=evening.tables,
        round_ends=_times(told.round, at),
        stage_ends=_times(told.stage, at) if later else None,
        learnt=len(evening.paces),
        pace=round(sum(evening.paces) / len(evening.paces)) if evening.paces else 0,
        shorter=tuple(_shorter(tournament, evening, told, str(current.pk)))[:MOST_HINTS] if later else (),
    )


@lru_cache(maxsize=64)
def lengths_of(game_key: str, rules: str) -> tuple[int, ...]:
    """Hands of simulated matches under rules written as JSON; played once, then remembered as long as the process lives."""
    game = game_by_key(game_key)
    return hands_per_match(game, game.options_from(json.loads(rules)), SIMULATED, f"{game.version}")


def _lengths(tournament: Tournament, rules: dict[str, Any]) -> tuple[int, ...]:
    return lengths_of(tournament.game_key, json.dumps(rules, sort_keys=True))


def _evening(tournament: Tournament, current: Round, at: dt.datetime) -> Evening:
    matches = [match for match in playing_matches(tournament) if match.round_id == current.pk]
    seated = [(match, began_at(match) or at) for match in matches if match.table is not None]
    return Evening(
        lengths=_lengths(tournament, tournament.rules),
        paces=_paces(tournament),
        running=[Running((at - began).total_seconds(), _hands(match)) for match, began in seated],
        waiting=len(matches) - len(seated),
        later=matches_to_come(current),
        tables=_tables(tournament),
    )


def _hands(match: Match) -> int:
    result = getattr(match, "result", None)
    return result.hands if result else 0


def _tables(tournament: Tournament) -> int:
    if not tournament.table_count:
        return 0
    return max(1, tournament.table_count - sum(number <= tournament.table_count for number in out_of_use(tournament)))


def _paces(tournament: Tournament) -> list[float]:
    """Seconds a hand of every match of the tournament that was told hand by hand and is over. Two queries.

    The last line that was entered ends a match. What was typed hours later, or at once by a rehearsal, is not believed.
    """
    entered = LedgerEntry.objects.filter(tournament=tournament, kind=LedgerEntry.Kind.SUBMIT, match__isnull=False)
    ended = dict(entered.order_by().values_list("match").annotate(last=Max("recorded_at")))
    over = Match.objects.filter(pk__in=ended, result__hands__gt=0, result__winner__isnull=False, result__outcome="played")
    found = []
    for match in over.select_related("round", "result"):
        began = began_at(match)
        pace = (ended[match.pk] - began).total_seconds() / match.result.hands if began else 0
        if 20 <= pace <= 1200:
            found.append(pace)
    return found


def matches_to_come(current: Round) -> list[int]:
    """Matches of every round still to come in the stage: of a bracket as they will be drawn, else as many as half of who plays."""
    stage: Stage = current.stage
    form = format_by_key(stage.format_key)
    if stage.format_key in BRACKETS:
        return _in_bracket(current)
    enrolled = entrants_of(stage)
    rounds = form.round_count(form.options_from(stage.options), len(enrolled)) - current.number
    here = Entry.objects.filter(pk__in=enrolled).exclude(state=Entry.State.WITHDRAWN).count()
    return [max(1, here // (form.sides * form.side_size))] * max(0, rounds)


def _in_bracket(current: Round) -> list[int]:
    """The bracket drawn to its end, as if whoever is named first won every match that is not over."""
    stage: Stage = current.stage
    form = format_by_key(stage.format_key)
    options, entrants = form.options_from(stage.options), stage_entrants(stage)
    history = list(history_of(stage))
    over = {played.position for played in history}
    for match in current.matches.prefetch_related("seats"):
        position = position_from_json(match.bracket)
        if position not in over:
            history.append(Played(current.number, tuple(seat.entry_id for seat in match.seats.all()), 0, position=position))
    found = []
    for number in range(current.number + 1, form.round_count(options, len(entrants)) + 1):
        request = Request(stage.format_key, number, "", entrants, stage.options, tuple(history))
        if form.over(options, request):
            break
        drawn = form.draw(options, request).pairings
        history += [Played(number, one.sides, 0, position=one.position) for one in drawn]
        found.append(sum(not one.bye for one in drawn))
    return [matches for matches in found if matches]


def _shorter(tournament: Tournament, evening: Evening, told: Forecast, seed: str) -> Iterator[Shorter]:
    """Targets with which the rounds to come, the one at hand too, would take less time; those that save most first."""
    found = []
    for targets in _other_targets(tournament):
        lengths = _lengths(tournament, {**tournament.rules, "targets": list(targets)})
        saved = told.stage.middle - forecast(replace(evening, lengths=lengths), seed).stage.middle
        if saved >= WORTH_SAYING.total_seconds():
            found.append(Shorter("/".join(map(str, targets)), 5 * round(saved / 300)))
    yield from sorted(found, key=lambda one: -one.minutes)


def _other_targets(tournament: Tournament) -> list[tuple[int, ...]]:
    """Shorter ones that the game's presets have, and every game to the lowest of one's own."""
    own: Sequence[int] = tournament.rules.get("targets") or ()
    if len(own) < 2:
        return []
    game = game_by_key(tournament.game_key)
    known = {tuple(getattr(game.preset(preset.key), "targets", ())) for preset in game.presets} | {(min(own),) * len(own)}
    shorter = [targets for targets in known if len(targets) == len(own) and sum(targets) < sum(own)]
    return [targets for targets in sorted(shorter) if _allowed(tournament, targets)]


def _allowed(tournament: Tournament, targets: tuple[int, ...]) -> bool:
    try:
        game_by_key(tournament.game_key).options_from({**tournament.rules, "targets": list(targets)})
    except RuleViolation:
        return False
    return True


def _times(span: Span, at: dt.datetime) -> Times:
    """To the next five minutes: nobody believes a forecast by the second."""
    middle, early, late = (_rounded(at + dt.timedelta(seconds=seconds)) for seconds in (span.middle, span.early, span.late))
    return Times(middle, early, late)


def _rounded(moment: dt.datetime) -> dt.datetime:
    step = 300
    return dt.datetime.fromtimestamp(-(-moment.timestamp() // step) * step, tz=dt.UTC)
