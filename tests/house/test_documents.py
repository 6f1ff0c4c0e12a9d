"""The documents lead where they say, and a release says what changed."""

import datetime as dt
import doctest
import importlib.util
import re

import pytest

from exchange.fields import VERSION
from pairing.format import Format
from rules.contract import Contract
from tests.house.sources import DOTTED_NAME, ROOT, leads_to_code, templates, written_files
from tournaments.fields.declared import FIELDS
from tournaments.people.names import fold_name

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
OF_THE_SYSTEM = {"DISPLAY", "WAYLAND_DISPLAY", "PATH", "PROMETHEUS_MULTIPROC_DIR"}
"""Variables that no settings of ours are."""
PROMISED = {"test_clubs"}
"""Files that a guide lets its reader write."""
LONGEST_LINE = 140
FENCED = re.compile(r"```.*?```", re.DOTALL)
KEPT_LONG = re.compile(r"^\s*\||^    |<!--|-->")
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


def test_every_dotted_name_of_the_documents_leads_to_code():
    assert (leads_to_code("rules.record.replay_record"), leads_to_code("rules.record.replay")) == (True, False)
    assert [
        f"{path.relative_to(ROOT)}: {name}"
        for path in DOCUMENTS
        for name in re.findall(rf"`({DOTTED_NAME})", path.read_text(encoding="utf-8"))
        if not leads_to_code(name)
    ] == []


@pytest.mark.parametrize("document", ["docs/architecture.md", "docs/pairing.md"])
def test_the_examples_of_a_document_run(document):
    outcome = doctest.testfile(str(ROOT / document), module_relative=False)
    assert outcome.failed == 0 < outcome.attempted


def test_the_field_of_the_guide_can_still_be_added():
    guide = (ROOT / "docs/adding/a-field.md").read_text(encoding="utf-8")
    (key,), (since,) = re.findall(r'key="(\w+)"', guide), re.findall(r"since=(\d+)", guide)
    words = {fold_name(word) for word in re.findall(r'headings="(.+)"', guide)[0].split(",")}
    assert (key in {field.key for field in FIELDS}, int(since)) == (False, VERSION + 1)
    assert {field.key for field in FIELDS if words & field.words} == set()


def test_the_page_of_the_tournament_file_has_a_line_for_every_version():
    page = (ROOT / "docs/tournament-file.md").read_text(encoding="utf-8")
    assert f"`labella-tournament`, `{VERSION}`, UTC" in page
    assert [int(number) for number in re.findall(r"^\| (\d+) \|", page, re.MULTILINE)] == list(range(2, VERSION + 1))


def test_the_guide_to_games_names_what_a_game_may_say():
    guide = (ROOT / "docs/adding/a-game.md").read_text(encoding="utf-8")
    own = {name for name in vars(Contract) if not name.startswith("_")} | set(Contract.__annotations__)
    assert sorted(name for name in own - {"fields_of", "sitting"} if name not in guide) == []


def test_the_guide_to_formats_names_what_a_format_may_say():
    guide = (ROOT / "docs/adding/a-format.md").read_text(encoding="utf-8")
    own = {name for name in vars(Format) if not name.startswith("_")} | set(Format.__annotations__)
    assert sorted(name for name in own if name not in guide) == []


def test_every_setting_is_in_the_list_of_hosting():
    programs = "\n".join(
        path.read_text(encoding="utf-8") for path in [*(ROOT / "config").rglob("*.py"), ROOT / "deploy" / "gunicorn.conf.py"]
    )
    read = set(re.findall(r"""(?:\benv\.\w+\(|environ\.get\()"([A-Z_]+)\"""", programs))
    listed = (ROOT / "docs/hosting.md").read_text(encoding="utf-8").partition("## Every setting")[2]
    assert {"DATA", "WEB_WORKERS"} <= read
    assert sorted(read - set(re.findall(r"`([A-Z_]+)`", listed)) - OF_THE_SYSTEM) == []


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


def test_the_lines_of_the_documents_are_as_long_as_those_of_the_code():
    """But for tables, code, and lines whose figures a program keeps."""
    long = []
    for path in DOCUMENTS:
        text = FENCED.sub(lambda code: "\n" * code[0].count("\n"), path.read_text(encoding="utf-8"))
        lines = () if path.name == "CHANGELOG.md" else enumerate(text.split("\n"), start=1)
        long += [f"{path.name}:{number}" for number, line in lines if len(line) > LONGEST_LINE and not KEPT_LONG.search(line)]
    assert long == []
