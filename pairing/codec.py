"""Draws as JSON and back, exactly: integers, strings, booleans, lists and objects, no floats."""

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import lru_cache
from typing import Any

from pairing.values import Draw, Entrant, Group, Json, Outcome, Pairing, Played, Position, Reason, Request, Standing


def canonical(data: Json) -> str:
    """One text for one value: sorted keys, no spaces."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def digest_of(request: Request) -> str:
    """The SHA-256 of the request as canonical JSON, taken piece by piece: a field of ten thousand never stands in memory as JSON."""
    digest = hashlib.sha256()
    for piece in _canonical_pieces(request):
        digest.update(piece.encode())
    return digest.hexdigest()


def _canonical_pieces(request: Request) -> Iterator[str]:
    """Joined they are `canonical(request_to_json(request))`."""
    for place, name in enumerate(sorted(name for name in _names(Request) if name not in _RARE or getattr(request, name))):
        yield ("," if place else "{") + f'"{name}":'
        value = getattr(request, name)
        if name not in _LISTS:
            yield canonical(value)
            continue
        yield "["
        for start in range(0, len(value), _AT_ONCE):
            told = canonical([_LISTS[name](one) for one in value[start : start + _AT_ONCE]])
            yield ("," if start else "") + told[1:-1]
        yield "]"
    yield "}"


def entrant_to_json(entrant: Entrant) -> Json:
    return _plain(entrant)


def entrant_from_json(data: Json) -> Entrant:
    return Entrant(**data)


def position_to_json(position: Position | None) -> Json:
    return None if position is None else [position.place, position.width, position.slot, position.bracket]


def position_from_json(data: Json) -> Position | None:
    return None if data is None else Position(*data)


def reason_to_json(reason: Reason) -> Json:
    return {"code": reason.code, "params": dict(reason.params)}


def reason_from_json(data: Json) -> Reason:
    return Reason.of(data["code"], **data["params"])


def pairing_to_json(pairing: Pairing) -> Json:
    return _plain(pairing) | {
        "sides": list(pairing.sides),
        "reasons": [reason_to_json(reason) for reason in pairing.reasons],
        "position": position_to_json(pairing.position),
    }


def pairing_from_json(data: Json) -> Pairing:
    return Pairing(
        **data
        | {
            "sides": tuple(data["sides"]),
            "reasons": tuple(reason_from_json(reason) for reason in data["reasons"]),
            "position": position_from_json(data["position"]),
        }
    )


def played_to_json(played: Played) -> Json:
    return _plain(played) | {
        "sides": list(played.sides),
        "outcome": played.outcome.value,
        "position": position_to_json(played.position),
    }


def played_from_json(data: Json) -> Played:
    return Played(
        **data
        | {
            "sides": tuple(data["sides"]),
            "outcome": Outcome(data["outcome"]),
            "position": position_from_json(data["position"]),
        }
    )


def standing_to_json(standing: Standing) -> Json:
    return _plain(standing) | {"opponents": list(standing.opponents)}


def standing_from_json(data: Json) -> Standing:
    return Standing(**data | {"opponents": tuple(data["opponents"])})


def group_to_json(group: Group) -> Json:
    return {"name": group.name, "members": list(group.members)}


def group_from_json(data: Json) -> Group:
    return Group(data["name"], tuple(data["members"]))


_AT_ONCE = 200
_LISTS: dict[str, Callable[[Any], Json]] = {
    "entrants": entrant_to_json,
    "history": played_to_json,
    "standings": standing_to_json,
    "forbidden": list,
    "groups": group_to_json,
    "declined": int,
}
_RARE = frozenset({"declined"})
"""Told only where there are any, so that draws from before keep their fingerprints."""


def request_to_json(request: Request) -> Json:
    plain = {"format": request.format, "round": request.round, "seed": request.seed, "options": request.options}
    told = {name: [to_json(one) for one in getattr(request, name)] for name, to_json in _LISTS.items()}
    return plain | {name: value for name, value in told.items() if value or name not in _RARE}


def request_from_json(data: Json) -> Request:
    return Request(
        format=data["format"],
        round=data["round"],
        seed=data["seed"],
        entrants=tuple(entrant_from_json(entrant) for entrant in data["entrants"]),
        options=dict(data["options"]),
        history=tuple(played_from_json(played) for played in data["history"]),
        standings=tuple(standing_from_json(standing) for standing in data["standings"]),
        forbidden=tuple((first, second) for first, second in data["forbidden"]),
        groups=tuple(group_from_json(group) for group in data["groups"]),
        declined=tuple(data.get("declined", ())),
    )


def draw_to_json(draw: Draw) -> Json:
    return {
        "request": request_to_json(draw.request),
        "version": draw.version,
        "digest": draw.digest,
        "pairings": [pairing_to_json(pairing) for pairing in draw.pairings],
        "certificate": draw.certificate,
        "groups": [group_to_json(group) for group in draw.groups],
    }


def draw_from_json(data: Json) -> Draw:
    return Draw(
        request=request_from_json(data["request"]),
        version=data["version"],
        digest=data["digest"],
        pairings=tuple(pairing_from_json(pairing) for pairing in data["pairings"]),
        certificate=data["certificate"],
        groups=tuple(group_from_json(group) for group in data["groups"]),
    )


def _plain(value: Entrant | Pairing | Played | Standing) -> dict[str, Json]:
    kind: Any = type(value)
    return {name: getattr(value, name) for name in _names(kind)}


@lru_cache(maxsize=8)
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))
