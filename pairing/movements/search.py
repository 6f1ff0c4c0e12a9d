"""Seating one round with as few repetitions as possible, by exchanging players while that helps."""

from collections.abc import Sequence

from pairing.lots import Lots
from pairing.movements.designs import Movement, TablePlayers
from pairing.movements.seating_history import SeatingHistory

_MOST_STEPS = 120
_MOST_KICKS = 12


def seat_round(history: SeatingHistory, present: Sequence[int], table_size: int, lots: Lots) -> tuple[list[TablePlayers], list[int]]:
    """The tables and the resting players of a round, for the players present; those who rested least often rest first."""
    order = lots.draw_order(present)
    order.sort(key=lambda player: history.rests[player])
    count = len(order) % table_size
    resting, playing = order[:count], lots.draw_order(order[count:])
    tables = [playing[start : start + table_size] for start in range(0, len(playing), table_size)]
    return [history.choose_partners(table) for table in _improve_tables(history, tables, lots)], sorted(resting)


def search_movement(players: int, rounds: int, table_size: int, side_size: int, lots: Lots) -> Movement:
    """The best of several movements found round by round; smaller fields get more attempts."""
    attempts = max(1, min(20, 2000 // (players * rounds)))
    attempts_made = [_build_movement(players, rounds, table_size, side_size, lots) for _attempt_number in range(attempts)]
    return min(attempts_made, key=lambda attempt: attempt[0])[1]


def _build_movement(players: int, rounds: int, table_size: int, side_size: int, lots: Lots) -> tuple[int, Movement]:
    history = SeatingHistory(players, side_size)
    movement: Movement = []
    spent = 0
    for _round in range(rounds):
        tables, resting = seat_round(history, range(players), table_size, lots)
        spent += sum(map(history.compute_cost, tables))
        history.add_round(tables, resting)
        movement.append(tables)
    return spent, movement


def _improve_tables(history: SeatingHistory, tables: list[list[int]], lots: Lots) -> list[list[int]]:
    best, least = [list(table) for table in tables], sum(map(history.compute_cost, tables))
    for _kick in range(_MOST_KICKS):
        spent = _descend_to_minimum(history, tables, lots)
        if spent < least:
            best, least = [list(table) for table in tables], spent
        if not least or len(tables) < 2:
            break
        tables = [list(table) for table in best]
        for _exchange in range(3):
            _exchange_random(tables, lots)
    return best


def _exchange_random(tables: list[list[int]], lots: Lots) -> None:
    first_table, second_table = lots.draw_order(range(len(tables)))[:2]
    seat, place = lots.draw_number(len(tables[first_table])), lots.draw_number(len(tables[second_table]))
    tables[first_table][seat], tables[second_table][place] = tables[second_table][place], tables[first_table][seat]


def _descend_to_minimum(history: SeatingHistory, tables: list[list[int]], lots: Lots) -> int:
    """Make the best exchange for a player at a table that repeats something, until none helps; returns the remaining cost."""
    costs = [history.compute_cost(table) for table in tables]
    for _step in range(_MOST_STEPS):
        troubled = [(index, seat) for index, cost in enumerate(costs) if cost for seat in range(len(tables[index]))]
        if not any(_exchange_best(history, tables, costs, index, seat) for index, seat in lots.draw_order(troubled)):
            break
    return sum(costs)


def _exchange_best(history: SeatingHistory, tables: list[list[int]], costs: list[int], origin: int, seat: int) -> bool:
    """Exchange the player of this seat with the player for whom the two tables repeat least; false when no exchange helps."""
    best = (0, 0, 0)
    for target, table in enumerate(tables):
        for place in range(len(table) if target != origin else 0):
            tables[origin][seat], table[place] = table[place], tables[origin][seat]
            gain = costs[origin] + costs[target] - history.compute_cost(tables[origin]) - history.compute_cost(table)
            tables[origin][seat], table[place] = table[place], tables[origin][seat]
            best = max(best, (gain, target, place))
    gain, target, place = best
    if not gain:
        return False
    tables[origin][seat], tables[target][place] = tables[target][place], tables[origin][seat]
    costs[origin], costs[target] = history.compute_cost(tables[origin]), history.compute_cost(tables[target])
    return True
