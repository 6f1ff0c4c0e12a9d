"""The arrows of docs/architecture.md."""

import ast
import sys

from tests.house.sources import PACKAGES, ROOT, imports, is_pure, module_name, package_files, tree

MAY_IMPORT = {
    "rules": {"rules"},
    "pairing": {"pairing", "rules"},
    "standings": {"standings", "pairing", "rules"},
    "paper": {"paper", "rules"},
    "jobs": {"jobs"},
    "tournaments": {"tournaments", "pairing", "rules", "jobs"},
    "scoring": {"scoring", "tournaments", "paper", "standings", "pairing", "rules", "jobs"},
    "exchange": {"exchange", "scoring", "tournaments", "paper", "standings", "pairing", "rules", "jobs"},
    "backup": set(PACKAGES) - {"config"},
    "config": set(PACKAGES),
}
"""Package: what it may import."""
ROOMS = {
    "tournaments": (
        (
            "models",
            "people",
            "fields",
            "pages",
            "permissions",
            "refusals",
            "seen",
            "rights",
            "locks",
            "triggers",
            "page_versions",
            "templatetags",
        ),
        ("reading",),
        ("accounts",),
        ("staff",),
        ("organizers",),
        ("forbidden",),
        ("halls",),
        ("stages",),
        ("cash",),
        ("entries",),
        ("importing",),
        ("check_in",),
        ("draws",),
        ("stage_pages",),
        ("desk",),
        ("public",),
        ("apps", "checks", "urls", "migrations"),
    ),
    "scoring": (
        ("models", "triggers", "page_versions", "ledger"),
        ("matches",),
        ("permissions",),
        ("live",),
        ("evidence",),
        ("standings_pages",),
        ("entry",),
        ("confirmation",),
        ("conflicts",),
        ("seats",),
        ("halls",),
        ("schemes",),
        ("sheets_back",),
        ("printing",),
        ("public",),
        ("rounds",),
        ("corrections",),
        ("console",),
        ("rehearsal",),
        ("seasons",),
        ("demonstrations",),
        ("qualifying",),
        ("promoting",),
        ("seeding",),
        ("treasury",),
        ("verification",),
        ("screen",),
        ("scanning",),
        ("people",),
        ("match_page",),
        ("phones",),
        ("fixtures",),
        ("referee",),
        ("handbook",),
        ("manual",),
        ("apps", "checks", "context", "management", "urls", "migrations"),
    ),
}
"""The rooms of an app, lowest first; those on one line may import each other."""
PURE_ARROWS = {"rules": ("rules",), "pairing": ("pairing", "rules"), "standings": ("standings", "pairing", "rules")}
PURE_LIBRARIES: dict[str, set[str]] = {"rules": set(), "pairing": {"rustworkx", "numpy"}, "standings": {"numpy"}}
COMMAND_LINES = {"rules.__main__", "rules.cli", "pairing.__main__", "pairing.cli"}
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


def floor_of(module: str) -> int | None:
    """How high a module's room lies in its app; None outside the apps and for the app itself."""
    package, _, rest = module.partition(".")
    room = rest.split(".")[0]
    return next((floor for floor, rooms in enumerate(ROOMS.get(package, ())) if room in rooms), None)


def test_rooms_of_an_app_import_only_rooms_below():
    strays = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in FILES
        if path.parts[-1] != "urls.py"
        for line, name in imports(path)
        if (mine := floor_of(module_name(path))) is not None
        and name.split(".")[0] == path.relative_to(ROOT).parts[0]
        and (theirs := floor_of(name)) is not None
        and theirs > mine
    ]
    assert strays == []


def test_every_room_has_its_floor():
    nowhere = [
        module for path in FILES if (module := module_name(path)).split(".")[0] in ROOMS and "." in module and floor_of(module) is None
    ]
    assert nowhere == []


def test_queries_never_import_services():
    strays = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in FILES
        if path.name == "queries.py"
        for line, name in imports(path)
        if "services" in name.split(".")
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
            if not allowed:
                strays.append(f"{path.relative_to(ROOT)}:{line} imports {name}")
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
        if name.startswith("reportlab") and not within(module_name(path), ("paper",))
    ]
    assert strays == []


def test_one_module_builds_paragraphs():
    """`Paragraph` reads markup: one module escapes and caps, nothing else may build one."""
    builders = {module_name(path) for path in FILES for _line, name in imports(path) if name.endswith(".Paragraph")}
    assert len(builders) <= 1, builders


def test_module_names_say_something():
    assert [name for path in FILES if not FORBIDDEN_NAMES.isdisjoint((name := module_name(path)).split("."))] == []
