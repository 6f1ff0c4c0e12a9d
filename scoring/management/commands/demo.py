"""`manage.py demo`: the demonstration tournament."""

import time
from typing import Any

from django.contrib.auth.models import User
from django.core.management import CommandError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from jobs.console import ConsoleCommand
from jobs.unfinished import unfinished
from scoring.rehearsal.demonstration import DEMONSTRATION, load_demonstration


class Command(ConsoleCommand):
    help = gettext_noop("Load the demonstration tournament, if it is not there yet.")

    def handle(self, *args: Any, **options: Any) -> None:
        director = User.objects.filter(is_superuser=True).order_by("pk").first()
        if director is None:
            raise CommandError(_("There is no user yet: start La Bella once (make run), which creates the director."))
        began = time.monotonic()
        with unfinished(DEMONSTRATION):
            tournament = load_demonstration(director, now=timezone.now())
        self.stdout.write(
            _("demonstration: %(name)s (/desk/%(slug)s/), %(seconds).1f s")
            % {"name": tournament.name, "slug": tournament.slug, "seconds": time.monotonic() - began}
        )
