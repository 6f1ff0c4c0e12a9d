"""The choices of the director about paper."""

from dataclasses import asdict, dataclass

from django.contrib.auth.models import AbstractBaseUser

from jobs.databases import write_tx
from scoring.matches.paper_style import read_style
from scoring.models import OrganizerPaper, PaperStyle
from scoring.models.papers import LOOK_FIELDS, PaperLook
from tournaments.locks import lock_for_director
from tournaments.models import Organizer, Tournament
from tournaments.permissions import require_organizer_director
from tournaments.seen import UNSEEN, Seen, compute_fingerprint


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


def choose_style(tournament: Tournament, choice: StyleChoice, *, actor: AbstractBaseUser, seen: Seen = UNSEEN) -> PaperStyle:
    """Store the paper style of the tournament. Raises: ChangeRefused when the page showed another; PermissionDenied."""
    with write_tx():
        locked = lock_for_director(tournament, actor)
        if _differs(read_style(locked), choice):
            seen.check()
        style, _created = PaperStyle.objects.update_or_create(tournament=locked, defaults={**asdict(choice), "follows_club": False})
    return style


def read_look(organizer: Organizer) -> OrganizerPaper:
    """What a club chose, with the defaults where nobody chose anything. One query."""
    return OrganizerPaper.objects.filter(organizer=organizer).first() or OrganizerPaper(organizer=organizer)


def choose_look(organizer: Organizer, choice: LookChoice, *, actor: AbstractBaseUser, seen: Seen = UNSEEN) -> None:
    """Store the look of the papers of every tournament of a club that has none of its own.

    Raises: ChangeRefused when the page showed another; PermissionDenied.
    """
    with write_tx():
        Organizer.objects.select_for_update().get(pk=organizer.pk)
        require_organizer_director(actor, organizer)
        if _differs(read_look(organizer), choice):
            seen.check()
        OrganizerPaper.objects.update_or_create(organizer=organizer, defaults=asdict(choice))


def compute_look_fingerprint(look: PaperLook, **shown: object) -> str:
    """The fingerprint of what a page of print settings shows."""
    return compute_fingerprint({name: getattr(look, name) for name in LOOK_FIELDS if name != "logo"}, look.picture_version, shown)


def compute_style_fingerprint(style: PaperStyle) -> str:
    """The fingerprint of all print settings of a tournament."""
    return compute_look_fingerprint(style, prizes=style.prizes, dropped=style.sheet_dropped, wifi_shown=style.wifi_shown)


def _differs(stored: PaperLook, choice: LookChoice) -> bool:
    chosen = asdict(choice)
    return stored.picture != chosen.pop("logo") or any(getattr(stored, name) != value for name, value in chosen.items())


def follow_club(tournament: Tournament, *, actor: AbstractBaseUser) -> None:
    """Let a tournament print as its club does; its prizes and columns stay. Raises PermissionDenied."""
    with write_tx():
        PaperStyle.objects.filter(tournament=lock_for_director(tournament, actor)).update(follows_club=True)


def has_club_look(tournament: Tournament) -> bool:
    """Whether the club of a tournament chose how it prints."""
    return OrganizerPaper.objects.filter(organizer=tournament.organizer_id).exists()
