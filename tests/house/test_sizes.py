"""Nothing grows too large to be read in one sitting."""

import ast
import re
import statistics

import pytest

from tests.house.sources import ROOT, is_pure, module_name, templates, tree, written_files

PURE_FILE, FILE, TEMPLATE, DEEPEST = 250, 400, 200, 2
FUNCTION, MEDIAN = 60, 8
USUAL_LINE, LONGEST_LINE = 120, 200
"""Characters of a line of a template; `stock_table.html` is laid out as the library's rows that it is compared with."""


def line_count(path):
    return len(path.read_text(encoding="utf-8").splitlines())


def functions():
    for path in written_files():
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{path.relative_to(ROOT)}:{node.lineno} {node.name}", code_lines(node)


def code_lines(node):
    """From `def` to the end, without the docstring."""
    lines = node.end_lineno - node.lineno + 1
    first = node.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        lines -= first.end_lineno - first.lineno + 1
    return lines


def test_files():
    long = {
        str(path.relative_to(ROOT)): line_count(path)
        for path in written_files()
        if line_count(path) > (PURE_FILE if is_pure(module_name(path)) else FILE)
    }
    assert long == {}


def test_templates():
    assert {str(path.relative_to(ROOT)): line_count(path) for path in templates() if line_count(path) > TEMPLATE} == {}


def deepest_decision(text):
    """How many `{% if %}` stand around each other; a loop decides nothing, and what is included is read by itself."""
    depth = deepest = 0
    for tag in re.findall(r"\{% (if|endif)\b", text):
        depth += 1 if tag == "if" else -1
        deepest = max(deepest, depth)
    return deepest


def test_no_template_decides_deeper_than_two_levels():
    """`stock_table.html` decides as the library's rows do that it is compared with."""
    depths = {path: deepest_decision(path.read_text(encoding="utf-8")) for path in templates()}
    deep = {str(path.relative_to(ROOT)): depth for path, depth in depths.items() if depth > DEEPEST}
    assert deep == {"templates/components/stock_table.html": 3}


@pytest.mark.parametrize(
    ("text", "depth"),
    [
        ("{% for one in all %}{{ one }}{% endfor %}", 0),
        ("{% if a %}{% for b in c %}{% if b %}{% elif d %}{% endif %}{% endfor %}{% else %}{% if e %}{% endif %}{% endif %}", 2),
        ("{% if a %}\n{% if b %}{% if c %}{% endif %}{% endif %}{% ifchanged %}{% endifchanged %}{% endif %}", 3),
    ],
)
def test_the_depth_of_decisions_is_counted(text, depth):
    assert deepest_decision(text) == depth


def test_lines_of_templates_can_be_read():
    lines = [(path, line) for path in templates() for line in path.read_text(encoding="utf-8").splitlines()]
    assert [str(path) for path, line in lines if len(line) > LONGEST_LINE and path.name != "stock_table.html"] == []
    assert sum(len(line) > USUAL_LINE for _path, line in lines) / len(lines) <= 0.02


def test_static_files():
    own = [
        path
        for path in (ROOT / "static").rglob("*")
        if path.suffix in {".css", ".js", ".svg"} and not {"vendor", "written"} & {*path.parts}
    ]
    assert {str(path.relative_to(ROOT)): line_count(path) for path in own if line_count(path) > FILE} == {}


def test_functions():
    assert {name: lines for name, lines in functions() if lines > FUNCTION} == {}


def test_the_usual_function_is_short():
    assert statistics.median(lines for _name, lines in functions()) <= MEDIAN
