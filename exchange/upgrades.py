"""Upgrade files of older releases to the current version before validation.

The content is untrusted: a part of unexpected shape stays as it is, and the schema refuses it.
"""

from collections.abc import Iterator
from typing import Any

Json = Any
VERSION_1, VERSION_2 = 1, 2


def upgrade_document(document: Json) -> Json:
    """A document of version 1 or 2 with the fields that later versions added, at their defaults; any other document unchanged."""
    version = document.get("version") if isinstance(document, dict) else None
    if version is not VERSION_1 and version is not VERSION_2:
        return document
    if version is VERSION_1:
        _upgrade_to_second(document)
    document["version"] = 3
    _set_defaults(document.get("tournament"), public_names="full", surname_first=False)
    for entry in _iterate_objects(document.get("entries")):
        _set_defaults(entry, hidden=False)
    return document


def _upgrade_to_second(document: dict[str, Json]) -> None:
    document.setdefault("links", [])
    _set_defaults(
        document.get("tournament"), individual=False, substitutions=False, table_count=None, round_minutes=None, history_public=True
    )
    _set_defaults(document.get("persons"), forbidden=[], substitutions=[], paper=None)
    for stage in _iterate_objects(document.get("stages")):
        _set_defaults(stage, seed="", seed_committed_at=None)
        for round_ in _iterate_objects(stage.get("rounds")):
            _set_defaults(round_, starts_at=None)
            for match in _iterate_objects(round_.get("matches")):
                _upgrade_match(match)


def _upgrade_match(match: dict[str, Json]) -> None:
    """Upgrade a match: a seat was one entry; now a side is a list of entries."""
    _set_defaults(match, sitting=1, seated_at=None)
    if isinstance(match.get("seats"), list):
        match["seats"] = [[seat] for seat in match["seats"]]
    for sheet in _iterate_objects(match.get("sheets")):
        _set_defaults(sheet, compared_seq=None)


def _set_defaults(part: Json, **added: Json) -> None:
    if isinstance(part, dict):
        for name, value in added.items():
            part.setdefault(name, value)


def _iterate_objects(parts: Json) -> Iterator[dict[str, Json]]:
    yield from (part for part in parts if isinstance(part, dict)) if isinstance(parts, list) else ()
