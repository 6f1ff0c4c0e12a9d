from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.db import connection
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from config.migration_steps import list_due_steps, list_later_steps
from jobs.console import ConsoleCommand


class Command(ConsoleCommand):
    help = gettext_noop("Say which changes of the database this release makes, and whether the running one can live with them.")
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--all", action="store_true", help=_("all changes since the first release, whatever this database has"))

    def handle(self, *args: Any, **options: Any) -> None:
        steps = list_later_steps() if options["all"] else list_due_steps(connection)
        for step in steps:
            since = (
                _("every host must run %(release)s or newer") % {"release": step.contract_of}
                if step.contract_of
                else _("while people play")
            )
            self.stdout.write(f"{step.name}: " + (_("only with the site stopped") if step.breaks else since))
            for sentence in step.breaks:
                self.stdout.write(f"    {sentence}")
        if not steps:
            self.stdout.write(_("The database is as this release wants it."))
        if any(step.breaks for step in steps):
            sentence = _("Stop the site on all hosts before you make these changes: the release that runs there cannot live with them.")
            raise CommandError(sentence, returncode=3)
