"""docs/handbook is what the declarations say now: `python -m rules handbook docs/handbook` writes it anew."""

from rules.command.write_handbook import build_pages
from tests.house.sources import ROOT


def test_the_files_of_the_handbook_are_fresh():
    folder = ROOT / "docs" / "handbook"
    written = {str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.md"))}
    made = build_pages()
    assert sorted(written) == sorted(made)
    assert [name for name in made if made[name] != written[name]] == []


def test_no_page_lacks_a_part():
    """Every game has a summary, a table of counts and something that the sources leave open, in both languages."""
    thin = [name for name, text in build_pages().items() if text.count("\n## ") != 12 or "\n\n## " not in text or len(text) < 4000]
    assert thin == []
