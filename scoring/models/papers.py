"""How a tournament's papers look: the director's choices."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament

DIGEST_OR_NOTHING = r"^([0-9a-f]{64})?$"


class PaperStyle(models.Model):
    """One row a tournament; without one everything is as the fields begin. `logo` is the digest of a file (`scoring.logos`)."""

    class Suits(models.TextChoices):
        ITALIAN = "italian", _("Italian suits")
        FRENCH = "french", _("French suits")

    class Language(models.TextChoices):
        PAGE = "", _("that of the desk")
        ITALIAN = "it", "Italiano"
        ENGLISH = "en", "English"

    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, primary_key=True, related_name="paper_style")
    suits = models.CharField(_("suits on the sheets"), max_length=7, choices=Suits, default=Suits.ITALIAN)
    language = models.CharField(_("language of the paper"), max_length=2, choices=Language, blank=True)
    logo = models.CharField(max_length=64, blank=True)
    prizes = models.TextField(_("prizes"), max_length=4000, blank=True)
    signatures = models.CharField(_("who signs"), max_length=200, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(suits__in=["italian", "french"]), name="paper_suits_known"),
            models.CheckConstraint(condition=models.Q(language__in=["", "it", "en"]), name="paper_language_known"),
            models.CheckConstraint(condition=models.Q(logo__regex=DIGEST_OR_NOTHING), name="paper_logo_is_hex"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.suits} {self.language}"

    @property
    def prize_lines(self) -> tuple[str, ...]:
        """The prizes from the first rank down."""
        return tuple(line.strip() for line in self.prizes.splitlines() if line.strip())

    @property
    def signers(self) -> tuple[str, ...]:
        return tuple(name.strip() for name in self.signatures.split(",") if name.strip())
