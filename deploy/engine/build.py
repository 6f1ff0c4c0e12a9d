"""Build the engine as a distribution of its own, `labella-rules`, into `build/engine/`: `make engine`.

`rules` and `pairing` are common words, which no other distribution should find taken: they are called `labella_rules` and
`labella_pairing` there. Nothing else differs. The page that it shows is `docs/engine.md`.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLACE = ROOT / "build" / "engine"
PACKAGES = ("rules", "pairing")
IMPORT = re.compile(r"^(\s*(?:>>> )?(?:from|import) )(rules|pairing)\b", re.MULTILINE)
CALL = re.compile(r"python -m (rules|pairing)\b")


def main() -> int:
    shutil.rmtree(PLACE, ignore_errors=True)
    source = PLACE / "source"
    source.mkdir(parents=True)
    for package in PACKAGES:
        copy_package(package, source / f"labella_{package}")
        shutil.copytree(ROOT / "locale" / package, source / "labella_rules" / "locale" / package)
    for file in (ROOT / "deploy" / "engine" / "pyproject.toml", ROOT / "LICENSE"):
        shutil.copy(file, source)
    shutil.copy(ROOT / "docs" / "engine.md", source / "README.md")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--target", "wheel", "--directory", str(PLACE)]
    subprocess.run(command, cwd=source, check=True)
    return 0


def copy_package(package: str, place: Path) -> None:
    """The package under its own name, typed for whoever imports it."""
    shutil.copytree(ROOT / package, place, ignore=shutil.ignore_patterns("__pycache__"))
    for path in place.rglob("*.py"):
        text = IMPORT.sub(r"\1labella_\2", path.read_text(encoding="utf-8"))
        path.write_text(CALL.sub(r"python -m labella_\1", text), encoding="utf-8", newline="\n")
    (place / "py.typed").touch()


if __name__ == "__main__":
    sys.exit(main())
