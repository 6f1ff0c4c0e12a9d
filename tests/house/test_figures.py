"""Figures in the docs say on which state of the code they were measured, and whether it has changed since. If this failed, a reader would
take a figure for true that was measured on other code.
"""

import re
import subprocess

import pytest

from benchmarks.figures import MARK, ROOT, has_changed, list_figures

DATE = re.compile(r"\b\d{1,2}(?: and \d{1,2})? November 2026")
PAGES = [page for page in sorted((ROOT / "docs").glob("*.md")) if page.name not in {"style.md", "ledger.md"}]


def run_git(*words):
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)


HAS_HISTORY = all(run_git("cat-file", "-e", one.commit).returncode == 0 for one in list_figures())
pytestmark = pytest.mark.skipif(not HAS_HISTORY, reason="a release without history: its figures were checked when it was made")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_date_of_a_figure_has_its_commit(page):
    text = page.read_text(encoding="utf-8")
    bare = [text[date.start() : date.end() + 60] for date in DATE.finditer(text) if not MARK.match(text, date.end())]
    assert bare == []
    assert text.count("<!-- figures ") == len(MARK.findall(text)), "a mark without its end"


def test_every_figure_names_code_that_exists_and_says_how_old_it_is():
    """Where this fails after a change of code: `python -m benchmarks.figures`, or measure again."""
    figures = list(list_figures())
    assert len(figures) >= 15
    assert [path for one in figures for path in one.paths if not (ROOT / path).exists()] == []
    assert [(one.page.name, one.commit) for one in figures if one.words != one.due_words] == []


def test_changed_code_is_noticed():
    """The positive control: this file is not in the first commit."""
    first = run_git("rev-list", "--max-parents=0", "HEAD").stdout.split()[-1]
    assert has_changed(first, ("tests/house/test_figures.py",))
    assert not has_changed("HEAD", ("LICENSE",))
