"""Management commands in the language of the console: Italian where LANGUAGE, LC_ALL, LC_MESSAGES or LANG says so, else English."""

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation
from django.utils.translation import gettext

from jobs.program import OWN_NAMES

PROGRAM = "labella"
FOR_DEVELOPERS = {"--version", "--verbosity", "--settings", "--pythonpath", "--traceback", "--no-color", "--force-color", "--skip-checks"}
"""Options of every command that the help of `labella` keeps to itself."""


def console_language() -> str:
    """The first of the usual variables that is set decides, as gettext(1) does."""
    spoken = next((value for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
    return "it" if spoken.lower().startswith("it") else "en"


class ConsoleCommand(BaseCommand):
    """Speaks the language of the console when it is run from one; called by other code it keeps the language of the caller."""

    def create_parser(self, prog_name: str, subcommand: str, **options: Any) -> CommandParser:
        self.help = gettext(self.help)
        if prog_name == PROGRAM:
            self.suppressed_base_arguments = FOR_DEVELOPERS
            subcommand = OWN_NAMES.get(subcommand, subcommand)
        return super().create_parser(prog_name, subcommand, **options)

    def run_from_argv(self, argv: list[str]) -> Any:
        with translation.override(console_language()):
            return super().run_from_argv(argv)
