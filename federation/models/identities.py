"""Who is one person over many evenings, as directors answered, and the pages of persons."""

import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import Member, Organizer

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def new_page_key() -> str:
    """Sixteen random characters that nobody confuses: 79 bits."""
    return "".join(secrets.choice(_ALPHABET) for _place in range(16))


class IdentityAnswer(models.Model):
    """A director's answer about who is who; never deleted, the later one about an appearance counts."""

    organizer = models.ForeignKey(Organizer, on_delete=models.CASCADE, related_name="identity_answers")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.organizer_id} {self.made_at:%Y-%m-%d %H:%M}"


class IdentityPart(models.Model):
    """An appearance that an answer is about. Those with one `part` are one person, those with another are somebody else.

    It points to the player of an evening and holds no name, so that erasing leaves nothing.
    """

    answer = models.ForeignKey(IdentityAnswer, on_delete=models.CASCADE, related_name="parts")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")
    part = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["answer", "pk"]
        constraints = [models.UniqueConstraint(fields=["answer", "member"], name="identity_part_once")]

    def __str__(self) -> str:
        return f"{self.member_id} {self.part}"


class PersonPage(models.Model):
    """The pages of the person who is `member`: one's own by the secret `own_code`, and by `key` one that others may see if `shown`."""

    class Shown(models.TextChoices):
        """Who may see it, as the person wishes."""

        NOBODY = "nobody", _("nobody but me and the club")
        LINK = "link", _("anybody who has its address")
        LISTED = "listed", _("everybody: my name is in the club’s rating")

    PUBLIC = (Shown.LINK, Shown.LISTED)
    """With these everybody who has the address may see it."""

    organizer = models.ForeignKey(Organizer, on_delete=models.CASCADE, related_name="person_pages")
    member = models.OneToOneField(Member, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=16, unique=True, default=new_page_key, editable=False)
    own_code = models.CharField(max_length=16, unique=True, default=new_page_key, editable=False)
    shown = models.CharField(_("who may see the page"), max_length=6, choices=Shown, default=Shown.NOBODY)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.CheckConstraint(condition=models.Q(shown__in=["nobody", "link", "listed"]), name="person_page_shown_known")]

    def __str__(self) -> str:
        return self.key
