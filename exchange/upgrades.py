"""Upgrade files of older releases to the current version before validation.

The content is untrusted: a part of unexpected shape stays as it is, and the schema refuses it.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from exchange.fields import SECTIONS, VERSION, list_missing_defaults

Json = Any
TOURNAMENT_DEFAULTS: Mapping[int, Mapping[str, Json]] = {
    3: {"public_names": "full", "surname_first": False},
    8: {"search_engines": "names"},
}
"""What the section `tournament` has since a version of the file."""

ENTRY_DEFAULTS: Mapping[int, Mapping[str, Json]] = {7: {"again_of": None}, 9: {"phantom": False}}
"""What an entry has since a version."""


def upgrade_document(document: Json) -> Json:
    """A document of an older version with what later versions added, at its defaults; any other document unchanged."""
    version = document.get("version") if isinstance(document, dict) else None
    if type(version) is not int or not 1 <= version < VERSION:
        return document
    if version < 2:
        _upgrade_to_second(document)
    _set_defaults(document.get("tournament"), **_merge_newer(TOURNAMENT_DEFAULTS, version))
    if version < 6:
        for stage in _iterate_objects(document.get("stages")):
            _set_defaults(stage, rules={}, last_rules={}, last_rounds=0)
    _add_sections(document, version)
    for entry in _iterate_objects(document.get("entries")):
        _set_defaults(entry, **_merge_newer(ENTRY_DEFAULTS, version))
    for path in SECTIONS:
        for item in _iterate_objects(_find_part(document, path)):
            _set_defaults(item, **list_missing_defaults(path, version))
    document["version"] = VERSION
    return document


def _add_sections(document: dict[str, Json], version: int) -> None:
    """What the section `persons` has since a version."""
    persons = document.get("persons")
    if version < 7:
        _set_defaults(persons, fee_plan=None, cash=[])
    if version < 10:
        _set_defaults(persons, announcement=None, enrolments=[])
    if version >= 11:
        return
    _set_defaults(persons, receipts=[], prizes_given=[], prize_pictures=[])
    _set_defaults(_find_part(document, ("persons", "fee_plan")), money_noted=False)
    _set_defaults(_find_part(document, ("persons", "announcement")), late="", complaints="")


def _merge_newer(defaults: Mapping[int, Mapping[str, Json]], version: int) -> dict[str, Json]:
    """The defaults that came after a version."""
    return {name: value for since, added in defaults.items() if version < since for name, value in added.items()}


def _find_part(document: Json, path: tuple[str, ...]) -> Json:
    for name in path:
        document = document.get(name) if isinstance(document, dict) else None
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
