"""The choices of the director about paper."""

from dataclasses import asdict, dataclass

from django.contrib.auth.models import AbstractBaseUser

from scoring.models import OrganizerPaper, PaperStyle
from tournaments.locks import lock_for_director
from tournaments.models import Organizer, Tournament
from tournaments.permissions import require_organizer_director
from tournaments.transactions import write_tx


@dataclass(frozen=True, slots=True, kw_only=True)
class LookChoice:
    """What a club may choose for all its tournaments; `logo` is a picture checked by `paper.logos`, or empty."""

    suits: str
    language: str
    signatures: str
    sheet_kind: str
    wifi_name: str
    wifi_password: str
    logo: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class StyleChoice(LookChoice):
    """Choices for all papers of a tournament."""

    prizes: str
    sheet_dropped: list[str]
    wifi_shown: bool


def choose_style(tournament: Tournament, choice: StyleChoice, *, actor: AbstractBaseUser) -> PaperStyle:
    """Store the paper style of the tournament. Raises PermissionDenied."""
    with write_tx():
        locked = lock_for_director(tournament, actor)
        style, _created = PaperStyle.objects.update_or_create(tournament=locked, defaults={**asdict(choice), "follows_club": False})
    return style


def choose_look(organizer: Organizer, choice: LookChoice, *, actor: AbstractBaseUser) -> None:
    """Store the look of the papers of every tournament of a club that has none of its own. Raises PermissionDenied."""
    with write_tx():
        require_organizer_director(actor, organizer)
        OrganizerPaper.objects.update_or_create(organizer=organizer, defaults=asdict(choice))


def follow_club(tournament: Tournament, *, actor: AbstractBaseUser) -> None:
    """Let a tournament print as its club does; its prizes and columns stay. Raises PermissionDenied."""
    with write_tx():
        PaperStyle.objects.filter(tournament=lock_for_director(tournament, actor)).update(follows_club=True)


def has_club_look(tournament: Tournament) -> bool:
    """Whether the club of a tournament chose how it prints."""
    return OrganizerPaper.objects.filter(organizer=tournament.organizer_id).exists()
