"""How La Bella came to this computer (checkout, wheel, packed without Python), where it then keeps its data, and how it is called."""

import os
import sys
from pathlib import Path
from typing import TextIO, cast

import platformdirs

VERSION = "1.0.0rc1"
BASE = Path(__file__).resolve().parent.parent
IS_PACKED = bool(getattr(sys, "frozen", False))
IS_CHECKOUT = (BASE / "manage.py").is_file() and not IS_PACKED
OWN_NAMES = {
    "restore_backup": "restore",
    "desk --reset-password": "password",
    "export_tournament": "export",
    "import_tournament": "import",
    "check_event": "check",
}
"""Management command: its name as a command of `labella`, where that differs."""


def console_language() -> str:
    """Italian or English: the first of the usual variables that is set decides, as gettext(1) does."""
    spoken = next((value for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
    return "it" if spoken.lower().startswith("it") else "en"


def choose_data_directory() -> Path:
    """`data/` of a checkout; else where the platform keeps a person's data, because whatever lies beside a program goes with its update."""
    return BASE / "data" if IS_CHECKOUT else Path(platformdirs.user_data_dir("labella", appauthor=False))


def build_command(*arguments: str) -> list[str]:
    """The words that run a management command in a process of its own."""
    if IS_PACKED:
        return [sys.executable, *arguments]
    return [sys.executable, *([str(BASE / "manage.py")] if IS_CHECKOUT else ["-m", "labella_desk"]), *arguments]


def format_start(setting: str, example: str) -> str:
    """How a person starts the desk with another setting: `make run PORT=8001`, `labella --port 8001`."""
    if IS_CHECKOUT:
        return f"make run {setting}={example}"
    return f"labella {'' if setting == 'DATA' else _format_place()}--{setting.lower()} {example}"


def format_command(command: str) -> str:
    """How a person calls a management command on the data of this process: `manage.py restore_backup FILE`, `labella restore FILE`,
    `labella --data DIRECTORY restore FILE` where the data lie elsewhere than usual.
    """
    if IS_CHECKOUT:
        return f"manage.py {command}"
    name = next((name for name in OWN_NAMES if command.startswith(name)), "")
    return f"labella {_format_place()}{OWN_NAMES.get(name, '')}{command.removeprefix(name)}"


def _format_place() -> str:
    """The option that names the data of this process; empty where `labella` finds them by itself."""
    place = Path(os.environ.get("DATA") or choose_data_directory()).resolve()
    return "" if place == choose_data_directory().resolve() else f"--data {quote_path(place)} "


def quote_path(path: Path) -> str:
    """A path as an argument of a command that somebody copies; the quotes are those of every shell, Windows' included."""
    return f'"{path}"' if " " in str(path) else str(path)


def prepare_console() -> None:
    """Let no letter that a console does not have stop the program: a pipe of Windows has 256 of them."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            cast("TextIO", stream).reconfigure(errors="replace")  # type: ignore[attr-defined]  # asked in the line above
