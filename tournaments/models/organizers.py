"""Organizers (clubs, bars, associations): whose tournaments, persons and staff are one household, apart from those of all others."""

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.models.desk_roles import RoleHolder, build_role_constraint
from tournaments.people.names import MAX_NAME_LENGTH, validate_name

HOUSE_SLUG = "house"


class Organizer(models.Model):
    """Who holds tournaments. Every tournament belongs to one; a desk has the house alone and never says so.

    `shared`: everybody with a login may open tournaments here, and sees nobody's persons but those of their own tournaments. A quota that
    is empty sets no limit; practice copies count in none.
    """

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH, validators=[validate_name])
    shared = models.BooleanField(_("everybody with a login may open tournaments here"), default=False)
    tournament_quota = models.PositiveIntegerField(_("tournaments at most"), null=True, blank=True)
    entry_quota = models.PositiveIntegerField(_("entries in a tournament at most"), null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:organizer", args=[self.slug])

    @property
    def is_house(self) -> bool:
        return self.slug == HOUSE_SLUG


class OrganizerMember(RoleHolder):
    """One user's role at every tournament of an organizer, practice copies apart."""

    organizer = models.ForeignKey(Organizer, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="organizer_roles")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organizer", "user"], name="one_role_per_person_and_organizer"),
            build_role_constraint("organizer_role_known"),
        ]


def get_house() -> Organizer:
    """The organizer of a desk, and of whatever belongs to nobody else on a site; made when it is first asked for."""
    return Organizer.objects.get_or_create(slug=HOUSE_SLUG, defaults={"name": "La Bella", "shared": True})[0]
