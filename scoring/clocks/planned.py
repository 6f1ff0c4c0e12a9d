"""When an evening will end of which nothing was played: its rounds by the same model as the forecast, before anything is known.

Rounds with as many matches at as many tables are alike: one is drawn for every evening, and its shares of the evening's pace are dealt out
again for each further one among the evenings whose tables differ as much.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from statistics import NormalDist
from typing import Any

import numpy as np

from pairing.evening import EndSpan
from rules import Game, RuleViolation
from rules.match_options import LENGTH_OPTIONS
from scoring.clocks.durations import Floats, compute_curves
from scoring.clocks.forecast import simulate_lengths
from scoring.clocks.forecasting import (
    BETWEEN_ROUNDS,
    CHANGE_OF_TABLE,
    EVENING_SPREAD,
    USUAL_HAND,
    EveningPaces,
    ForecastInput,
    group_by_spread,
    play_waiting,
)

AnyGame = Game[Any, Any]
EVENINGS = 2000
MOST_QUEUED, LEAST_OF_A_SPREAD = 16, 8
"""In a round of more matches, that wait for tables, fewer evenings are drawn, and so many at least."""
BREAK_SPREAD = 120
"""By how many seconds a break differs from the usual one: standard deviation. Where matches are short, breaks are half of the evening."""
CIRCLES = "circles_to_win"
DECIDER = 1.25
"""Games that a match takes where a number of them must be won, for each of these."""
SHORTER = 0.85
"""Matches are called shorter where they are at most this share of others."""


@dataclass(frozen=True, slots=True)
class MatchLength:
    """How long matches are: the options that differ from the tournament's, and all of them."""

    changes: Mapping[str, Any]
    rules: Mapping[str, Any]


@dataclass(frozen=True)
class EveningClock:
    """Says when rounds end that nobody has played yet. `lengths` are those of `list_match_lengths`, simulated when they are asked for."""

    game_key: str
    lengths: tuple[MatchLength, ...]
    drawn: dict[tuple[int, int, int], Floats] = field(default_factory=dict)

    def estimate_end(self, matches: tuple[int, ...], length: int, tables: int) -> EndSpan:
        """When the last of these rounds is over, in minutes. The same question has the same answer."""
        paces = _expect_paces()
        breaks = len(matches) - 1
        seconds = BETWEEN_ROUNDS * breaks + BREAK_SPREAD * breaks**0.5 * _draw_breaks(breaks)
        for number, count in enumerate(matches):
            seconds += self._draw_round(count, length, tables)[_deal_out(number)] * np.exp(paces.pace) + _count_changes(count, tables)
        early, middle, late = np.quantile(seconds / 60, [0.1, 0.5, 0.9], method="weibull")
        return EndSpan(float(early), float(middle), float(late))

    def _draw_round(self, matches: int, length: int, tables: int) -> Floats:
        """How long such a round takes in every evening but for changes at a table, as a multiple of its seconds per hand."""
        key = (matches, length, min(tables, matches) or matches)
        if key not in self.drawn:
            hands = simulate_lengths(self.game_key, encode_rules(self.lengths[length].rules))
            self.drawn[key] = _draw_shares(matches, tables, tuple(sorted(hands)))
        return self.drawn[key]


@lru_cache(maxsize=1)
def _expect_paces() -> EveningPaces:
    """Evenings as they are before anything was played."""
    nothing = ForecastInput(lengths=(), finished=(), running=(), waiting=0, later=(), tables=0)
    rng = np.random.default_rng(_to_number("evenings"))
    drawn = EveningPaces.learn(nothing, (), EVENINGS, rng)
    pace = np.empty(EVENINGS)
    for _spread, rows in group_by_spread(drawn):
        pace[rows] = np.log(USUAL_HAND) + EVENING_SPREAD * _draw_evenly(len(rows), rng)
    return replace(drawn, pace=pace)


def _draw_evenly(count: int, rng: np.random.Generator) -> Floats:
    """Draws of the normal distribution, one from each of `count` equally likely parts: chance hardly moves their quantiles."""
    chances = (rng.permutation(count) + rng.random(count)) / count
    return np.array([NormalDist().inv_cdf(min(max(chance, 1e-9), 1 - 1e-9)) for chance in chances.tolist()])


@lru_cache(maxsize=64)
def _draw_breaks(breaks: int) -> Floats:
    """By how much all breaks of an evening together differ from the usual ones, in standard deviations."""
    return _draw_evenly(EVENINGS, np.random.default_rng(_to_number(f"{breaks} breaks")))


