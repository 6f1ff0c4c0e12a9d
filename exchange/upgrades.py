"""Files of older releases, brought up to the present form before they are judged.

Nothing is trusted here: what has not the shape that was expected stays as it is, and the schema refuses it.
"""

from collections.abc import Iterator
from typing import Any

Json = Any
FIRST, SECOND = 1, 2


def brought_up(document: Json) -> Json:
    """A document of version 1 or 2 with what later versions added, empty as it was then; any other as it is."""
    version = document.get("version") if isinstance(document, dict) else None
    if version is not FIRST and version is not SECOND:
        return document
    if version is FIRST:
        _add_second(document)
    document["version"] = 3
    _fill(document.get("tournament"), public_names="full", surname_first=False)
    for entry in _objects(document.get("entries")):
        _fill(entry, hidden=False)
    return document


def _add_second(document: dict[str, Json]) -> None:
    document.setdefault("links", [])
    _fill(document.get("tournament"), individual=False, substitutions=False, table_count=None, round_minutes=None, history_public=True)
    _fill(document.get("persons"), forbidden=[], substitutions=[], paper=None)
    for stage in _objects(document.get("stages")):
        _fill(stage, seed="", seed_committed_at=None)
        for round_ in _objects(stage.get("rounds")):
            _fill(round_, starts_at=None)
            for match in _objects(round_.get("matches")):
                _match(match)


def _match(match: dict[str, Json]) -> None:
    """A seat was an entry; now a side is a list of them."""
    _fill(match, sitting=1, seated_at=None)
    if isinstance(match.get("seats"), list):
        match["seats"] = [[seat] for seat in match["seats"]]
    for sheet in _objects(match.get("sheets")):
        _fill(sheet, compared_seq=None)


def _fill(part: Json, **added: Json) -> None:
    if isinstance(part, dict):
        for name, value in added.items():
            part.setdefault(name, value)


def _objects(parts: Json) -> Iterator[dict[str, Json]]:
    yield from (part for part in parts if isinstance(part, dict)) if isinstance(parts, list) else ()
