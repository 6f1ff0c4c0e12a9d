"""What watches or ends a process at its changes of the disk is C, compiled when a test needs it: `make test` installs the compiler."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

needs_compiler = pytest.mark.skipif(
    shutil.which("gcc") is None and os.environ.get("CI") != "true", reason="a computer without gcc, where nobody may install it"
)
"""Where CI runs a missing compiler is a failure, as a missing server or browser is."""


def compile_library(source: str, place: Path) -> Path:
    """A library to be preloaded, from a file of this directory. Raises: CalledProcessError, FileNotFoundError without gcc."""
    path = Path(__file__).with_name(source)
    library = place / f"{path.stem}.so"
    subprocess.run(["gcc", "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o", library, path, "-ldl"], check=True)
    return library
