"""Conversion of draws to JSON and back, without loss: integers, strings, booleans, lists and objects, no floats."""

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import lru_cache
from operator import attrgetter
from typing import Any

from pairing.values import (
    DrawnRound,
    DrawReason,
    DrawRequest,
    Entrant,
    EntrantStanding,
    EntryGroup,
    Json,
    MatchOutcome,
    Pairing,
    PlayedMatch,
    Position,
)


def encode_canonical(data: Json) -> str:
    """The one JSON text of a value: keys sorted, no spaces."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def compute_request_digest(request: DrawRequest) -> str:
    """The SHA-256 of the request as canonical JSON, computed in pieces so that a field of ten thousand entries is never held in
    memory as JSON.
    """
    digest = hashlib.sha256()
    for piece in _iterate_canonical_pieces(request):
        digest.update(piece.encode())
    return digest.hexdigest()


def _iterate_canonical_pieces(request: DrawRequest) -> Iterator[str]:
    """Pieces that make `encode_canonical(request_to_json(request))` when joined."""
    for place, name in enumerate(
        sorted(name for name in _list_field_names(DrawRequest) if name not in _OMITTED_WHEN_EMPTY or getattr(request, name))
    ):
        yield ("," if place else "{") + f'"{name}":'
        value = getattr(request, name)
        if name not in _LIST_ENCODERS:
            yield encode_canonical(value)
            continue
        yield "["
        for start in range(0, len(value), _CHUNK_SIZE):
            chunk = encode_canonical([_LIST_ENCODERS[name](item) for item in value[start : start + _CHUNK_SIZE]])
            yield ("," if start else "") + chunk[1:-1]
        yield "]"
    yield "}"


def entrant_to_json(entrant: Entrant) -> Json:
    """The entrant; its pool is written only where it has one, so that older draws keep their digests."""
    data = _fields_to_json(entrant)
    return data if entrant.pool else {name: value for name, value in data.items() if name != "pool"}


def entrant_from_json(data: Json) -> Entrant:
    return Entrant(**data)


def position_to_json(position: Position | None) -> Json:
    return None if position is None else [position.place, position.width, position.slot, position.bracket]


def position_from_json(data: Json) -> Position | None:
    return None if data is None else Position(*data)


def reason_to_json(reason: DrawReason) -> Json:
    return {"code": reason.code, "params": dict(reason.params)}


def reason_from_json(data: Json) -> DrawReason:
    return DrawReason.of(data["code"], **data["params"])


def pairing_to_json(pairing: Pairing) -> Json:
    return _fields_to_json(pairing) | {
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


def played_to_json(played: PlayedMatch) -> Json:
    return _fields_to_json(played) | {
        "sides": list(played.sides),
        "outcome": played.outcome.value,
        "position": position_to_json(played.position),
    }


def played_from_json(data: Json) -> PlayedMatch:
    return PlayedMatch(
        **data
        | {
            "sides": tuple(data["sides"]),
            "outcome": MatchOutcome(data["outcome"]),
            "position": position_from_json(data["position"]),
        }
    )


def standing_to_json(standing: EntrantStanding) -> Json:
    return _fields_to_json(standing) | {"opponents": list(standing.opponents)}


def standing_from_json(data: Json) -> EntrantStanding:
    return EntrantStanding(**data | {"opponents": tuple(data["opponents"])})


def group_to_json(group: EntryGroup) -> Json:
    return {"name": group.name, "members": list(group.members)}


def group_from_json(data: Json) -> EntryGroup:
    return EntryGroup(data["name"], tuple(data["members"]))


_CHUNK_SIZE = 200
_LIST_ENCODERS: dict[str, Callable[[Any], Json]] = {
    "entrants": entrant_to_json,
    "history": played_to_json,
    "standings": standing_to_json,
    "forbidden": list,
    "groups": group_to_json,
    "declined": int,
    "accelerated": int,
}
_OMITTED_WHEN_EMPTY = frozenset({"declined", "ahead", "win_points", "accelerated"})
"""Written only when not empty, so that older draws keep their digests."""


def request_to_json(request: DrawRequest) -> Json:
    plain = {"format": request.format, "round": request.round, "seed": request.seed, "options": request.options}
    lists = {name: [to_json(item) for item in getattr(request, name)] for name, to_json in _LIST_ENCODERS.items()}
    rare = {"ahead": request.ahead, "win_points": request.win_points}
    return plain | {name: value for name, value in (rare | lists).items() if value or name not in _OMITTED_WHEN_EMPTY}


def request_from_json(data: Json) -> DrawRequest:
    return DrawRequest(
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
        ahead=data.get("ahead", False),
        win_points=data.get("win_points", 0),
        accelerated=tuple(data.get("accelerated", ())),
    )


def draw_to_json(draw: DrawnRound) -> Json:
    return {
        "request": request_to_json(draw.request),
        "version": draw.version,
        "digest": draw.digest,
        "pairings": [pairing_to_json(pairing) for pairing in draw.pairings],
        "certificate": draw.certificate,
        "groups": [group_to_json(group) for group in draw.groups],
    }


def draw_from_json(data: Json) -> DrawnRound:
    return DrawnRound(
        request=request_from_json(data["request"]),
        version=data["version"],
        digest=data["digest"],
        pairings=tuple(pairing_from_json(pairing) for pairing in data["pairings"]),
        certificate=data["certificate"],
        groups=tuple(group_from_json(group) for group in data["groups"]),
    )


def _fields_to_json(value: Entrant | Pairing | PlayedMatch | EntrantStanding) -> dict[str, Json]:
    kind: Any = type(value)
    return dict(zip(_list_field_names(kind), _build_field_reader(kind)(value), strict=True))


@lru_cache(maxsize=8)
def _build_field_reader(kind: Any) -> Callable[[Any], tuple[Json, ...]]:
    """Reads all fields of a value at once: a draw of 10,000 writes 45,000 of them."""
    return attrgetter(*_list_field_names(kind))


@lru_cache(maxsize=8)
def _list_field_names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))
