"""The arrows of docs/architecture.md."""

import ast
import sys

from tests.house.sources import PACKAGES, ROOT, imports, is_pure, module_name, package_files, tree

MAY_IMPORT = {
    "rules": {"rules"},
    "jobs": {"jobs"},
    "tournaments": {"tournaments", "rules", "jobs"},
    "scoring": {"scoring", "tournaments", "rules", "jobs"},
    "config": set(PACKAGES),
}
PURE_ARROWS = {
    "rules": ("rules",),
    "tournaments.pairing": ("tournaments.pairing", "rules"),
    "scoring.standings": ("scoring.standings", "tournaments.pairing", "rules"),
}
PURE_LIBRARIES = {"rules": {"numpy", "numba", "llvmlite"}, "tournaments.pairing": {"rustworkx", "numpy"}, "scoring.standings": {"numpy"}}
COMMAND_LINES = {"rules.__main__", "rules.cli", "tournaments.pairing.__main__", "tournaments.pairing.cli"}
FORBIDDEN_NAMES = {"utils", "util", "helpers", "helper", "common", "misc"}
FILES = package_files()


def within(name: str, packages: tuple[str, ...]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def test_every_import_follows_an_arrow():
    strays = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in FILES
        for line, name in imports(path)
        if name.split(".")[0] in PACKAGES and name.split(".")[0] not in MAY_IMPORT[path.relative_to(ROOT).parts[0]]
    ]
    assert strays == []


def test_pure_packages_import_only_pure_packages_and_the_standard_library():
    strays = []
    for path in FILES:
        module = module_name(path)
        package = next((pure for pure in PURE_ARROWS if within(module, (pure,))), None)
        for line, name in imports(path) if package else ():
            top = name.split(".")[0]
            allowed = within(name, PURE_ARROWS[package]) or top in sys.stdlib_module_names or top in PURE_LIBRARIES[package]
            if not allowed and not (module in COMMAND_LINES and top == "rich"):
                strays.append(f"{path.relative_to(ROOT)}:{line} imports {name}")
    assert strays == []


def test_numeric_libraries_of_the_rules_stay_in_the_simulation():
    strays = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in FILES
        for line, name in imports(path)
        if name.split(".")[0] in PURE_LIBRARIES["rules"]
        and module_name(path).startswith("rules.")
        and not module_name(path).startswith("rules.simulate")
    ]
    assert strays == []


def test_pure_packages_ask_neither_clock_nor_chance_nor_person():
    calls = {"print", "input", "open", "random.random", "random.shuffle", "random.choice", "random.randint", "random.sample", "random.seed"}
    calls |= {"time.time", "datetime.now", "datetime.datetime.now", "datetime.today", "date.today", "datetime.date.today"}
    strays = [
        f"{path.relative_to(ROOT)}:{node.lineno} calls {ast.unparse(node.func)}"
        for path in FILES
        if is_pure(module_name(path)) and module_name(path) not in COMMAND_LINES
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in calls
    ]
    assert strays == []


def test_reportlab_draws_only_where_paper_is_made():
    strays = [
        str(path.relative_to(ROOT))
        for path in FILES
        for _line, name in imports(path)
        if name.startswith("reportlab") and not within(module_name(path), ("tournaments.printouts", "scoring.sheets"))
    ]
    assert strays == []


def test_one_module_builds_paragraphs():
    """`Paragraph` reads markup: one module escapes and caps, nothing else may build one."""
    builders = {module_name(path) for path in FILES for _line, name in imports(path) if name.endswith(".Paragraph")}
    assert len(builders) <= 1, builders


def test_module_names_say_something():
    assert [name for path in FILES if not FORBIDDEN_NAMES.isdisjoint((name := module_name(path)).split("."))] == []
