"""Texts that were approved: `REWRITE_GOLDEN=1` writes them anew, to be read before they are committed."""

import os
from collections.abc import Iterable
from pathlib import Path


def compare_with_kept(path: Path, lines: Iterable[str]) -> None:
    text = "\n".join(lines) + "\n"
    if os.environ.get("REWRITE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
