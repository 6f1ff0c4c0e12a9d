"""How old the figures in docs/ are: `python -m benchmarks.figures` writes behind each which state of the code it was measured on.

Behind the date of a figure stands `<!-- figures COMMIT: PATHS -->`, the code that it measures, and behind that what this program writes, up
to the next `<!-- -->`. Whoever measures again puts the new commit there and runs the program.
"""

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MARK = re.compile(r"<!-- figures ([0-9a-f]{8}): ([^>]+?) -->((?:(?!<!--).)*)<!-- -->", re.DOTALL)
"""What lies between ends before the next mark: one that nobody closed must not take another’s text."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures of a page: the commit they were measured on, the code they measure, and what the page says of their age."""

    page: Path
    commit: str
    paths: tuple[str, ...]
    words: str

    @property
    def due_words(self) -> str:
        return f" (commit {self.commit}{'; the code has changed since' if has_changed(self.commit, self.paths) else ''})"


def list_figures() -> Iterator[Figures]:
    for page in sorted((ROOT / "docs").glob("*.md")):
        for commit, paths, words in MARK.findall(page.read_text(encoding="utf-8")):
            yield Figures(page, commit, tuple(paths.split()), words)


def has_changed(commit: str, paths: tuple[str, ...]) -> bool:
    """Whether the code differs from what it was. Raises: CalledProcessError where git does not know the commit."""
    answer = subprocess.run(["git", "diff", "--quiet", commit, "--", *paths], cwd=ROOT, check=False, capture_output=True)
    if answer.returncode > 1:
        raise subprocess.CalledProcessError(answer.returncode, answer.args, answer.stdout, answer.stderr)
    return answer.returncode == 1


def main() -> None:
    due = {(figures.page, figures.commit, figures.paths): figures.due_words for figures in list_figures()}
    for page in {page for page, _commit, _paths in due}:
        text = page.read_text(encoding="utf-8")

        def write_words(mark: re.Match[str], page: Path = page) -> str:
            return f"<!-- figures {mark[1]}: {mark[2]} -->{due[page, mark[1], tuple(mark[2].split())]}<!-- -->"

        page.write_text(MARK.sub(write_words, text), encoding="utf-8")


if __name__ == "__main__":
    main()
