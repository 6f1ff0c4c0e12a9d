"""For whom somebody may open tournaments, and how many an organizer may hold."""

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from tournaments.models import Entry, Organizer, OrganizerMember, Tournament, get_house
from tournaments.models.organizers import HOUSE_SLUG
from tournaments.permissions import Role
from tournaments.refusals import ChangeRefused


class QuotaReached(ChangeRefused):
    """The organizer has what it may have."""


def list_openable_organizers(user_key: int | None) -> list[Organizer]:
    """The organizers for whom a user may open tournaments, those that they direct first. Empty also before the house was made.

    Two queries.
    """
    directed = OrganizerMember.objects.filter(user_id=user_key or 0, role=Role.DIRECTOR).select_related("organizer")
    own = sorted((member.organizer for member in directed), key=lambda organizer: organizer.name)
    return [*own, *(organizer for organizer in Organizer.objects.filter(shared=True) if organizer not in own)]


def may_open_tournaments(user_key: int | None) -> bool:
    return bool(list_openable_organizers(user_key)) or not Organizer.objects.filter(slug=HOUSE_SLUG).exists()


def choose_organizer(actor: AbstractBaseUser, wanted: Organizer | None = None) -> Organizer:
    """The organizer of a new tournament: the `wanted` one, else the first for whom the actor may open one.

    Raises: PermissionDenied.
    """
    openable = list_openable_organizers(actor.pk) or [house for house in [get_house()] if house.shared]
    if not openable or (wanted is not None and wanted not in openable):
        raise PermissionDenied
    return wanted or openable[0]


def require_room_for_tournament(organizer: Organizer) -> None:
    """Call inside `write_tx`. Raises: QuotaReached when the organizer has as many tournaments as it may."""
    locked = Organizer.objects.select_for_update().get(pk=organizer.pk)
    if locked.tournament_quota is not None and count_tournaments(locked) >= locked.tournament_quota:
        sentence = _("Not saved: %(name)s may hold %(quota)d tournaments and has them. Delete one without results, or ask for more.")
        raise QuotaReached("tournament_quota", sentence % {"name": locked.name, "quota": locked.tournament_quota})


def count_tournaments(organizer: Organizer) -> int:
    """Practice copies and demonstrations do not count."""
    return Tournament.objects.filter(organizer=organizer, demonstration=False).count()


def require_room_for_entries(tournament: Tournament, more: int) -> None:
    """Call under the tournament's lock. Raises: QuotaReached when `more` entries are too many for the organizer of the tournament."""
    quota = tournament.organizer.entry_quota
    if quota is not None and Entry.objects.filter(tournament=tournament).count() + more > quota:
        sentence = _("Not saved: a tournament of %(name)s may have %(quota)d entries. Ask the administrator of the site for more.")
        raise QuotaReached("entry_quota", sentence % {"name": tournament.organizer.name, "quota": quota})
