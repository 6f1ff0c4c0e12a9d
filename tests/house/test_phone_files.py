"""The style sheet and the script of the pages at a table are made of the other files, and hold only what can apply there."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from config import phone_files
from config.style_sheets import split_list
from tests.journeys.stripping import list_late

SHEET = """
@media print { .used { color: red } .unused { color: red } }
:root { --read: 1px; --forgotten: url("data:a;b") }
table, .used:not(.never) > b, .used:is(.unused, b) { margin: var(--read) }
[type=date], .unused, p[hidden] .used { padding: 0 }
"""


def test_they_are_collected_like_any_other_file():
    listed = {name: storage.path(name) for name, storage in phone_files.PhoneFilesFinder().list(None)}
    assert listed == {name: finders.find(name) for name in ("written/phone.css", "written/phone.js", "written/enrol.css")}
    for name, build in phone_files.BUILDERS.items():
        assert Path(listed[name]).read_text(encoding="utf-8") == build()


def test_a_rule_stays_only_where_it_could_apply():
    vocabulary = phone_files.Vocabulary(frozenset({"b", "p"}), frozenset({"used", "hidden"}))
    rules = phone_files.drop_unused_variables(phone_files.select_rules(SHEET, vocabulary))
    assert " ".join(rules.split()) == (
        "@media print{.used{color: red}}:root{--read: 1px; }"
        ".used:not(.never) > b,.used:is(.unused, b){margin: var(--read)}p[hidden] .used{padding: 0}"
    )


@pytest.mark.parametrize(("selectors", "parts"), [("a, b", ["a", "b"]), (":is(a, b), c[d='e,f']", [":is(a, b)", "c[d='e,f']"])])
def test_selectors_are_cut_between_brackets_only(selectors, parts):
    assert split_list(selectors) == parts


@pytest.mark.parametrize("kind", [phone_files.AT_A_TABLE, phone_files.ENROLLING], ids=["at a table", "enrolling"])
def test_the_sheet_of_phones_says_everything_in_words_of_2019(kind):
    """What stays late stands alone, so that it takes nothing with it; nothing stands apart by a gap that they do not know."""
    sheet = phone_files.build_sheet(kind)
    assert re.findall(r":(?:is|where)\(", sheet) == []
    assert list_late(sheet) & {":is()", ":where()", "gap between flex boxes", "inset", "directions in shorthands"} == set()
    late = [head for head in re.findall(r"([^{}]+)\{", sheet) if ":has(" in head and "@" not in head]
    assert all(len(split_list(head)) == 1 for head in late)
