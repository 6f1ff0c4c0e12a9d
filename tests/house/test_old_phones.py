"""What phones of 2019 (Safari 12.2, Chrome 74) can read: the scripts of players' and public pages use no later syntax, selector or call."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from config.phone_files import SCRIPTS

FOR_PHONES = (*SCRIPTS, "follow.js", "heads.js", "ledger.js", "referee.js", "screen.js", "slide.js", "written/phone.js")
TOO_NEW = {
    "optional chaining": r"[\w)\]]\?\.(?!\d)",
    "nullish coalescing": r"\?\?",
    "logical assignment": r"(\|\||&&)=",
    "a late selector": r":(is|where|has)\(",
    "a late method": r"\.(at|replaceAll|replaceChildren|hasOwn|any|flat|flatMap|allSettled|matchAll|checkVisibility)\(",
    "a late global": r"\b(structuredClone|globalThis|queueMicrotask|ResizeObserver)\b",
    "a class field": r"^\s*(static |#)\w+ = ",
}
COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)


@pytest.mark.parametrize("name", FOR_PHONES)
def test_no_later_syntax_or_call(name):
    text = COMMENT.sub("", Path(finders.find(name)).read_text())
    assert [what for what, pattern in TOO_NEW.items() if re.search(pattern, text, re.MULTILINE)] == []


def test_what_is_new_is_found():
    """The positive control: each pattern finds what it is for."""
    samples = ("a?.b", "a ?? b", "a ||= b", 'find(":is(a, b)")', "list.at(-1)", "structuredClone(a)", "  static size = 1")
    assert [bool(re.search(pattern, sample, re.MULTILINE)) for pattern, sample in zip(TOO_NEW.values(), samples, strict=True)] == [True] * 7


@pytest.mark.parametrize("call", ["requestSubmit", "navigator.vibrate"])
def test_late_calls_are_guarded(call):
    """Each is asked for before it is made."""
    for name in FOR_PHONES:
        for line in Path(finders.find(name)).read_text().splitlines():
            assert f"{call}(" not in line or re.search(rf"if \([^)]*{re.escape(call)}\)", line), (name, line)
