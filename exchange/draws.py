"""Translate the entry keys of imported draws, and repeat the draws to compare them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pairing
from pairing.codec import compute_request_digest, group_from_json, pairing_from_json, request_from_json
from pairing.mitchell import NOBODY
from pairing.reasons import ENTRANT_PARAMS
from pairing.values import DrawnRound, DrawRequest, EntryGroup, Pairing
from rules.problems import RuleViolation

Keys = Mapping[int, int]
Json = dict[str, Any]


def translate_draw(inputs: Json, outcome: Json, keys: Keys) -> tuple[Json, Json, bool]:
    """Inputs and outcome with the new keys, and whether the engine draws the same again.

    When it does, its own outcome is stored, so that the certificate uses the new keys too; otherwise (the draw is another
    release's) the imported draw is stored without a certificate.
    """
    request = _translate_request(request_from_json(inputs), keys)
    expected = tuple(_translate_pairing(pairing_from_json(drawn), keys) for drawn in outcome["pairings"])
    result = _repeat_draw(request, outcome["version"])
    repeated = result is not None and result.version == outcome["version"] and _list_seats(result.pairings) == _list_seats(expected)
    if result is None or not repeated:
        groups = tuple(_translate_group(group_from_json(group), keys) for group in outcome["groups"])
        result = DrawnRound(request, outcome["version"], compute_request_digest(request), expected, {}, groups)
    data = pairing.draw_to_json(result)
    return data.pop("request"), data, repeated


def translate_reasons(reasons: Sequence[Json], keys: Keys) -> list[Json]:
    return [pairing.reason_to_json(_translate_reason(pairing.reason_from_json(reason), keys)) for reason in reasons]


def _repeat_draw(request: DrawRequest, version: int) -> DrawnRound | None:
    try:
        return pairing.draw_request(request, version)
    except (pairing.DrawRefused, RuleViolation, LookupError):
        return None


def _list_seats(pairings: Sequence[Pairing]) -> list[tuple[int, tuple[int, ...], bool, str]]:
    return [(pairing_.order, pairing_.sides, pairing_.bye, pairing_.group) for pairing_ in pairings]


def _translate_request(request: DrawRequest, keys: Keys) -> DrawRequest:
    return replace(
        request,
        entrants=tuple(replace(entrant, id=keys[entrant.id]) for entrant in request.entrants),
        history=tuple(replace(pairing_, sides=_translate_all(pairing_.sides, keys)) for pairing_ in request.history),
        standings=tuple(
            replace(standing, entrant=keys[standing.entrant], opponents=_translate_all(standing.opponents, keys))
            for standing in request.standings
        ),
        forbidden=tuple((keys[first], keys[second]) for first, second in request.forbidden),
        groups=tuple(_translate_group(group, keys) for group in request.groups),
        declined=_translate_all(request.declined, keys),
    )


def _translate_pairing(drawn: Pairing, keys: Keys) -> Pairing:
    return replace(
        drawn, sides=_translate_all(drawn.sides, keys), reasons=tuple(_translate_reason(reason, keys) for reason in drawn.reasons)
    )


def _translate_reason(reason: pairing.DrawReason, keys: Keys) -> pairing.DrawReason:
    params = {name: keys.get(int(value), value) if name in ENTRANT_PARAMS else value for name, value in reason.params}
    return pairing.DrawReason.of(reason.code, **params)


def _translate_group(group: EntryGroup, keys: Keys) -> EntryGroup:
    """The group with new keys; the empty place of an odd line stays empty."""
    return EntryGroup(group.name, tuple(NOBODY if member == NOBODY else keys[member] for member in group.members))


def _translate_all(values: Sequence[int], keys: Keys) -> tuple[int, ...]:
    return tuple(keys[value] for value in values)
