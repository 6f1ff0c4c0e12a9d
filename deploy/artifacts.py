"""Build what a release publishes, into `build/release/`: `make artifacts`.

Source archive, wheel, the program without Python for this platform, a list of components (CycloneDX), notes from the changelog, and
`SHA256SUMS`. Everything is built twice in trees of their own, made from the commit; refuses where one byte differs. The time in all files
is the commit's, so that anybody who builds the same commit on the same platform gets the same sums.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "build" / "release"
SUMS = "SHA256SUMS"
PIP = ("-m", "pip", "--quiet", "--no-input", "--disable-pip-version-check")


def main() -> int:
    shutil.rmtree(PLACE, ignore_errors=True)
    commit, commit_time = run_git("show", "--no-patch", "--format=%H %ct", "HEAD").split()
    with tempfile.TemporaryDirectory(prefix="labella-release-") as directory:
        first, second = (build_once(Path(directory) / name, commit, commit_time) for name in ("first", "second"))
        if differing := find_differing(first, second):
            sys.stderr.write(f"Built twice, these differ: {', '.join(differing)}\n")
            return 1
        shutil.copytree(first, PLACE)
    (PLACE / SUMS).write_text(format_sums(PLACE), encoding="utf-8", newline="\n")
    sys.stdout.write((PLACE / SUMS).read_text(encoding="utf-8"))
    return 0


def build_once(place: Path, commit: str, commit_time: str) -> Path:
    """All files of the release, from a copy of the commit. `commit_time`: seconds since 1970. Raises: CalledProcessError."""
    tree, made, environment = place / "tree", place / "made", place / "environment"
    run_git("clone", "--quiet", "--local", "--no-checkout", str(ROOT), str(tree))
    run_git("-C", str(tree), "checkout", "--quiet", "--detach", commit)
    made.mkdir()
    venv.create(environment, with_pip=True)
    python = environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    variables = {**os.environ, "SOURCE_DATE_EPOCH": commit_time, "PYTHONHASHSEED": "1", "PYTHONDONTWRITEBYTECODE": "1", "TZ": "UTC"}

    def run(*words: str) -> None:
        subprocess.run([str(python), *words], cwd=tree, env=variables, check=True, stdout=subprocess.DEVNULL)

    run(*PIP, "install", "--constraint", "constraints.txt", "--upgrade", "pip")
    run(*PIP, "install", "--constraint", "constraints.txt", "--group", "base", "--group", "build", "--group", "release")
    run("-m", "config.messages", "--compile")
    run("-m", "hatchling", "build", "--target", "sdist", "--target", "wheel", "--directory", str(made))
    wheel = next(made.glob("*.whl"))
    list_components(place / "installed", wheel, made / "components.cdx.json", tree, variables, python)
    run("deploy/app/build.py")
    for archive in (tree / "build" / "app").glob("labella*.*"):
        if archive.is_file():
            shutil.copy(archive, made / archive.name.replace("labella.", f"{wheel.stem}-{sys.platform}.".replace("-py3-none-any", "")))
    (made / "NOTES.md").write_text(read_notes(tree / "CHANGELOG.md"), encoding="utf-8", newline="\n")
    return made


def list_components(place: Path, wheel: Path, listing: Path, tree: Path, variables: dict[str, str], python: Path) -> None:
    """What a club gets with the wheel: every package with version and licence, as CycloneDX names them. Raises: CalledProcessError."""
    venv.create(place, with_pip=False)
    install = [*PIP, "--python", str(place), "install", "--constraint", "constraints.txt", str(wheel)]
    listed = [
        "-m",
        "cyclonedx_py",
        "environment",
        "--output-reproducible",
        "--output-format",
        "JSON",
        "--output-file",
        str(listing),
        str(place),
    ]
    for words in (install, listed):
        subprocess.run([str(python), *words], cwd=tree, env=variables, check=True, stdout=subprocess.DEVNULL)
    # the place of the environment is no component
    listing.write_text(listing.read_text(encoding="utf-8").replace(str(place.parent), ""), encoding="utf-8", newline="\n")


def read_notes(changelog: Path) -> str:
    """The newest section with text: of a release its own, before one what is unreleased."""
    sections = changelog.read_text(encoding="utf-8").split("\n## ")[1:]
    return next(f"# La Bella {section.strip()}\n" for section in sections if section.partition("\n")[2].strip())


def find_differing(first: Path, second: Path) -> list[str]:
    """Names of files that only one of two directories has, or that differ."""
    names = sorted({path.name for place in (first, second) for path in place.iterdir()})
    return [
        name
        for name in names
        if not all((place / name).is_file() for place in (first, second)) or digest(first / name) != digest(second / name)
    ]


def format_sums(place: Path) -> str:
    """As `sha256sum --check` reads them."""
    return "".join(f"{digest(path)}  {path.name}\n" for path in sorted(place.iterdir()) if path.name != SUMS)


def digest(path: Path) -> str:
    """SHA-256 in hexadecimal digits; empty for a file that is missing."""
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def run_git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()  # noqa: S607 - git of the path


if __name__ == "__main__":
    sys.exit(main())
