"""Places where a source can be wrong in a small way, and a source with switches for some of them: one fault is on in one process.

Own, because mutmut 3.8.1 leaves out what stands outside of functions and every decorated function (3,364 of 17,752 places of the four pure
packages), calls a survivor whatever runs while modules are imported, and changes mostly words; cosmic-ray 8.7.0 has no sample and no choice
of tests: 70 to 360 s for each of 4,757 faults of `standings` alone.
"""

import ast
import copy
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
}  # fmt: skip
SIGNS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitXor: ast.BitOr,
}  # fmt: skip
NOT_READ = {"annotation", "returns", "decorator_list", "pattern", "format_spec"}
"""Fields of a node that say nothing of what is computed, or cannot hold a switch."""
DROPPED = (ast.Raise, ast.Continue, ast.Break, ast.AugAssign, ast.Delete)
SEQUENCES = (ast.JoinedStr, ast.List, ast.Tuple, ast.ListComp)
SWITCH = "fault_is_on"


@dataclass(frozen=True, slots=True)
class Fault:
    """One small change of one file: the `variant`th of its `node`th node, counted as `walk` meets them."""

    path: str
    line: int
    code: str
    change: str
    node: int
    variant: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}  {self.change}"


def list_faults(root: Path, package: str) -> Iterator[Fault]:
    for path in sorted((root / package).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        for number, node in enumerate(walk(ast.parse(text))):
            for variant, changed in enumerate(change(node)):
                change_said = f"{say(node)} → {say(changed)}"
                yield Fault(path.relative_to(root).as_posix(), node.lineno, lines[node.lineno - 1].strip(), change_said, number, variant)


def say(node: ast.AST) -> str:
    words = " ".join(ast.unparse(node).split())
    return words if len(words) <= 90 else f"{words[:60]} … {words[-25:]}"


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """Every node that can be wrong, in the order of the source; no types, decorators, patterns, assertions, nor what starts a program."""
    yield node
    for field, value in ast.iter_fields(node):
        if field in NOT_READ:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not is_left_out(child):
                yield from walk(child)


def is_left_out(node: ast.AST) -> bool:
    """What only asserts: `assert`, `zip(strict=True)`; what runs for type checkers alone, or starts a program."""
    guard = ast.unparse(node.test) if isinstance(node, ast.If) else ""
    asserts = isinstance(node, ast.Assert) or (isinstance(node, ast.keyword) and node.arg == "strict")
    return asserts or guard.startswith("__name__") or guard == "TYPE_CHECKING"


def change(node: ast.AST) -> Iterator[ast.AST]:
    """The same node, wrong, in every way that we know."""
    if isinstance(node, ast.expr):
        yield from change_expression(node)
    elif isinstance(node, ast.Return) and node.value is not None and not is_empty(node.value):
        yield ast.Return(ast.Constant(value=None))
    elif isinstance(node, DROPPED) or is_storing(node) or (isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant)):
        yield ast.Pass()
    if isinstance(node, ast.AugAssign) and type(node.op) in SIGNS and not holds_sequence(node.value):
        yield ast.AugAssign(node.target, SIGNS[type(node.op)](), node.value)


def change_expression(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.Compare():
            for place, operator in enumerate(node.ops):
                for other in COMPARISONS[type(operator)]:
                    yield ast.Compare(node.left, [*node.ops[:place], other(), *node.ops[place + 1 :]], node.comparators)
        case ast.BinOp() if type(node.op) in SIGNS and not holds_sequence(node.left, node.right) and not is_type(node):
            yield ast.BinOp(node.left, SIGNS[type(node.op)](), node.right)
        case ast.BoolOp():
            yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node.operand
        case ast.Constant(value=bool()):
            yield ast.Constant(value=not node.value)
        case ast.Constant(value=int()):
            yield from (ast.Constant(value=node.value + step) for step in (1, -1))


def is_empty(value: ast.expr) -> bool:
    """Whether nothing is as good as this."""
    return ast.unparse(value) in {"None", "False", "()", "[]", "{}", "''", "0", "set()", "frozenset()"}


def is_storing(node: ast.AST) -> bool:
    """`a.b = c`, `a[b] = c`: without it the program runs on."""
    return isinstance(node, ast.Assign) and all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets)


def holds_sequence(*operands: ast.expr) -> bool:
    return any(isinstance(one, SEQUENCES) or (isinstance(one, ast.Constant) and isinstance(one.value, str)) for one in operands)


def is_type(node: ast.BinOp) -> bool:
    """`Card | None`."""
    names = [one.id for one in (node.left, node.right) if isinstance(one, ast.Name)]
    return isinstance(node.op, ast.BitOr) and any(name[0].isupper() and not name.isupper() for name in names)


class Switches(ast.NodeTransformer):
    """Puts each fault beside what is right: `(wrong if fault_is_on(7) else right)`."""

    def __init__(self, faults: dict[int, list[tuple[int, Fault]]], nodes: Iterable[ast.AST]) -> None:
        self.due = {id(node): faults[number] for number, node in enumerate(nodes) if number in faults}

    def visit(self, node: ast.AST) -> ast.AST:
        pristine = list(change(copy.deepcopy(node))) if id(node) in self.due else []
        due = self.due.get(id(node), ())
        built: ast.AST = self.generic_visit(node)
        for number, fault in due:
            test = ast.Call(ast.Name(SWITCH, ast.Load()), [ast.Constant(value=number)], [])
            wrong = pristine[fault.variant]
            if isinstance(node, ast.expr):
                built = ast.IfExp(test, wrong, built)
            else:
                built = ast.If(test, [wrong], [built])
        return built


def write_switches(root: Path, path: str, faults: dict[int, Fault]) -> None:
    """Write a file of a copy anew, with a switch for each of its faults; other faults are not in it.

    It finds the switch wherever it runs: also as a program of its own, which knows no other directory.
    """
    place = root / path
    tree = ast.parse(place.read_text(encoding="utf-8"))
    by_node: dict[int, list[tuple[int, Fault]]] = {}
    for number, fault in faults.items():
        if fault.path == path:
            by_node.setdefault(fault.node, []).append((number, fault))
    nodes = list(walk(tree))
    tree = ast.fix_missing_locations(Switches(by_node, nodes).visit(tree))
    head = next((at for at, node in enumerate(tree.body) if not is_head(node)), len(tree.body))
    tree.body[head:head] = ast.parse(f"__import__('sys').path.append({str(root)!r})\nfrom fault_switch import {SWITCH}").body
    place.write_text(ast.unparse(ast.fix_missing_locations(tree)), encoding="utf-8")


def is_head(node: ast.stmt) -> bool:
    """Docstring, `from __future__`: nothing may stand before them."""
    is_words = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_words or (isinstance(node, ast.ImportFrom) and node.module == "__future__")
