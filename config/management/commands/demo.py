"""`manage.py demo`: the demonstration tournament, or one of any game, or a season."""

import time
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import CommandError, CommandParser
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from desk.demonstrations.services import SEASON, create_demonstration, create_demonstration_season, play_demonstration
from desk.rehearsal.demonstration import DEMONSTRATION, load_demonstration
from jobs.console import ConsoleCommand
from jobs.unfinished import unfinished
from rules import GAMES


class Command(ConsoleCommand):
    help = gettext_noop("Load the demonstration tournament, if it is not there yet; or one of another game, or a season.")

    def add_arguments(self, parser: CommandParser) -> None:
        kinds = [game.key for game in GAMES] + [SEASON]
        parser.add_argument("what", nargs="?", choices=kinds, metavar=_("GAME"), help=_("one of: %(kinds)s") % {"kinds": ", ".join(kinds)})

    def handle(self, *args: Any, **options: Any) -> None:
        director = User.objects.filter(is_superuser=True).order_by("pk").first()
        if director is None:
            raise CommandError(_("There is no user yet: start La Bella once (make run), which creates the director."))
        began = time.monotonic()
        with translation.override(settings.SITE_LANGUAGE):  # names stay as they are given; whoever reads them is not at this console
            name, address = self._load(options["what"], director)
        self.stdout.write(
            _("demonstration: %(name)s (%(address)s), %(seconds).1f s")
            % {"name": name, "address": address, "seconds": time.monotonic() - began}
        )

    def _load(self, what: str | None, director: User) -> tuple[str, str]:
        """The name and the address of what was made."""
        now = timezone.now()
        if what is None:
            with unfinished(DEMONSTRATION):
                tournament = load_demonstration(director, now=now)
            return tournament.name, reverse("tournaments:desk", args=[tournament.slug])
        if what == SEASON:
            season, evenings = create_demonstration_season(actor=director, at=now)
            for evening in evenings:
                play_demonstration(evening, director, at=now, whole=True)
            return season.name, reverse("scoring:season_desk", args=[season.slug])
        tournament = create_demonstration(what, actor=director, at=now)
        play_demonstration(tournament, director, at=now, whole=False)
        return tournament.name, reverse("tournaments:desk", args=[tournament.slug])
