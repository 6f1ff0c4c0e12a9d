"""After a click a browser test waits for something before it reads the page at once: on a busy computer the old page is still there."""

import ast
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from tests.house.sources import ROOT, tree, written_files

CLICKS = {"click", "tap", "dblclick", "go_back"}
WAITS = {
    "expect",
    "expect_download",
    "expect_navigation",
    "expect_response",
    "press",
    "sees",
    "wait_for",
    "wait_for_function",
    "wait_for_url",
}
HASTY = {"all", "all_inner_texts", "all_text_contents", "clean", "content", "count", "is_visible", "list_primaries", "obstacles", "title"}


def list_calls(statement: ast.stmt) -> set[str]:
    """The last names of everything that a statement calls."""
    return {ast.unparse(call.func).rpartition(".")[2] for call in ast.walk(statement) if isinstance(call, ast.Call)}


def find_hasty_reads(body: list[ast.stmt], clicked: bool = False, hasty: AbstractSet[str] = HASTY) -> Iterator[int]:
    """Lines of a function that read what a page shows straight after a click, with nothing that was waited for between."""
    for statement in body:
        calls = list_calls(statement)
        if isinstance(statement, (ast.For, ast.With, ast.If, ast.Try)) and not calls & WAITS:
            yield from find_hasty_reads(statement.body, clicked, hasty)
        if clicked and calls & hasty and not calls & WAITS:
            yield statement.lineno
        clicked = bool(calls & CLICKS) if calls & (CLICKS | WAITS) else clicked


def find_hasty_helpers(module: ast.Module) -> set[str]:
    """Functions of a file whose first statement reads at once: whoever calls one straight after a click does too."""
    functions = (node for node in module.body if isinstance(node, ast.FunctionDef))
    return {function.name for function in functions if list(find_hasty_reads(function.body[:1], clicked=True))}


def browser_modules() -> Iterator[tuple[str, ast.Module]]:
    for path in written_files():
        if "playwright" in path.read_text(encoding="utf-8"):
            yield str(path.relative_to(ROOT)), tree(path)


def list_hasty_lines(module: ast.Module) -> list[int]:
    hasty = HASTY | find_hasty_helpers(module)
    functions = (node for node in ast.walk(module) if isinstance(node, ast.FunctionDef))
    return [line for function in functions for line in find_hasty_reads(function.body, hasty=hasty)]


def test_nothing_is_read_straight_after_a_click():
    assert [f"{path}:{line}" for path, module in browser_modules() for line in list_hasty_lines(module)] == []


def test_a_hasty_read_is_noticed():
    source = ast.parse("link.click()\nassert obstacles(page) == []\nexpect(heading).to_be_visible()\nassert rows.count() == 2")
    assert list(find_hasty_reads(source.body)) == [2]


def test_a_hasty_read_in_a_helper_is_noticed():
    helper = "def is_clean(page):\n    assert obstacles(page) == []\n"
    test = "def test_pile(page):\n    link.click()\n    is_clean(page)\n"
    assert list_hasty_lines(ast.parse(helper + test)) == [5]
