"""La Bella, installed: the packages in `site` keep their names of the checkout, and this puts their directory on the path."""

import sys
from pathlib import Path

SITE = Path(__file__).resolve().parent / "site"


def main() -> int:
    """The command `labella`. Returns its exit status."""
    sys.path.insert(0, str(SITE))
    from config.command_line import main as run_command_line  # noqa: PLC0415 - on the path since the line above

    return run_command_line(sys.argv[1:])
