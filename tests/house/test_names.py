"""Names explain themselves: shares over the whole product, so that a single good exception is nobody's trouble."""

import ast
import re
from collections import Counter, defaultdict
from functools import cache

from tests.house.sources import APPS, ROOT, module_name, package_files, tree

FILLERS = {
    *("one", "ones", "other", "others", "told", "found", "shown", "taken", "given", "kept", "made", "said", "known", "seen", "asked"),
    *("done", "wanted"),
}
OWN_WORDS = re.compile(r"(?:^|_)(?:stamps?|quests?|squares?|walks?|walked)(?:_|$)|_marks?$")
"""Words that were ours alone. The field says version, search, QR code, trace, fingerprint or badge: docs/glossary.md."""
KEPT_NAMES = {"new_mark"}
"""A migration names it."""
ROOM_FILES = {"queries", "services", "forms", "views", "urls"}
"""The files that every room may have."""
FILES = [path for path in package_files() if "migrations" not in path.parts]


@cache
def list_nodes():
    """Every node of our own code, with its file; parsed only where these tests run."""
    return [(path, node) for path in FILES for node in ast.walk(tree(path))]


def test_functions_say_verb_and_noun():
    names = [
        node.name for _path, node in list_nodes() if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not is_dunder(node.name)
    ]
    short = Counter(name for name in names if "_" not in name.strip("_"))
    assert short.total() / len(names) <= 0.25, short.most_common(40)


def is_dunder(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def test_variables_are_called_after_what_they_hold():
    names = [node.id for _path, node in list_nodes() if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    fillers = Counter(name for name in names if name.strip("_") in FILLERS)
    assert fillers.total() / len(names) <= 0.005, fillers


def test_a_class_name_is_used_once():
    homes = defaultdict(list)
    for path, node in list_nodes():
        if isinstance(node, ast.ClassDef) and node.name != "Meta":
            homes[node.name].append(str(path.relative_to(ROOT)))
    repeated = {name: paths for name, paths in homes.items() if len(paths) > 1}
    assert sum(map(len, repeated.values())) / sum(map(len, homes.values())) <= 0.04, repeated


def test_the_field_has_a_word_for_it():
    names = {
        re.sub(r"(?<=[a-z])(?=[A-Z])", "_", node.name).lower()
        for _path, node in list_nodes()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    }
    assert {name for name in names if OWN_WORDS.search(name)} == KEPT_NAMES
    assert OWN_WORDS.search("compute_round_mark")
    assert not OWN_WORDS.search("mark_cancelled")


def test_a_module_name_is_used_once_in_an_app():
    """A room's own queries, services, forms, views and urls repeat from room to room, and a family of models may be called as its room."""
    homes = defaultdict(list)
    for path in FILES:
        package, *rooms = module_name(path).split(".")
        if len(rooms) > 1 and path.stem not in ROOM_FILES | {"__init__"} and rooms[0] not in {"models", "management"}:
            homes[package, path.stem].append(module_name(path))
    assert {key: modules for key, modules in homes.items() if len(modules) > 1 and key[0] in APPS} == {}
