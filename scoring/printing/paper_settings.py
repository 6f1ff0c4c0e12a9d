"""The choices of the director about paper."""

from dataclasses import asdict, dataclass

from django.contrib.auth.models import AbstractBaseUser

from scoring.models import PaperStyle
from tournaments.locks import lock_for_director
from tournaments.models import Tournament
from tournaments.transactions import write_tx


@dataclass(frozen=True, slots=True)
class StyleChoice:
    """Choices for all papers; `logo` is a picture checked by `scoring.logos`, or empty."""

    suits: str
    language: str
    prizes: str
    signatures: str
    sheet_kind: str
    sheet_dropped: list[str]
    wifi_name: str
    wifi_password: str
    wifi_shown: bool
    logo: bytes


def choose_style(tournament: Tournament, choice: StyleChoice, *, actor: AbstractBaseUser) -> PaperStyle:
    """Store the paper style of the tournament. Raises PermissionDenied."""
    with write_tx():
        locked = lock_for_director(tournament, actor)
        style, _created = PaperStyle.objects.update_or_create(tournament=locked, defaults=asdict(choice))
    return style
