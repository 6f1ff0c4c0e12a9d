"""The look of papers, as the directors of a club and of a tournament chose it."""

import hashlib
from collections.abc import Collection

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import Organizer, Tournament


class PaperLook(models.Model):
    """What a club may choose once for all its tournaments.

    `language` is a code of the setting LANGUAGES; empty, or one that is not offered here, means that of the page. `logo` is a picture as it
    was uploaded (`paper.logos`).
    """

    class Suits(models.TextChoices):
        ITALIAN = "italian", _("Italian suits")
        FRENCH = "french", _("French suits")

    class SheetKind(models.TextChoices):
        FULL = "full", _("full: every box that can be checked")
        SHORT = "short", _("short: what each side writes, and the running score")
        SLIP = "slip", _("result slip: final scores only, eight on an A4")

    suits = models.CharField(_("suits on the sheets"), max_length=7, choices=Suits, default=Suits.ITALIAN)
    language = models.CharField(_("language of printed sheets"), max_length=10, blank=True)
    logo = models.BinaryField(default=b"", blank=True)
    signatures = models.CharField(_("who signs"), max_length=200, blank=True)
    sheet_kind = models.CharField(_("score sheet"), max_length=5, choices=SheetKind, default=SheetKind.FULL)
    wifi_name = models.CharField(_("Wi-Fi of the hall"), max_length=32, blank=True)
    wifi_password = models.CharField(_("password of the Wi-Fi"), max_length=63, blank=True)

    class Meta:
        abstract = True

    @property
    def picture(self) -> bytes:
        """The logo as bytes; PostgreSQL returns a memoryview."""
        return bytes(self.logo)

    @property
    def picture_version(self) -> str:
        """Changes with the logo, so that browsers do not show a cached old one."""
        return hashlib.sha256(self.logo).hexdigest()[:8]

    @property
    def signers(self) -> tuple[str, ...]:
        return tuple(name.strip() for name in self.signatures.split(",") if name.strip())


LOOK_FIELDS = tuple(field.name for field in PaperLook._meta.local_fields)


class OrganizerPaper(PaperLook):
    """The look of every tournament of a club that chose none of its own."""

    organizer = models.OneToOneField(Organizer, on_delete=models.PROTECT, primary_key=True, related_name="paper")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(suits__in=["italian", "french"]), name="organizer_paper_suits_known"),
            models.CheckConstraint(condition=models.Q(sheet_kind__in=["full", "short", "slip"]), name="organizer_paper_sheet_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.organizer_id} {self.suits} {self.language}"


class PaperStyle(PaperLook):
    """One row per tournament; without a row the club's look applies, and else the defaults of the fields.

    `sheet_dropped` are names of fields of the game that the full sheet does without. While `follows_club`, the look of the row is not
    used. `screen_seat` are the metres between the hall's screen and the farthest seat; it is set together with the diagonal, which is in
    `screen_unit`. `overlay_match` is the code of a match; empty: the first that is played. Read it with `scoring.matches.paper_style`.
    """

    class LengthUnit(models.TextChoices):
        INCHES = "in", _("inches")
        CENTIMETRES = "cm", _("centimetres")

    class Scene(models.TextChoices):
        """What the overlay of a stream shows."""

        NOTHING = "", pgettext_lazy("overlay", "nothing")
        MATCH = "match", pgettext_lazy("overlay", "the match")
        STANDINGS = "standings", pgettext_lazy("overlay", "standings")
        BRACKET = "bracket", pgettext_lazy("overlay", "bracket")
        CAPTION = "caption", pgettext_lazy("overlay", "caption")

    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, primary_key=True, related_name="paper_style")
    follows_club = models.BooleanField(_("prints as the club does"), default=False)
    prizes = models.TextField(_("prizes"), max_length=4000, blank=True)
    sheet_dropped = models.JSONField(_("columns that the hall does not use"), default=list, blank=True)
    wifi_shown = models.BooleanField(_("the screen in the hall shows the Wi-Fi"), default=False)
    screen_message = models.CharField(_("message on the screen in the hall"), max_length=120, blank=True)
    screen_logo = models.BooleanField(_("the screen in the hall shows the logo"), default=False)
    screen_diagonal = models.DecimalField(_("diagonal of the screen in the hall"), max_digits=5, decimal_places=1, null=True, blank=True)
    screen_unit = models.CharField(_("unit of the diagonal"), max_length=2, choices=LengthUnit, default=LengthUnit.INCHES)
    screen_seat = models.DecimalField(_("farthest seat (metres)"), max_digits=4, decimal_places=1, null=True, blank=True)
    overlay_scene = models.CharField(_("overlay for streams"), max_length=9, choices=Scene, default=Scene.NOTHING, blank=True)
    overlay_match = models.CharField(_("match of the overlay"), max_length=8, blank=True)
    overlay_title = models.CharField(_("title of the caption"), max_length=60, blank=True)
    overlay_text = models.CharField(_("text of the caption"), max_length=120, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(suits__in=["italian", "french"]), name="paper_suits_known"),
            models.CheckConstraint(condition=models.Q(sheet_kind__in=["full", "short", "slip"]), name="paper_sheet_kind_known"),
            models.CheckConstraint(condition=models.Q(screen_unit__in=["in", "cm"]), name="screen_unit_known"),
            models.CheckConstraint(
                condition=models.Q(overlay_scene__in=["", "match", "standings", "bracket", "caption"]), name="overlay_scene_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.suits} {self.language}"

    @property
    def prize_lines(self) -> tuple[str, ...]:
        """The prizes from the first rank down, without those of consolations."""
        return self.list_stage_prizes({""})

    def list_stage_prizes(self, spellings: Collection[str]) -> tuple[str, ...]:
        """The prizes below lines with a colon and one of these names, which are in small letters; "" stands for the lines above all."""
        prizes: dict[str, list[str]] = {"": []}
        heading = ""
        for line in filter(None, map(str.strip, self.prizes.splitlines())):
            if line.endswith(":"):
                heading = line.removesuffix(":").strip().casefold()
                prizes.setdefault(heading, [])
            else:
                prizes[heading].append(line)
        return tuple(line for name, lines in prizes.items() if name in spellings for line in lines)
