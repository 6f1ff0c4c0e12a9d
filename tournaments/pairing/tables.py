"""Which match is played at which table."""

from collections.abc import Collection, Mapping, Sequence

from .values import Pairing, Reason


def seat_tables(
    pairings: Sequence[Pairing],
    tables: Sequence[int],
    *,
    fixed: Mapping[int, int] | None = None,
    out_of_use: Collection[int] = (),
) -> dict[int, int]:
    """The table of every match by the match's `order`; matches for which there is no table yet wait for the next free one.

    `fixed` gives entries that must sit at one table, by id; everybody else is seated in the order of the draw.
    """
    usable = [table for table in tables if table not in out_of_use]
    wishes = fixed or {}
    seated: dict[int, int] = {}
    for pairing in pairings:
        wished = [wishes[side] for side in pairing.sides if side in wishes]
        table = next((table for table in wished if table in usable and table not in seated.values()), None)
        if table is not None and not pairing.bye:
            seated[pairing.order] = table
    taken = set(seated.values())
    free = iter([table for table in usable if table not in taken])
    for pairing in pairings:
        if not pairing.bye and pairing.order not in seated:
            table = next(free, None)
            if table is None:
                break
            seated[pairing.order] = table
    return seated


def next_free_table(tables: Sequence[int], busy: Collection[int], *, out_of_use: Collection[int] = ()) -> int | None:
    """The first table at which nobody plays; None while all are taken."""
    return next((table for table in tables if table not in busy and table not in out_of_use), None)


def waiting(pairings: Sequence[Pairing], seated: Mapping[int, int]) -> tuple[Pairing, ...]:
    """Matches without a table, first come first served."""
    return tuple(pairing for pairing in pairings if not pairing.bye and pairing.order not in seated)


def unmet_wishes(pairings: Sequence[Pairing], seated: Mapping[int, int], fixed: Mapping[int, int]) -> tuple[Reason, ...]:
    """Entries that do not sit at their fixed table: it is out of use, or two who need different ones meet."""
    return tuple(
        Reason.of("fixed_table_missed", entrant=side, table=fixed[side])
        for pairing in pairings
        if not pairing.bye
        for side in pairing.sides
        if side in fixed and seated.get(pairing.order) != fixed[side]
    )
