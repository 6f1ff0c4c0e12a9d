"""How many matches and byes each round of a stage has with so many entries, and how often an entry plays, before anything is drawn."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from pairing.codec import encode_canonical
from pairing.double_elimination import DoubleElimination
from pairing.evening.values import EveningStage, RoundLoad
from pairing.format import Family, Format
from pairing.formats import format_by_key
from pairing.values import DrawRequest, Entrant, Json, MatchOutcome, PlayedMatch
from rules.problems import RuleViolation


def count_loads(format_key: str, options: Mapping[str, Json], entries: int) -> tuple[RoundLoad, ...]:
    """The rounds of a stage from which nobody withdraws; none where so many cannot play it."""
    return _count_loads(format_key, encode_canonical(dict(options)), entries)


@lru_cache(maxsize=2048)
def _count_loads(format_key: str, options_text: str, entries: int) -> tuple[RoundLoad, ...]:
    chosen = format_by_key(format_key)
    options = chosen.options_from(json.loads(options_text))
    if entries < chosen.fewest or chosen.find_plan_problems(options, entries):
        return ()
    if chosen.family in {Family.BRACKET, Family.POOLS}:
        return tuple(_draw_loads(chosen, options, entries))
    return _divide_loads(chosen, options, entries)


def _draw_loads(chosen: Format, options: Any, entries: int) -> Iterator[RoundLoad]:
    """Round by round as they will be drawn, as if the first side won every match; a round that may fall out is not counted."""
    entrants = tuple(Entrant(number, number) for number in range(1, entries + 1))
    history: list[PlayedMatch] = []
    for number in range(1, chosen.count_rounds(options, entries) + 1):
        request = DrawRequest(chosen.key, number, "", entrants, chosen.options_to_json(options), tuple(history))
        if number > 1 and chosen.is_over(options, request):
            return
        drawn = chosen.draw_pairings(options, request).pairings
        for pairing in drawn:
            outcome = MatchOutcome.BYE if pairing.bye else MatchOutcome.PLAYED
            history.append(PlayedMatch(number, pairing.sides, 0, outcome, pairing.position))
        byes = sum(pairing.bye for pairing in drawn)
        yield RoundLoad(len(drawn) - byes, byes)


def _divide_loads(chosen: Format, options: Any, entries: int) -> tuple[RoundLoad, ...]:
    """Everybody plays in every round but those for whom no table is complete."""
    matches = _count_full_tables(chosen, options, entries)
    return (RoundLoad(matches, entries - matches * chosen.sides * chosen.side_size),) * chosen.count_rounds(options, entries)


def _count_full_tables(chosen: Format, options: Any, entries: int) -> int:
    """Venues fill their tables each for itself; of teams only whole ones are counted."""
    if chosen.in_teams:
        boards = int(options.boards)
        return entries // boards // 2 * boards
    groups = chosen.count_groups(options, entries) if chosen.in_venues else 1
    smaller, larger = divmod(entries, groups)
    seats = chosen.sides * chosen.side_size
    return larger * ((smaller + 1) // seats) + (groups - larger) * (smaller // seats)


def count_matches_of_entry(stage: EveningStage) -> tuple[int, int]:
    """The fewest and the most matches of an entry in a stage."""
    chosen = format_by_key(stage.format)
    options = chosen.options_from(stage.options)
    loads = count_loads(stage.format, stage.options, stage.entries)
    if chosen.family is Family.POOLS:
        groups = chosen.count_groups(options, stage.entries)
        smallest, more = divmod(stage.entries, groups)
        return (smallest - 1) * options.meetings, (smallest - (not more)) * options.meetings
    if chosen.family is Family.BRACKET:
        return _count_least_in_bracket(chosen, options, stage.entries), len(loads)
    rests = sum(load.byes for load in loads)
    return len(loads) - -(-rests // stage.entries), len(loads) - rests // stage.entries


def _count_least_in_bracket(chosen: Format, options: Any, entries: int) -> int:
    """Who loses is out, but where it takes two defeats, and for the loser of a semifinal of four."""
    if chosen.key == DoubleElimination.key:
        return 2
    all_play_on = chosen.one_tree and entries == 4 and options.play_for >= 4
    return 2 if all_play_on else 1


def can_be_played(chosen: Format, options: Mapping[str, Json], entries: int) -> bool:
    """Whether a stage can be planned for so many."""
    try:
        return chosen.fewest <= entries and not chosen.find_plan_problems(chosen.options_from(options), entries)
    except RuleViolation:
        return False


def add_up_rounds(stages: Sequence[EveningStage]) -> tuple[tuple[RoundLoad, ...], tuple[tuple[int, int], ...]]:
    """The rounds of an evening, those of stages side by side together, and by stage its first and its last.

    A stage begins when the one that it takes its entries from is over, or the rounds whose losers it takes.
    """
    rounds: list[RoundLoad] = []
    spans: list[tuple[int, int]] = []
    for stage in stages:
        begins = 1 if stage.source is None else 1 + _find_last_round(spans[stage.source], stage)
        loads = count_loads(stage.format, stage.options, stage.entries)
        rounds += [RoundLoad(0, 0)] * (begins - 1 + len(loads) - len(rounds))
        for number, load in enumerate(loads, start=begins - 1):
            rounds[number] = RoundLoad(rounds[number].matches + load.matches, rounds[number].byes + load.byes)
        spans.append((begins, begins - 1 + len(loads)))
    return tuple(rounds), tuple(spans)


def _find_last_round(source: tuple[int, int], stage: EveningStage) -> int:
    first, last = source
    return first - 1 + stage.lost[1] if stage.lost else last
