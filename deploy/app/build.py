"""Build the program that needs no Python, for the platform this runs on: `python deploy/app/build.py`, or `make app`.

1. Makes an environment of its own with the pinned packages and PyInstaller. 2. Builds the wheel and unpacks it. 3. Packs one folder,
`build/app/labella`, and an archive of it: .tar.xz, on Windows .zip. Prints the sizes. The folder is what the installers take.
"""

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLACE = ROOT / "build" / "app"
ENVIRONMENT = PLACE / "environment"
PYTHON = ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
MEGABYTE = 1024 * 1024


def main() -> int:
    prepare_environment()
    site = unpack_wheel(build_wheel())
    folder = pack_folder(site)
    archive = pack_archive(folder)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    sys.stdout.write(f"{folder}  {size / MEGABYTE:.0f} MB\n{archive}  {archive.stat().st_size / MEGABYTE:.1f} MB\n")
    return 0


def run(*words: str, **variables: str) -> None:
    subprocess.run([str(PYTHON), *words], cwd=ROOT, env=os.environ | variables, check=True)


def prepare_environment() -> None:
    """The packages of the groups `base`, `build` and `app`; kept between builds."""
    if not PYTHON.exists():
        venv.create(ENVIRONMENT, with_pip=True)
    install = ("-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check", "--constraint", "constraints.txt")
    run(*install, "--upgrade", "pip")
    run(*install, "--group", "base", "--group", "build", "--group", "app")


def build_wheel() -> Path:
    place = PLACE / "wheel"
    shutil.rmtree(place, ignore_errors=True)
    run("-m", "hatchling", "build", "--target", "wheel", "--directory", str(place))
    return next(place.glob("*.whl"))


def unpack_wheel(wheel: Path) -> Path:
    place = PLACE / "unpacked"
    shutil.rmtree(place, ignore_errors=True)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(place)
    return place / "labella_desk" / "site"


def pack_folder(site: Path) -> Path:
    words = ["-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "WARN"]
    words += ["--distpath", str(PLACE), "--workpath", str(PLACE / "work"), str(ROOT / "deploy" / "app" / "labella.spec")]
    run(*words, LABELLA_SITE=str(site))
    return PLACE / "labella"


def pack_archive(folder: Path) -> Path:
    """The folder as one file. Where SOURCE_DATE_EPOCH says a time, all files carry it, so that the same files make the same archive."""
    if said := os.environ.get("SOURCE_DATE_EPOCH"):
        for path in [folder, *folder.rglob("*")]:
            os.utime(path, (int(said), int(said)), follow_symlinks=False)
    if os.name == "nt":
        return Path(shutil.make_archive(str(folder), "zip", folder.parent, folder.name))
    return Path(shutil.make_archive(str(folder), "xztar", folder.parent, folder.name, owner="root", group="root"))


if __name__ == "__main__":
    sys.exit(main())
