"""After a click a browser test waits for something before it reads the page at once: on a busy computer the old page is still there."""

import ast
from collections.abc import Iterator

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


def find_hasty_reads(body: list[ast.stmt], clicked: bool = False) -> Iterator[int]:
    """Lines of a function that read what a page shows straight after a click, with nothing that was waited for between."""
    for statement in body:
        calls = list_calls(statement)
        if isinstance(statement, (ast.For, ast.With, ast.If, ast.Try)) and not calls & WAITS:
            yield from find_hasty_reads(statement.body, clicked)
        if clicked and calls & HASTY and not calls & WAITS:
            yield statement.lineno
        clicked = bool(calls & CLICKS) if calls & (CLICKS | WAITS) else clicked


def browser_functions() -> Iterator[tuple[str, ast.FunctionDef]]:
    for path in written_files():
        if "playwright" in path.read_text(encoding="utf-8"):
            functions = (node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef))
            yield from ((str(path.relative_to(ROOT)), function) for function in functions)


def test_nothing_is_read_straight_after_a_click():
    hasty = [f"{path}:{line}" for path, function in browser_functions() for line in find_hasty_reads(function.body)]
    assert hasty == []


def test_a_hasty_read_is_noticed():
    source = ast.parse("link.click()\nassert obstacles(page) == []\nexpect(heading).to_be_visible()\nassert rows.count() == 2")
    assert list(find_hasty_reads(source.body)) == [2]
