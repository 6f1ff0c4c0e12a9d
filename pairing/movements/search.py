"""Seating one round so that as little as possible repeats: exchanging players while that helps."""

from collections.abc import Sequence

from pairing.lots import Lots
from pairing.movements.designs import Movement, Table
from pairing.movements.seating_history import Memory

_STEPS = 120
_KICKS = 12


def seat_round(memory: Memory, present: Sequence[int], table_size: int, lots: Lots) -> tuple[list[Table], list[int]]:
    """Tables and who rests, for the players who are present; who rested least often rests first."""
    order = lots.shuffled(present)
    order.sort(key=lambda player: memory.rests[player])
    count = len(order) % table_size
    resting, playing = order[:count], lots.shuffled(order[count:])
    tables = [playing[start : start + table_size] for start in range(0, len(playing), table_size)]
    return [memory.seated(table) for table in _improved(memory, tables, lots)], sorted(resting)


def search_movement(players: int, rounds: int, table_size: int, side_size: int, lots: Lots) -> Movement:
    """The best of several movements found round by round; more are tried the smaller the field is."""
    attempts = max(1, min(20, 2000 // (players * rounds)))
    found = [_attempt(players, rounds, table_size, side_size, lots) for _attempt_number in range(attempts)]
    return min(found, key=lambda attempt: attempt[0])[1]


def _attempt(players: int, rounds: int, table_size: int, side_size: int, lots: Lots) -> tuple[int, Movement]:
    memory = Memory(players, side_size)
    movement: Movement = []
    spent = 0
    for _round in range(rounds):
        tables, resting = seat_round(memory, range(players), table_size, lots)
        spent += sum(map(memory.cost, tables))
        memory.remember(tables, resting)
        movement.append(tables)
    return spent, movement


def _improved(memory: Memory, tables: list[list[int]], lots: Lots) -> list[list[int]]:
    best, least = [list(table) for table in tables], sum(map(memory.cost, tables))
    for _kick in range(_KICKS):
        spent = _descend(memory, tables, lots)
        if spent < least:
            best, least = [list(table) for table in tables], spent
        if not least or len(tables) < 2:
            break
        tables = [list(table) for table in best]
        for _exchange in range(3):
            _exchange_any(tables, lots)
    return best


def _exchange_any(tables: list[list[int]], lots: Lots) -> None:
    one, other = lots.shuffled(range(len(tables)))[:2]
    seat, place = lots.below(len(tables[one])), lots.below(len(tables[other]))
    tables[one][seat], tables[other][place] = tables[other][place], tables[one][seat]


def _descend(memory: Memory, tables: list[list[int]], lots: Lots) -> int:
    """Take the best exchange for a player at a table that repeats something, until none helps; what is left over."""
    costs = [memory.cost(table) for table in tables]
    for _step in range(_STEPS):
        troubled = [(index, seat) for index, cost in enumerate(costs) if cost for seat in range(len(tables[index]))]
        if not any(_exchange_best(memory, tables, costs, index, seat) for index, seat in lots.shuffled(troubled)):
            break
    return sum(costs)


def _exchange_best(memory: Memory, tables: list[list[int]], costs: list[int], one: int, seat: int) -> bool:
    """Exchange the player of this seat with whoever makes the two tables repeat least; false when nobody does."""
    best = (0, 0, 0)
    for other, table in enumerate(tables):
        for place in range(len(table) if other != one else 0):
            tables[one][seat], table[place] = table[place], tables[one][seat]
            gain = costs[one] + costs[other] - memory.cost(tables[one]) - memory.cost(table)
            tables[one][seat], table[place] = table[place], tables[one][seat]
            best = max(best, (gain, other, place))
    gain, other, place = best
    if not gain:
        return False
    tables[one][seat], tables[other][place] = tables[other][place], tables[one][seat]
    costs[one], costs[other] = memory.cost(tables[one]), memory.cost(tables[other])
    return True
