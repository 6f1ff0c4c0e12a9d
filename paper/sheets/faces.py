"""Which games stand on which face of a sheet, so that every row is high enough for a pencil."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from paper.sheets.plan import Block, Face, Strip

FitsFace = Callable[[Face], bool]
"""Whether a face has room for its rows."""
MOST_ROOM = 40
"""Rows that are tried for a part of a game on one face."""
LEAST_PART = 3
"""Rows of a game that go on a further face at least."""


def build_strips(blocks: Sequence[Block], across: int) -> tuple[Strip, ...]:
    """The games below each other, `across` of them side by side."""
    return tuple(tuple(blocks[start : start + across]) for start in range(0, len(blocks), across))


def divide_into_faces(strips: Sequence[Strip], fits: FitsFace) -> tuple[Face, ...]:
    """As few faces as possible, in the order of the games. A game that is longer than a face is divided."""
    faces: list[Face] = []
    rest = list(strips)
    while rest:
        face = Face(tuple(rest), first=not faces, last=True)
        if not fits(face):
            face = _take_face(rest, fits, first=not faces)
        faces.append(face)
        rest = _list_rest(rest, face)
    return tuple(faces)


def _take_face(rest: Sequence[Strip], fits: FitsFace, *, first: bool) -> Face:
    """The strips that fit on a face without the result, at least one row; something is left for the next face."""
    fitting: tuple[Strip, ...] = ()
    for strip in rest[:-1]:
        if not fits(Face((*fitting, strip), first=first, last=False)):
            break
        fitting = (*fitting, strip)
    if fitting:
        return Face(fitting, first=first, last=False)
    longest = max(block.count for block in rest[0])
    room = max(
        (count for count in range(1, min(longest, MOST_ROOM)) if fits(Face((_cut_strip(rest[0], count),), first, last=False))), default=1
    )
    return Face((_cut_strip(rest[0], max(1, min(room, longest - LEAST_PART))),), first=first, last=False)


def _cut_strip(strip: Strip, count: int) -> Strip:
    return tuple(replace(block, count=min(block.count, count)) for block in strip)


def _list_rest(rest: Sequence[Strip], face: Face) -> list[Strip]:
    """What is left of the strips after this face."""
    left = list(rest[len(face.strips) :])
    remains = tuple(_list_remains(rest[len(face.strips) - 1], face.strips[-1]))
    return [remains, *left] if remains else left


def _list_remains(whole: Strip, printed: Strip) -> Iterator[Block]:
    for block, part in zip(whole, printed, strict=True):
        if part.count < block.count:
            yield Block(block.game, block.first + part.count, block.count - part.count)
