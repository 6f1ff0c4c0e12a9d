"""Changes of what the screen in the hall shows beside the tournament."""

from django.contrib.auth.models import AbstractBaseUser

from scoring.models import PaperStyle
from tournaments.locks import lock_for_director
from tournaments.models import Tournament
from tournaments.transactions import write_tx


def change_screen(tournament: Tournament, *, actor: AbstractBaseUser, message: str, logo: bool) -> None:
    """Store message and logo of the screen; the rest of the style stays. Raises PermissionDenied."""
    with write_tx():
        locked = lock_for_director(tournament, actor)
        chosen = {"screen_message": message, "screen_logo": logo}
        PaperStyle.objects.update_or_create(tournament=locked, defaults=chosen, create_defaults={**chosen, "follows_club": True})
