"""`manage.py demo`: the demonstration tournament."""

import time
from typing import Any

from django.contrib.auth.models import User
from django.core.management import BaseCommand, CommandError
from django.utils import timezone

from scoring.rehearsal.demonstration import load_demonstration


class Command(BaseCommand):
    help = "Load the demonstration tournament, if it is not there yet."

    def handle(self, *args: Any, **options: Any) -> None:
        director = User.objects.filter(is_superuser=True).order_by("pk").first()
        if director is None:
            raise CommandError("There is no user yet: open the desk once (make run), which creates the director.")
        began = time.monotonic()
        tournament = load_demonstration(director, now=timezone.now())
        self.stdout.write(f"demonstration: {tournament.name} (/desk/{tournament.slug}/), {time.monotonic() - began:.1f} s")
