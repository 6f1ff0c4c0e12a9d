"""What a desk adds to a tournament for the union, and which result files left it."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import Tournament
from tournaments.people.names import MAX_NAME_LENGTH, validate_characters, validate_name


class EventFacts(models.Model):
    """What the result file says of a tournament beside what the desk knows. Without a row it is a tournament of a club.

    `card_issuer` and `card_kind` say what the membership numbers of its persons are; `union_slug` is to whom on the site it was sent.
    """

    class EventClass(models.TextChoices):
        """How much a tournament counts."""

        CLUB = "club", pgettext_lazy("class of a tournament", "club")
        PROVINCIAL = "provincial", pgettext_lazy("class of a tournament", "provincial")
        REGIONAL = "regional", pgettext_lazy("class of a tournament", "regional")
        NATIONAL = "national", pgettext_lazy("class of a tournament", "national")

    class CardIssuerKind(models.TextChoices):
        """What a card is of."""

        FEDERATION = "federation", pgettext_lazy("card", "of a federation of the game")
        ASSOCIATION = "association", pgettext_lazy("card", "of an association (ARCI, ACLI, CSI …)")
        CLUB = "club", pgettext_lazy("card", "of the club")
        OTHER = "other", pgettext_lazy("card", "another one")

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, primary_key=True, related_name="event_facts")
    event_class = models.CharField(_("class"), max_length=10, choices=EventClass, default=EventClass.CLUB)
    organizer_name = models.CharField(_("organizer"), max_length=MAX_NAME_LENGTH, blank=True, validators=[validate_name])
    organizer_number = models.CharField(_("organizer’s number"), max_length=30, blank=True, validators=[validate_characters])
    town = models.CharField(_("town"), max_length=MAX_NAME_LENGTH, blank=True, validators=[validate_name])
    card_issuer = models.CharField(_("cards issued by"), max_length=MAX_NAME_LENGTH, blank=True, validators=[validate_name])
    card_kind = models.CharField(_("kind of card"), max_length=11, choices=CardIssuerKind, default=CardIssuerKind.FEDERATION)
    with_hands = models.BooleanField(_("matches and hands are in the file"), default=False)
    union_slug = models.SlugField(_("name of the federation on the site"), max_length=60, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(event_class__in=["club", "provincial", "regional", "national"]), name="event_class_known"
            ),
            models.CheckConstraint(
                condition=models.Q(card_kind__in=["federation", "association", "club", "other"]), name="card_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.event_class}"


class SentResult(models.Model):
    """A result file that was saved at the desk: `content_digest` is that of what it says, `ledger_entries` how far its ledger went.

    By it the desk notices that what was sent is out of date.
    """

    class Spelling(models.TextChoices):
        JSON = "json", _("JSON")
        CSV = "csv", _("CSV")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="sent_results")
    spelling = models.CharField(max_length=4, choices=Spelling)
    ledger_entries = models.PositiveIntegerField()
    content_digest = models.CharField(max_length=64)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.made_at:%Y-%m-%d %H:%M}"
