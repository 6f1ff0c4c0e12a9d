"""The documents lead where they say, and a release says what changed."""

import datetime as dt
import importlib.util
import re

import pytest

from tests.house.sources import ROOT, templates, written_files

DOCUMENTS = sorted(
    path for folder in ("", "docs", "docs/decisions", "docs/adding", "docs/handbook", ".github") for path in (ROOT / folder).glob("*.md")
)
LINK = re.compile(r"(?<!!)\[[^\]]+\]\(([^)\s]+)\)|!\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"```.*?```|`[^`\n]+`", re.DOTALL)
SNAKE_NAME = re.compile(r"\b[a-z]\w*_\w+\b")
GUIDES = [
    path
    for path in DOCUMENTS
    if path.parent.name == "adding" or path.stem in {"README", "CONTRIBUTING", "architecture", "glossary", "paper"}
]
PROMISED = {"test_clubs"}
"""Files that a guide lets its reader write."""
CHANGELOG = "# Changelog\n\n## Unreleased\n\n* A page.\n\n## 0.1.0 · 2026-11-01\n\n* All.\n"


def anchors(path):
    """The anchors of a document's headings, as the code hosts make them."""
    headings = re.findall(r"^#+ (.+)$", CODE.sub("", path.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def list_broken_links(path):
    for target in (a or b for a, b in LINK.findall(CODE.sub("", path.read_text(encoding="utf-8")))):
        name, _, anchor = target.partition("#")
        place = (path.parent / name).resolve() if name else path
        if "://" in target or target.startswith("mailto:"):
            continue
        if not place.exists() or (anchor and place.suffix == ".md" and anchor not in anchors(place)):
            yield f"{path.relative_to(ROOT)}: {target}"


def test_every_link_of_the_documents_leads_somewhere():
    assert len(DOCUMENTS) > 30
    assert [broken for path in DOCUMENTS for broken in list_broken_links(path)] == []


@pytest.mark.parametrize(("text", "broken"), [("[a](nowhere.md)", 1), ("[a](#b)", 1), ("# B\n[a](#b)", 0), ("`[a](b)`", 0)])
def test_what_is_broken(tmp_path, monkeypatch, text, broken):
    path = tmp_path / "a.md"
    path.write_text(text, encoding="utf-8")
    monkeypatch.setattr("tests.house.test_documents.ROOT", tmp_path)
    assert len(list(list_broken_links(path))) == broken


def test_every_name_of_the_guides_exists():
    """What a guide calls by a name with an underscore is a word of the code, or a file of that name."""
    files = [*written_files(), *templates()]
    words = {path.stem for path in files}.union(*(SNAKE_NAME.findall(path.read_text(encoding="utf-8")) for path in files))
    assert [
        f"{path.relative_to(ROOT)}: {name}"
        for path in GUIDES
        for span in re.findall(r"`([^`\n]+)`", path.read_text(encoding="utf-8"))
        for name in SNAKE_NAME.findall(span)
        if name not in words and name not in PROMISED
    ] == []


@pytest.fixture(scope="module")
def release():
    spec = importlib.util.spec_from_file_location("release", ROOT / "deploy" / "release.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("version", "changelog", "changed", "begin"),
    [
        ("0.2.0", CHANGELOG, False, ""),
        ("0.1.0", CHANGELOG, False, "The tree is at 0.1.0 already"),
        ("0.0.9", CHANGELOG, False, "The tree is at 0.1.0 already"),
        ("1", CHANGELOG, False, "1 is no version"),
        ("0.2.0", CHANGELOG, True, "The tree has changes"),
        ("0.2.0", CHANGELOG.replace("* A page.\n", ""), False, "CHANGELOG.md says nothing"),
    ],
)
def test_what_can_be_released(release, version, changelog, changed, begin):
    problem = release.find_problem(version, "0.1.0", changelog, changed=changed)
    assert problem.startswith(begin)
    assert bool(problem) == bool(begin)


def test_a_release_dates_the_changelog(release):
    dated = release.date_changelog(CHANGELOG, "0.2.0", dt.date(2026, 12, 1))
    assert dated == CHANGELOG.replace("## Unreleased\n", "## Unreleased\n\n## 0.2.0 · 2026-12-01\n")
    assert release.get_unreleased(dated) == ""


def test_the_installer_has_the_version_of_the_program(release):
    versions = release.VERSION_LINE.findall(release.PROGRAM.read_text(encoding="utf-8"))
    assert [f'#define Version "{versions[0]}"'] == release.INSTALLER_LINE.findall(release.INSTALLER.read_text(encoding="utf-8"))