@lru_cache(maxsize=64)
def _deal_out(number: int) -> np.ndarray[Any, np.dtype[np.int_]]:
    """For the round of that number, of every evening another one whose tables differ as much."""
    rng = np.random.default_rng(_to_number(f"round {number}"))
    shuffled = np.arange(EVENINGS)
    for _spread, rows in group_by_spread(_expect_paces()):
        shuffled[rows] = rng.permutation(rows)
    return shuffled


@lru_cache(maxsize=512)
def _draw_shares(matches: int, tables: int, hands: tuple[int, ...]) -> Floats:
    """Of a large round that waits for tables some evenings of every spread are drawn, and stand for the others."""
    paces, rng = _expect_paces(), np.random.default_rng(_to_number(f"{matches} at {tables}"))
    share = min(1.0, MOST_QUEUED / matches) if 0 < tables < matches else 1.0
    groups = [(rows, rows[: max(LEAST_OF_A_SPREAD, round(share * len(rows)))]) for _spread, rows in group_by_spread(paces)]
    drawn = np.concatenate([some for _rows, some in groups])
    chosen = EveningPaces(paces.pace[drawn], paces.spread[drawn], paces.running[drawn], paces.slowing[drawn])
    ends = play_waiting(np.zeros((len(drawn), 0)), matches, tables, compute_curves(hands), chosen, rng)
    ends = (ends - _count_changes(matches, tables)) / np.exp(chosen.pace)
    shares, place = np.empty(EVENINGS), 0
    for rows, some in groups:
        shares[rows] = np.resize(ends[place : place + len(some)], len(rows))
        place += len(some)
    return shares


def _count_changes(matches: int, tables: int) -> int:
    """Seconds for the changes at a table where several matches follow each other: the part of a round that no pace shortens."""
    return CHANGE_OF_TABLE * (-(-matches // tables) - 1) if 0 < tables < matches else 0


def _to_number(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")


def encode_rules(rules: Mapping[str, Any]) -> str:
    return json.dumps(dict(rules), sort_keys=True)


def list_match_lengths(game: AnyGame, rules: Mapping[str, Any]) -> tuple[MatchLength, ...]:
    """That of the rules, then of the shorter ones that the game's presets or simple changes give the mildest and the shortest."""
    own = game.options_from(rules)
    standing = game.options_to_json(own)
    shorter: dict[float, MatchLength] = {}
    for typed in [*_list_preset_lengths(game), *_list_simple_lengths(standing)]:
        changes = {name: value for name, value in typed.items() if name in standing and standing[name] != value}
        share = _compare(game, rules, changes, own)
        if 0 < share <= SHORTER:
            shorter.setdefault(share, MatchLength(changes, {**rules, **changes}))
    mildest = max(shorter, default=0.0)
    shortest = min((share for share in shorter if share <= SHORTER * mildest), default=0.0)
    return (MatchLength({}, dict(rules)), *(shorter[share] for share in (mildest, shortest) if share))


def _list_preset_lengths(game: AnyGame) -> Iterator[dict[str, Any]]:
    for preset in game.presets:
        options = game.options_to_json(game.preset_options(preset.key))
        yield {name: options[name] for name in (*LENGTH_OPTIONS, CIRCLES) if name in options}


def _list_simple_lengths(standing: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """One game instead of several, half of the hands, a circle less."""
    targets = standing.get("targets") or []
    if standing.get("games_to_win", 1) > 1 and not standing.get("games"):
        yield {"games_to_win": 1, "targets": targets[:1]}
    if (standing.get("deals") or 0) > 1:
        yield {"deals": standing["deals"] // 2}
    if standing.get(CIRCLES, 1) > 1:
        yield {CIRCLES: standing[CIRCLES] - 1}


def _compare(game: AnyGame, rules: Mapping[str, Any], changes: Mapping[str, Any], own: Any) -> float:
    """How long matches are with these changes, as a share of the present; 0 where that cannot be played or said."""
    try:
        options = game.options_from({**rules, **changes})
    except RuleViolation:
        return 0.0
    (kind, length), (own_kind, own_length) = _weigh(options), _weigh(own)
    return length / own_length if kind == own_kind else 0.0


def _weigh(options: Any) -> tuple[str, float]:
    """Roughly how long a match is, in a unit of its own for each way of ending a game."""
    to_win = getattr(options, "games_to_win", 1)
    games = getattr(options, "games", 0) or (DECIDER * to_win if to_win > 1 else 1)
    targets: Sequence[int] = getattr(options, "targets", None) or ()
    if getattr(options, "deals", 0):
        return "hands", games * options.deals
    if targets:
        return "points", games * sum(targets[:2]) / len(targets[:2])
    return "games", games * getattr(options, CIRCLES, 1)
