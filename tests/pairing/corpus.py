"""What becomes of the TRF files of a folder, beside the answers that lie there: `python -m tests.pairing.corpus FOLDER`.

A file `name.input` has its answer in `name.output.expected`: the number of pairs and a pair a line. Prints a line of a table for each file.
"""

import sys
from pathlib import Path

from pairing import DrawRefused, draw_request
from pairing.reasons import format_reason
from pairing.trf.reading import parse_trf
from pairing.trf.report import build_request


def pair_file(file: Path) -> list[frozenset[int]]:
    text = file.read_text(encoding="utf-8", errors="replace")
    return [frozenset(pairing.sides) for pairing in draw_request(build_request(parse_trf(text))).pairings]


def read_answer(file: Path) -> set[frozenset[int]]:
    _count, *lines = file.read_text(encoding="utf-8").split("\n")
    return {frozenset(map(int, line.split())) - {0} for line in lines if line.strip()}


def describe(file: Path) -> str:
    answer = file.with_suffix(".output.expected")
    try:
        pairs = pair_file(file)
    except DrawRefused as refused:
        return "refused: " + " ".join(map(format_reason, refused.reasons[:3]))
    if not answer.exists():
        return "paired"
    return "paired as its answer says" if set(pairs) == read_answer(answer) else "PAIRED OTHERWISE"


def main() -> None:
    for file in sorted(Path(sys.argv[1]).rglob("*")):
        if file.suffix in {".trf", ".input"}:
            sys.stdout.write(f"| {file.name} | {describe(file)} |\n")


if __name__ == "__main__":
    main()
