"""Changes of what the screen in the hall shows beside the tournament."""

from dataclasses import asdict, dataclass
from decimal import Decimal

from django.contrib.auth.models import AbstractBaseUser

from jobs.databases import write_tx
from scoring.matches.paper_style import read_style
from scoring.models import PaperStyle
from tournaments.locks import lock_for_director
from tournaments.models import Tournament
from tournaments.seen import UNSEEN, Seen


@dataclass(frozen=True, slots=True)
class ScreenChoice:
    """What the director chooses for the screen; `diagonal` is in `unit`, `seat` in metres, both None where the usual letters do."""

    message: str
    logo: bool
    diagonal: Decimal | None = None
    unit: str = PaperStyle.LengthUnit.INCHES
    seat: Decimal | None = None


@dataclass(frozen=True, slots=True)
class OverlayChoice:
    """What the overlay of a stream shows from now on: a `PaperStyle.Scene`, the code of a match (empty: the first that is played), and
    the two lines of the caption.
    """

    scene: str
    match: str = ""
    title: str = ""
    text: str = ""


def change_overlay(tournament: Tournament, choice: OverlayChoice, *, actor: AbstractBaseUser) -> None:
    """Store what the overlay shows. Whoever pressed last decides: a stream follows within seconds, and everybody sees it.

    Raises: PermissionDenied.
    """
    with write_tx():
        locked = lock_for_director(tournament, actor)
        chosen = {f"overlay_{name}": value for name, value in asdict(choice).items()}
        PaperStyle.objects.update_or_create(tournament=locked, defaults=chosen, create_defaults={**chosen, "follows_club": True})


def change_screen(tournament: Tournament, choice: ScreenChoice, *, actor: AbstractBaseUser, seen: Seen = UNSEEN) -> None:
    """Store what was chosen for the screen; the rest of the style stays.

    Raises: ChangeRefused when the page showed something else; PermissionDenied.
    """
    with write_tx():
        locked = lock_for_director(tournament, actor)
        chosen = {f"screen_{name}": value for name, value in asdict(choice).items()}
        style = read_style(locked)
        if any(getattr(style, name) != value for name, value in chosen.items()):
            seen.check()
        PaperStyle.objects.update_or_create(tournament=locked, defaults=chosen, create_defaults={**chosen, "follows_club": True})
