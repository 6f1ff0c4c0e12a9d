"""If this failed, a release could have no version, no notes, or files that nobody can build again."""

import datetime as dt

import pytest

from deploy.artifacts import find_differing, format_sums, read_notes
from deploy.release import INSTALLER, INSTALLER_LINE, PROGRAM, VERSION_LINE, date_changelog, find_problem, get_unreleased

CHANGELOG = "# Changelog\n\n## Unreleased\n\n### News\n\n* A door.\n\n## 0.9.0 · 2026-01-01\n\n* A wall.\n"


@pytest.mark.parametrize(
    ("version", "present", "changed", "said"),
    [
        ("1.0.0rc1", "0.9.0", False, ""),
        ("1.0.0", "1.0.0rc1", False, ""),
        ("1.0.0rc1", "1.0.0", False, "choose a later version"),
        ("0.9.0", "0.9.0", False, "choose a later version"),
        ("1.0", "0.9.0", False, "is no version"),
        ("1.0.0-beta", "0.9.0", False, "is no version"),
        ("1.0.0", "0.9.0", True, "not committed"),
    ],
)
def test_a_version_comes_after_the_present_one(version, present, changed, said):
    problem = find_problem(version, present, CHANGELOG, changed=changed)
    assert (said in problem, bool(problem)) == (True, bool(said))


def test_nothing_is_released_of_which_nothing_is_said():
    assert "says nothing" in find_problem("1.0.0", "0.9.0", "## Unreleased\n\n## 0.9.0 · 2026-01-01\n", changed=False)


def test_the_notes_are_the_section_of_the_version(tmp_path):
    dated = date_changelog(CHANGELOG, "1.0.0rc1", dt.date(2026, 11, 28))
    assert (get_unreleased(dated), dated.count("## ")) == ("", 4)
    (tmp_path / "CHANGELOG.md").write_text(dated, encoding="utf-8")
    assert read_notes(tmp_path / "CHANGELOG.md") == "# La Bella 1.0.0rc1 · 2026-11-28\n\n### News\n\n* A door.\n"


@pytest.mark.parametrize(("path", "line"), [(PROGRAM, VERSION_LINE), (INSTALLER, INSTALLER_LINE)], ids=["program", "installer"])
def test_the_version_stands_where_it_is_set(path, line):
    text = path.read_text(encoding="utf-8")
    once = line.sub('VERSION = "1.0.0rc1"', text)
    assert (len(line.findall(text)), "1.0.0rc1" in once) == (1, True)


def test_one_byte_is_noticed_and_sums_are_those_of_sha256sum(tmp_path):
    for name, content in (("first", b"a"), ("second", b"b")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "same").write_bytes(b"x")
        (tmp_path / name / "other").write_bytes(content)
    (tmp_path / "second" / "more").write_bytes(b"")
    assert find_differing(tmp_path / "first", tmp_path / "second") == ["more", "other"]
    assert format_sums(tmp_path / "first").splitlines()[1] == "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881  same"
