"""The project's own files, as the house tests read them."""

import ast
import functools
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
APPS = ("tournaments", "accounts", "scoring", "rankings", "records", "printing", "visitors", "desk", "evenings")
"""Packages of rooms, lowest first."""
PACKAGES = (
    "rules",
    "pairing",
    "standings",
    "paper",
    "jobs",
    "plugins",
    *APPS,
    "exchange",
    "publishing",
    "federation",
    "api",
    "webhooks",
    "backup",
    "config",
)
PURE = ("rules", "pairing", "standings")


DOTTED_NAME = rf"(?<![\w/.-])(?:{'|'.join(PACKAGES)})(?:\.[A-Za-z_]\w*)+"
"""A name of our code with the package before it, as sentences write it."""


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def is_pure(module: str) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in PURE)


def package_files() -> list[Path]:
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


def written_files() -> list[Path]:
    """What people write by hand: packages without migrations, tests, programs."""
    others = [path for folder in ("tests", "benchmarks") for path in sorted((ROOT / folder).rglob("*.py"))]
    return [path for path in package_files() if "migrations" not in path.parts] + others


def templates() -> list[Path]:
    return sorted((ROOT / "templates").rglob("*.html"))


@functools.cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Line and full name of every imported module; relative imports are resolved."""
    package = module_name(path).split(".")
    if path.name != "__init__.py":
        package = package[:-1]
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{source}.{alias.name}") for alias in node.names)


def leads_to_code(dotted: str) -> bool:
    """Whether a dotted name is a folder, a module, or a name that stands in its module."""
    place, names = ROOT, dotted.split(".")
    while names and (place / names[0]).is_dir():
        place /= names.pop(0)
    module = place / (f"{names.pop(0)}.py" if names and (place / f"{names[0]}.py").is_file() else "__init__.py")
    return not names or (module.is_file() and names[0] in list_module_names(tree(module)))


def list_module_names(module: ast.Module) -> set[str]:
    """What a module defines, assigns or takes in."""
    names = {node.name for node in module.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    names |= {alias.asname or alias.name for node in module.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    return names | {node.id for node in ast.walk(module) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
