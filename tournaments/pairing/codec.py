"""Draws as JSON and back, exactly: integers, strings, booleans, lists and objects, no floats."""

import hashlib
import json
from dataclasses import fields

from .values import Draw, Entrant, Group, Json, Outcome, Pairing, Played, Position, Reason, Request, Standing


def canonical(data: Json) -> str:
    """One text for one value: sorted keys, no spaces."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def digest_of(request: Request) -> str:
    return hashlib.sha256(canonical(request_to_json(request)).encode()).hexdigest()


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


def request_to_json(request: Request) -> Json:
    return {
        "format": request.format,
        "round": request.round,
        "seed": request.seed,
        "entrants": [entrant_to_json(entrant) for entrant in request.entrants],
        "options": request.options,
        "history": [played_to_json(played) for played in request.history],
        "standings": [standing_to_json(standing) for standing in request.standings],
        "forbidden": [list(pair) for pair in request.forbidden],
        "groups": [group_to_json(group) for group in request.groups],
    }


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
    return {field.name: getattr(value, field.name) for field in fields(value)}
