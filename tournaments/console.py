"""The tournament and the director that a command of the console names."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from tournaments.models import Tournament

MOST_NAMED = 8


def add_tournament_argument(parser: ArgumentParser, about: str, **options: Any) -> None:
    """The argument `slug`; `about` says what the command takes without it, where it may be left out."""
    parser.add_argument("slug", metavar=_("TOURNAMENT"), help=about, **options)


def find_named_tournament(slug: str | None) -> Tournament:
    """The tournament with that name in its address; without one, the only one that is not over. Raises: CommandError with the names."""
    named = Tournament.objects.filter(slug=slug).first() if slug else None
    if named is not None:
        return named
    waiting = list(Tournament.objects.filter(archived_at=None).exclude(state=Tournament.State.FINISHED)[:MOST_NAMED])
    if slug is None and len(waiting) == 1:
        return waiting[0]
    sentence = _("Which tournament?") if slug is None else _("There is no tournament %(slug)s.") % {"slug": slug}
    if not waiting:
        raise CommandError(sentence)
    raise CommandError(
        _("%(sentence)s Name one: %(names)s") % {"sentence": sentence, "names": ", ".join(tournament.slug for tournament in waiting)}
    )


def find_director(name: str | None) -> User:
    """Raises: CommandError."""
    if name is None:
        administrators = list(User.objects.filter(is_superuser=True, is_active=True)[:2])
        if len(administrators) == 1:
            return administrators[0]
        raise CommandError(_("Who directs it here? Name the user: --director NAME"))
    director = User.objects.filter(username=name).first()
    if director is None:
        raise CommandError(_("There is no user %(name)s. Name its director here: --director NAME") % {"name": name})
    return director
