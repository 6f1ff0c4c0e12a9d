"""Changes of what the screen in the hall shows beside the tournament."""

from django.contrib.auth.models import AbstractBaseUser

from jobs.databases import write_tx
from scoring.matches.paper_style import read_style
from scoring.models import PaperStyle
from tournaments.locks import lock_for_director
from tournaments.models import Tournament
from tournaments.seen import UNSEEN, Seen


def change_screen(tournament: Tournament, *, actor: AbstractBaseUser, message: str, logo: bool, seen: Seen = UNSEEN) -> None:
    """Store message and logo of the screen; the rest of the style stays.

    Raises: ChangeRefused when the page showed something else; PermissionDenied.
    """
    with write_tx():
        locked = lock_for_director(tournament, actor)
        chosen = {"screen_message": message, "screen_logo": logo}
        style = read_style(locked)
        if any(getattr(style, name) != value for name, value in chosen.items()):
            seen.check()
        PaperStyle.objects.update_or_create(tournament=locked, defaults=chosen, create_defaults={**chosen, "follows_club": True})
