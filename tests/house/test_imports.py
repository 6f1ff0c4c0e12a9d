"""The arrows of docs/architecture.md."""

import ast
import re
import sys
from collections import Counter

import pytest

from tests.house.sources import APPS, PACKAGES, ROOT, imports, is_pure, module_name, package_files, tree

PURE_ARROWS = {"rules": ("rules",), "pairing": ("pairing", "rules"), "standings": ("standings", "pairing", "rules")}
MAY_IMPORT = {
    **{package: set(arrows) for package, arrows in PURE_ARROWS.items()},
    "paper": {"paper", "rules"},
    "jobs": {"jobs"},
    "plugins": {"plugins", "rules"},
    "tournaments": {"tournaments", "pairing", "rules", "jobs", "plugins"},
    "accounts": {"accounts", "tournaments", "rules", "jobs"},
    **{package: {*PURE_ARROWS, "paper", "jobs", *APPS[: APPS.index(package) + 1]} for package in APPS[2:]},
    "exchange": {*PURE_ARROWS, "paper", "jobs", *APPS, "exchange"},
    "publishing": {*PURE_ARROWS, "paper", "jobs", "plugins", *APPS, "exchange", "publishing"},
    "federation": {*PURE_ARROWS, "paper", "jobs", "plugins", *APPS, "exchange", "publishing", "federation"},
    "api": {*PURE_ARROWS, "paper", "jobs", *APPS, "federation", "api"},
    "webhooks": {*PURE_ARROWS, "paper", "jobs", *APPS, "webhooks"},
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
            "door_keys",
            "places",
            "refusals",
            "seen",
            "locks",
            "triggers",
            "page_versions",
            "templatetags",
            "console",
        ),
        ("quotas",),
        ("reading",),
        ("forbidden",),
        ("halls",),
        ("stages",),
        ("cash",),
        ("entries",),
        ("announcing",),
        ("importing",),
        ("check_in",),
        ("draws",),
        ("stage_pages",),
        ("apps", "checks", "migrations"),
    ),
    "accounts": (("users",), ("staff",), ("organizers",)),
    "scoring": (
        ("models", "triggers", "page_versions", "ledger"),
        ("matches",),
        ("permissions",),
        ("live",),
        ("standings",),
        ("clocks",),
        ("evidence",),
        ("entry",),
        ("confirmation",),
        ("conflicts",),
        ("apps", "checks", "migrations", "templatetags"),
    ),
    "rankings": (("standings_pages",), ("schemes",), ("seasons",), ("qualifying",), ("promoting",), ("seeding",)),
    "records": (
        ("models", "told_matches"),
        ("evening_numbers",),
        ("honour_rolls",),
        ("match_stories",),
        ("season_charts",),
        ("apps", "migrations"),
    ),
    "printing": (("sheets_back",), ("prints",), ("scanning",)),
    "visitors": (("front_page",), ("tournament_pages",), ("handbook",), ("manual",), ("phones",), ("screen",)),
    "desk": (
        ("overview",),
        ("hall_pages",),
        ("fixtures",),
        ("seats",),
        ("treasury",),
        ("verification",),
        ("rounds",),
        ("corrections",),
        ("console",),
        ("rehearsal",),
        ("demonstrations",),
        ("roster",),
        ("match_page",),
        ("referee",),
    ),
    "evenings": (
        ("announcement",),
        ("posters",),
        ("enrolment",),
        ("singles",),
        ("planning",),
        ("overflow",),
        ("repeating",),
        ("calendar_pages",),
        ("embedding",),
    ),
    "publishing": (
        ("models", "pieces"),
        ("public_document",),
        ("static_pages",),
        ("stores",),
        ("pairing_codes",),
        ("receiving",),
        ("targets",),
        ("sending",),
        ("outside",),
        ("fetching",),
        ("apps", "migrations", "management"),
    ),
    "federation": (
        ("models", "result_files"),
        ("handing_in",),
        ("skills",),
        ("identities",),
        ("player_cards",),
        ("ratings",),
        ("points",),
        ("union_rankings",),
        ("rolls",),
        ("results_in",),
        ("union_pages",),
        ("validating",),
        ("apps", "migrations", "management"),
    ),
    "api": (("models",), ("callers",), ("tokens",), ("reads",), ("writes",), ("door",), ("showcase",), ("apps", "migrations")),
    "webhooks": (
        ("models",),
        ("outbox",),
        ("calling",),
        ("delivering",),
        ("subscribing",),
        ("apps", "checks", "migrations"),
    ),
}
"""The rooms of an app, lowest first; those on one line may import each other."""
PURE_LIBRARIES: dict[str, set[str]] = {"rules": set(), "pairing": {"rustworkx", "numpy"}, "standings": {"numpy"}}
COMMAND_LINES = {"rules.__main__", "pairing.__main__"}
MOST_ROOMS, LARGEST_SHARE = 14, 0.2
NO_ROOMS = {"models", "migrations", "templatetags", "management"}
"""Folders that the framework names."""
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


def list_pictured_packages(picture: str) -> list[str]:
    """The packages of a picture from the top down, on a line from left to right."""
    lines = re.findall(r"^ *((?:[a-z]+/[ ►]+)+) ", picture, re.MULTILINE)
    return [name for line in lines for name in re.findall(r"[a-z]+", line)]


@pytest.mark.parametrize("document", ["README.md", "docs/architecture.md"])
def test_the_pictures_draw_every_package_above_all_that_it_imports(document):
    pictured = list_pictured_packages((ROOT / document).read_text(encoding="utf-8"))
    assert sorted(pictured) == sorted(set(PACKAGES) - {"config"})
    imported = {
        (package, name.split(".")[0]) for path in FILES for _line, name in imports(path) if (package := path.relative_to(ROOT).parts[0])
    }
    drawn = {(package, lower) for package, lower in imported if package != lower and {package, lower} <= set(pictured)}
    assert [pair for pair in sorted(drawn) if pictured.index(pair[0]) > pictured.index(pair[1])] == []


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


def list_rooms(package: str) -> list[str]:
    """The folders of a package that hold code of their own."""
    return sorted(folder.name for folder in (ROOT / package).iterdir() if (folder / "__init__.py").exists() and folder.name not in NO_ROOMS)


def count_lines(package: str) -> int:
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in FILES if path.relative_to(ROOT).parts[0] == package)


def test_no_package_becomes_a_corridor():
    rooms = {package: len(list_rooms(package)) for package in ROOMS}
    assert {package: count for package, count in rooms.items() if count > MOST_ROOMS} == {}
    lines = {package: count_lines(package) for package in PACKAGES}
    assert {package: count for package, count in lines.items() if count > sum(lines.values()) * LARGEST_SHARE} == {}


def test_no_two_rooms_have_one_name():
    names = Counter(room for package in PACKAGES for room in list_rooms(package))
    assert [name for name, count in names.items() if count > 1] == []


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
