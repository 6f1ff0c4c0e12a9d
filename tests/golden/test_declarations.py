"""What every game and every format declares of itself, as it was last approved: defaults, limits, what is asked with what, widths on paper.

`REWRITE_GOLDEN=1` writes it anew, to be read before it is committed. What stands there by a slip changes an evening in silence: a default
that is another, a box that nobody is shown. Sentences and labels are not kept here; the handbook has them.
"""

import os
from collections.abc import Iterator
from dataclasses import fields
from enum import Enum
from pathlib import Path

import pytest

from pairing.formats import FORMATS
from rules import GAMES, declared_fields

FOLDER = Path(__file__).parent / "declarations"
TEXTS = {"customs", "deal_note", "discrepancies", "name", "place", "sources", "summary", "score_tables", "offences", "declared_bonuses"}
TOLD_ELSEWHERE = {"event_types", "common_events", "option_specs", "card_count", "verbs"}
DECLARED = {**{game.key: game for game in GAMES}, **{f"format-{draw_format.key}": draw_format for draw_format in FORMATS}}


def is_empty(value) -> bool:
    return value is None or value is False or value in ("", (), {}, ("", ""))


def describe_value(value) -> str:
    """On one line; of a declaration within a declaration what is not empty."""
    if isinstance(value, Enum):
        return value.name
    if hasattr(value, "__dataclass_fields__"):
        parts = ((field.name, getattr(value, field.name)) for field in fields(value) if field.name not in ("label", "sentence", "title"))
        return f"({', '.join(f'{name} {describe_value(part)}' for name, part in parts if not is_empty(part))})"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{name}: {describe_value(part)}' for name, part in value.items())}}}"
    if isinstance(value, tuple):
        return f"[{', '.join(map(describe_value, value))}]"
    return repr(value)


def describe_owner(owner) -> Iterator[str]:
    for name in dir(owner):
        if not name.startswith("_") and name not in TEXTS | TOLD_ELSEWHERE and not callable(value := getattr(owner, name)):
            yield f"{name} = {describe_value(value if not isinstance(value, frozenset) else tuple(sorted(value)))}"
    for title in ("Options", "HandEntry"):
        if hasattr(owner, title):
            yield f"== {title}"
            yield from map(describe_value, declared_fields(getattr(owner, title)))
    if hasattr(owner, "verbs"):
        yield "== Verbs"
        yield from (f"{verb.name}{' voluntary' * verb.voluntary}{' implied' * verb.implied}" for verb in owner.verbs)


@pytest.mark.parametrize("key", DECLARED)
def test_what_is_declared_is_as_before(key):
    declared = "\n".join(describe_owner(DECLARED[key])) + "\n"
    path = FOLDER / f"{key}.txt"
    if os.environ.get("REWRITE_GOLDEN"):
        FOLDER.mkdir(exist_ok=True)
        path.write_text(declared, encoding="utf-8")
    assert declared == path.read_text(encoding="utf-8")


def test_no_declaration_is_left_of_what_is_gone():
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(DECLARED)
