"""Build the site of the documents into `build/docs/site`: `make docs`. Reads from everywhere, asks no other machine, opens as a file.

The pages are those of `docs/`, the director's manual and the handbook of the games in both languages, and a reference of the engine made
from its docstrings. They are laid out below `build/docs/pages` for mkdocs, which fails on a link that leads nowhere.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
PLACE = ROOT / "build" / "docs"
PAGES = PLACE / "pages"
OURS = Path(__file__).parent
ROOT_PAGES = ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md")
KINDS = {"Tutorial": "Tutorials", "How-to guide": "How-to guides", "Reference": "Reference", "Explanation": "Explanation"}
FOLDERS = {"adding": "Adding to it", "decisions": "Decisions", "handbook": "The games"}
"""Folders of `docs/` and what a reader calls them."""
API = {
    "rules": (
        "",
        "game",
        "options",
        "events",
        "scorebook",
        "problems",
        "deals",
        "record",
        "notation",
        "simulate",
        "witness",
        "feasibility",
    ),
    "pairing": ("", "values", "format", "draw", "reasons", "codec"),
    "standings": ("", "points", "ranking", "results", "explain"),
}
"""Packages of the engine and their modules that other programs use."""
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)\s]+)\)")
TITLE = re.compile(r"^# (.+)$", re.MULTILINE)


def main() -> int:
    shutil.rmtree(PLACE, ignore_errors=True)
    for language in ("en", "it"):
        (PAGES / language).mkdir(parents=True)
        copy_manual(language)
        copy_handbook(language)
        shutil.copy(OURS / f"index.{language}.md", PAGES / language / "index.md")
        shutil.copytree(ROOT / "docs" / "pictures", PAGES / language / "pictures")
    shutil.copytree(OURS / "look", PAGES / "look")
    shutil.copy(ROOT / "static" / "logo.svg", PAGES / "look")
    copy_documents(PAGES / "en")
    write_api(PAGES / "en" / "api")
    settings = yaml.safe_load((OURS / "mkdocs.yml").read_text(encoding="utf-8"))
    write_navigation(settings)
    configuration = PLACE / "mkdocs.yml"
    configuration.write_text(yaml.safe_dump(settings, allow_unicode=True, sort_keys=False), encoding="utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--config-file", str(configuration)]
    subprocess.run(command, cwd=ROOT, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"}, check=True)
    sys.stdout.write(f"{PLACE / 'site' / 'index.html'}\n")
    return 0


def copy_manual(language: str) -> None:
    """The manual as the desk shows it, with its pictures."""
    pictures = PAGES / language / "manual"
    shutil.copytree(ROOT / "static" / "manual" / language, pictures)
    text = (ROOT / "visitors" / "manual" / f"{language}.md").read_text(encoding="utf-8")
    indented = re.sub(r"^(!\[.+?\]\()", r"    \1manual/", text, flags=re.MULTILINE)  # inside its step, so that steps count on
    (PAGES / language / "manual.md").write_text(indented, encoding="utf-8")


def copy_handbook(language: str) -> None:
    place = PAGES / language / "handbook"
    shutil.copytree(ROOT / "docs" / "handbook" / language, place)
    write_index(place, {"en": "The games", "it": "I giochi"}[language])


def copy_documents(place: Path) -> None:
    """`docs/` and the pages of the root, side by side: links lead where they led."""
    for path in sorted((ROOT / "docs").rglob("*.md")):
        name = path.relative_to(ROOT / "docs")
        if name.parts[0] != "handbook" and name.name != "README.md":
            write_document(path, place / name)
    for name in ROOT_PAGES:
        write_document(ROOT / name, place / name)
    for folder in ("adding", "decisions"):
        write_index(place / folder, FOLDERS[folder])


def write_document(source: Path, target: Path) -> None:
    """The page, whose links to pages lead to where these lie now; a link to a file that is no page of the site becomes its name."""
    text = source.read_text(encoding="utf-8")

    def lead(link: re.Match[str]) -> str:
        wanted, hash_sign, place = link[1].partition("#")
        path = (source.parent / wanted).resolve()
        if (new := find_page(path)) is None:
            return f"](#) `{path.relative_to(ROOT).as_posix()}`" if path.suffix not in {".png", ".svg"} else link[0]
        return f"]({'../' * (len(target.relative_to(PAGES / 'en').parts) - 1)}{new}{hash_sign}{place})"

    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(LINK.sub(lead, text), encoding="utf-8")


def find_page(path: Path) -> str | None:
    """Where a file or folder of the tree stands below `en/`."""
    if path.name in ROOT_PAGES and path.parent == ROOT:
        return path.name
    if not path.is_relative_to(ROOT / "docs"):
        return "index.md" if path == ROOT / "README.md" else None
    name = path.relative_to(ROOT / "docs")
    if path.is_dir():
        return f"{name.parts[0]}/index.md" if name.parts else "index.md"
    if path.suffix != ".md":
        return None
    if name.parts[0] == "handbook":
        return f"handbook/{name.name}"
    return "index.md" if name.name == "README.md" else name.as_posix()


def write_index(folder: Path, title: str) -> None:
    lines = (f"* [{read_title(path)}]({path.name})" for path in sorted(folder.glob("*.md")))
    (folder / "index.md").write_text(f"# {title}\n\n" + "\n".join(lines) + "\n", encoding="utf-8")


def write_api(place: Path) -> None:
    """A page for each package: its modules with what their docstrings say."""
    place.mkdir()
    for package, modules in API.items():
        names = (f"{package}.{module}".rstrip(".") for module in modules)
        blocks = "\n\n".join(f"::: {name}" for name in names)
        (place / f"{package}.md").write_text(f"# The reference of {package}\n\n{blocks}\n", encoding="utf-8")


def read_title(path: Path) -> str:
    title = TITLE.search(path.read_text(encoding="utf-8"))
    return title[1] if title else path.stem


def write_navigation(settings: dict[str, object]) -> None:
    """Put the pages under the four kinds that they call themselves at their head, for each language its own."""
    for language in settings["plugins"][1]["i18n"]["languages"]:  # type: ignore[index]  # the file beside this one
        locale = language["locale"]
        titles = {"en": ("Manual", "The games"), "it": ("Manuale", "I giochi")}[locale]
        own = [{titles[0]: "manual.md"}, {titles[1]: list_pages(PAGES / locale / "handbook", PAGES / locale)}]
        language["nav"] = ["index.md", *own, *(list_kinds() if locale == "en" else ())]


def list_kinds() -> Iterator[dict[str, object]]:
    place = PAGES / "en"
    pages = {path: find_kind(path) for path in sorted(place.glob("*.md")) if path.name not in {"index.md", "manual.md", "CHANGELOG.md"}}
    for kind, title in KINDS.items():
        listed: list[object] = [path.name for path, of in pages.items() if of == kind]
        if kind == "How-to guide":
            listed.append({FOLDERS["adding"]: list_pages(place / "adding", place)})
        if kind == "Explanation":
            listed.append({FOLDERS["decisions"]: list_pages(place / "decisions", place)})
        if kind == "Reference":
            listed.append({"The engine, from its docstrings": [f"api/{package}.md" for package in API]})
        yield {title: listed}
    yield {"Changes": "CHANGELOG.md"}


def find_kind(path: Path) -> str:
    """What the page says of itself in its first lines; pages of the root are guides."""
    head = path.read_text(encoding="utf-8")[:400]
    return next((kind for kind in KINDS if f"*{kind}" in head), "How-to guide")


def list_pages(folder: Path, place: Path) -> list[str]:
    return [
        path.relative_to(place).as_posix() for path in sorted(folder.glob("*.md"), key=lambda path: (path.name != "index.md", path.name))
    ]


if __name__ == "__main__":
    sys.exit(main())
