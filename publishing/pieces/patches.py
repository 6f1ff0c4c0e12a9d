"""The difference between two JSON values, and the way back: `apply_patch(a, build_patch(a, b)) == b` for all values without fractions.

A patch is `["="]` (nothing changes), `["set", value]`, `["object", {name: patch}, [removed names]]` or `["list", [step, …]]`, whose steps
are `[first, end]` (items of the old list that stay), `["at", place, patch]` (an old item that changes) and `["new", value]`. Every old
item is used once at most, so that a patch never makes more than was there and what it brings itself.
"""

from collections import deque
from collections.abc import Iterator
from typing import Any

Json = Any
NAMES = ("id", "code", "seq", "key", "number", "serial", "actor", "stage", "entry", "place")
"""What tells the items of a list apart, the first of these that an item has."""
MOST_DEPTH = 40
SAME: Json = ["="]


class PatchRefused(ValueError):
    """The patch does not fit the document that it shall change, or is no patch."""


def is_same(first: Json, second: Json) -> bool:
    """Whether both are one JSON value: unlike in Python, `true` is not 1."""
    if type(first) is not type(second):
        return False
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(is_same(value, second[name]) for name, value in first.items())
    if isinstance(first, list):
        return len(first) == len(second) and all(map(is_same, first, second))
    return bool(first == second)


def build_patch(before: Json, after: Json) -> Json:
    """What makes `after` of `before`."""
    if is_same(before, after):
        return SAME
    if isinstance(before, dict) and isinstance(after, dict):
        changed = {name: build_patch(before[name], value) for name, value in after.items() if name in before}
        added = {name: ["set", value] for name, value in after.items() if name not in before}
        steps = {name: patch for name, patch in (changed | added).items() if patch is not SAME}
        return ["object", steps, sorted(before.keys() - after.keys())]
    if isinstance(before, list) and isinstance(after, list):
        return ["list", list(_iterate_steps(before, after))]
    return ["set", after]


def _iterate_steps(before: list[Json], after: list[Json]) -> Iterator[Json]:
    places: dict[Any, deque[int]] = {}
    for place, item in enumerate(before):
        places.setdefault(_identify(item), deque()).append(place)
    first = end = 0
    for item in after:
        found = places.get(_identify(item))
        place = found.popleft() if found else -1
        patch = build_patch(before[place], item) if found is not None and place >= 0 else None
        if patch is SAME and place == end > first:
            end += 1
            continue
        if end > first:
            yield [first, end]
        first, end = (place, place + 1) if patch is SAME else (0, 0)
        if patch is not SAME:
            yield ["new", item] if patch is None else ["at", place, patch]
    if end > first:
        yield [first, end]


def _identify(item: Json) -> Any:
    """What an item of a list is known by: the kind of its value, and its name or itself."""
    if isinstance(item, dict):
        return next(((name, type(item[name]), repr(item[name])) for name in NAMES if name in item), ("object",))
    return (type(item),) if isinstance(item, list) else (type(item), item)


def apply_patch(before: Json, patch: Json, *, depth: int = 0) -> Json:
    """Make the new value; parts that did not change are shared with the old one. Raises: PatchRefused."""
    match patch:
        case _ if depth > MOST_DEPTH:
            raise PatchRefused("nested too deeply")
        case ["="]:
            return before
        case ["set", value]:
            return value
        case ["object", dict(steps), list(removed)] if isinstance(before, dict):
            return _apply_to_object(before, steps, removed, depth)
        case ["list", list(steps)] if isinstance(before, list):
            return _apply_to_list(before, steps, depth)
    raise PatchRefused("does not fit")


def _apply_to_object(before: dict[str, Json], steps: dict[str, Json], removed: list[Json], depth: int) -> Json:
    if not all(isinstance(name, str) and name in before for name in removed):
        raise PatchRefused("removes what is not there")
    kept = {name: value for name, value in before.items() if name not in set(removed)}
    return kept | {name: apply_patch(before.get(name), step, depth=depth + 1) for name, step in steps.items()}


def _apply_to_list(before: list[Json], steps: list[Json], depth: int) -> Json:
    after: list[Json] = []
    used: set[int] = set()
    for step in steps:
        match step:
            case [int(first), int(end)] if 0 <= first < end <= len(before):
                _take(used, range(first, end))
                after += before[first:end]
            case ["at", int(place), change] if 0 <= place < len(before):
                _take(used, range(place, place + 1))
                after.append(apply_patch(before[place], change, depth=depth + 1))
            case ["new", value]:
                after.append(value)
            case _:
                raise PatchRefused("a step does not fit")
    return after


def _take(used: set[int], places: range) -> None:
    if not used.isdisjoint(places):
        raise PatchRefused("uses an item twice")
    used.update(places)
