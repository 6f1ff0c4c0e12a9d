"""Management commands in the language of the console: Italian where LANGUAGE, LC_ALL, LC_MESSAGES or LANG says so, else English."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser, SystemCheckError
from django.utils import translation
from django.utils.translation import gettext

from jobs.program import OWN_NAMES, console_language

PROGRAM = "labella"
FOR_DEVELOPERS = {"--version", "--verbosity", "--settings", "--pythonpath", "--traceback", "--no-color", "--force-color"}
"""Options of every command that the help of `labella` keeps to itself."""


class ConsoleCommand(BaseCommand):
    """Speaks the language of the console when it is run from one; called by other code it keeps the language of the caller."""

    _called_from_command_line = False

    def create_parser(self, prog_name: str, subcommand: str, **options: Any) -> CommandParser:
        self.help = gettext(self.help)
        if prog_name != PROGRAM:
            return super().create_parser(prog_name, subcommand, **options)
        self.suppressed_base_arguments = FOR_DEVELOPERS
        parser = super().create_parser(prog_name, OWN_NAMES.get(subcommand, subcommand), conflict_handler="resolve", **options)
        parser.add_argument("--skip-checks", action="store_true", help=argparse.SUPPRESS)  # Django's own is never hidden
        return parser

    def execute(self, *args: Any, **options: Any) -> Any:
        """A refusal is a sentence for people: Django would write the name of its class before it."""
        try:
            return super().execute(*args, **options)
        except CommandError as error:
            if not self._called_from_command_line or options["traceback"] or isinstance(error, SystemCheckError):
                raise
            self.stderr.write(str(error))
            raise SystemExit(error.returncode) from None

    def run_from_argv(self, argv: list[str]) -> Any:
        with translation.override(console_language()):
            return super().run_from_argv(argv)
