"""The style sheet and the script of the pages at a table are made of the other files, and hold only what can apply there."""

from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from config import phone_files

SHEET = """
@media print { .used { color: red } .unused { color: red } }
:root { --read: 1px; --forgotten: url("data:a;b") }
table, .used:not(.never) > b, .used:is(.unused, b) { margin: var(--read) }
[type=date], .unused, p[hidden] .used { padding: 0 }
"""


def test_they_are_collected_like_any_other_file():
    listed = {name: storage.path(name) for name, storage in phone_files.PhoneFilesFinder().list(None)}
    assert listed == {name: finders.find(name) for name in ("written/phone.css", "written/phone.js")}
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
    assert phone_files.split_selectors(selectors) == parts
