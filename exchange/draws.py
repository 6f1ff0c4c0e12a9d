"""Draws whose entries have other keys now: translated, and drawn again to see that they are the same."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pairing
from pairing.codec import digest_of
from pairing.mitchell import NOBODY
from pairing.reasons import ENTRANT_PARAMS
from pairing.values import Draw, Group, Pairing, Request
from rules.problems import RuleViolation

Keys = Mapping[int, int]
Json = dict[str, Any]


def translated_draw(inputs: Json, outcome: Json, keys: Keys) -> tuple[Json, Json, bool]:
    """Inputs and outcome with the new keys, and whether the engine draws the same again.

    When it does, its own outcome is stored, so that the certificate speaks of the new keys too; when it does not (the draw is another
    release's), what was drawn is kept without one.
    """
    stored = pairing.draw_from_json({**outcome, "request": inputs})
    request = _request(stored.request, keys)
    expected = tuple(_pairing(one, keys) for one in stored.pairings)
    drawn = _drawn_again(request)
    repeated = drawn is not None and drawn.version == stored.version and _seats(drawn.pairings) == _seats(expected)
    kept = drawn if drawn is not None and repeated else _kept(stored, request, expected, keys)
    data = pairing.draw_to_json(kept)
    return data.pop("request"), data, repeated


def translated_reasons(reasons: Sequence[Json], keys: Keys) -> list[Json]:
    return [pairing.reason_to_json(_reason(pairing.reason_from_json(one), keys)) for one in reasons]


def _kept(stored: Draw, request: Request, pairings: tuple[Pairing, ...], keys: Keys) -> Draw:
    groups = tuple(_group(group, keys) for group in stored.groups)
    return replace(stored, request=request, digest=digest_of(request), pairings=pairings, certificate={}, groups=groups)


def _drawn_again(request: Request) -> Draw | None:
    try:
        return pairing.draw_request(request)
    except (pairing.DrawRefused, RuleViolation, LookupError):
        return None


def _seats(pairings: Sequence[Pairing]) -> list[tuple[int, tuple[int, ...], bool, str]]:
    return [(one.order, one.sides, one.bye, one.group) for one in pairings]


def _request(request: Request, keys: Keys) -> Request:
    return replace(
        request,
        entrants=tuple(replace(one, id=keys[one.id]) for one in request.entrants),
        history=tuple(replace(one, sides=_all(one.sides, keys)) for one in request.history),
        standings=tuple(replace(one, entrant=keys[one.entrant], opponents=_all(one.opponents, keys)) for one in request.standings),
        forbidden=tuple((keys[one], keys[other]) for one, other in request.forbidden),
        groups=tuple(_group(group, keys) for group in request.groups),
        declined=_all(request.declined, keys),
    )


def _pairing(one: Pairing, keys: Keys) -> Pairing:
    return replace(one, sides=_all(one.sides, keys), reasons=tuple(_reason(reason, keys) for reason in one.reasons))


def _reason(reason: pairing.Reason, keys: Keys) -> pairing.Reason:
    params = {name: keys.get(int(value), value) if name in ENTRANT_PARAMS else value for name, value in reason.params}
    return pairing.Reason.of(reason.code, **params)


def _group(group: Group, keys: Keys) -> Group:
    """The empty place of an odd line stays empty."""
    return Group(group.name, tuple(NOBODY if member == NOBODY else keys[member] for member in group.members))


def _all(values: Sequence[int], keys: Keys) -> tuple[int, ...]:
    return tuple(keys[value] for value in values)
