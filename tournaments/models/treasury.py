"""What the treasurer hands out and asks for: prizes, receipts, members' cards, and the evening's papers as they were printed."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.cash import CashLine
from tournaments.models.entries import Entry
from tournaments.models.organizers import Organizer
from tournaments.models.tournaments import Tournament
from tournaments.people.names import MAX_NAME_LENGTH, validate_name

MAX_AWARD = 100
MAX_PRIZE = 250
MAX_WORDS = 400
MAX_CARD = 30


class PrizeHandover(models.Model):
    """That a prize was given to somebody, as the prize list said it then. It is never changed: a mistake is taken back, and stays.

    `award` is the heading of the prize list under which the prize stands, in small letters; empty for places of the tournament.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="prize_handovers")
    award = models.CharField(max_length=MAX_AWARD, blank=True)
    place = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=MAX_PRIZE)
    entry = models.ForeignKey(Entry, on_delete=models.RESTRICT, related_name="prize_handovers")
    given_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    given_at = models.DateTimeField()
    taken_back_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "award", "place"], condition=models.Q(taken_back_at=None), name="prize_given_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.award} {self.place} {self.text}"


class PrizePicture(models.Model):
    """What a prize looks like; by the same heading and place as its line on the prize list."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="prize_pictures")
    award = models.CharField(max_length=MAX_AWARD, blank=True)
    place = models.PositiveSmallIntegerField()
    picture = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "award", "place"], name="one_picture_per_prize")]

    def __str__(self) -> str:
        return f"{self.award} {self.place}"


class PayerKind(models.TextChoices):
    """Who pays, as the words on a receipt distinguish it."""

    MEMBER = "member", pgettext_lazy("payer", "member")
    ASSOCIATE = "associate", pgettext_lazy("payer", "member of the same association")
    GUEST = "guest", pgettext_lazy("payer", "guest")


class ReceiptWords(models.Model):
    """A club's own words on receipts: who issues them, and for each kind of payer the reason and the sentence about taxes."""

    organizer = models.OneToOneField(Organizer, on_delete=models.CASCADE, primary_key=True, related_name="receipt_words")
    issuer = models.TextField(_("who issues them"), max_length=MAX_WORDS, blank=True)
    member = models.TextField(_("words for a member"), max_length=MAX_WORDS, blank=True)
    associate = models.TextField(_("words for a member of the same association"), max_length=MAX_WORDS, blank=True)
    guest = models.TextField(_("words for a guest"), max_length=MAX_WORDS, blank=True)

    def __str__(self) -> str:
        return f"{self.organizer_id}"


class CashReceipt(models.Model):
    """A receipt that was handed out, with the words that it had then. Its number is not kept: it is the rank of its line in the book.

    `copies` counts how often it was printed. A line that nobody asked a receipt for has a number all the same, and no row here.
    """

    line = models.OneToOneField(CashLine, on_delete=models.CASCADE, primary_key=True, related_name="receipt")
    payer = models.CharField(_("received from"), max_length=MAX_PRIZE, validators=[validate_name])
    kind = models.CharField(_("kind of payer"), max_length=10, choices=PayerKind)
    issuer = models.TextField(blank=True)
    words = models.TextField(blank=True)
    copies = models.PositiveSmallIntegerField(default=1)
    handed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    handed_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(kind__in=PayerKind.values), name="receipt_payer_known")]

    def __str__(self) -> str:
        return f"{self.line_id} {self.payer}"


class CardKind(models.TextChoices):
    """What a card makes of its holder."""

    MEMBER = "member", pgettext_lazy("card", "member")
    ASSOCIATE = "associate", pgettext_lazy("card", "member of the same association")
    DAY = "day", pgettext_lazy("card", "day card")


class MemberCard(models.Model):
    """A card of a club's list of members. `issuer` is who gave it: the club itself where it is empty."""

    organizer = models.ForeignKey(Organizer, on_delete=models.CASCADE, related_name="member_cards")
    number = models.CharField(_("number"), max_length=MAX_CARD)
    issuer = models.CharField(_("issued by"), max_length=MAX_NAME_LENGTH, blank=True, validators=[validate_name])
    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH, validators=[validate_name])
    kind = models.CharField(_("kind"), max_length=10, choices=CardKind, default=CardKind.MEMBER)
    valid_until = models.DateField(_("valid until"), null=True, blank=True)
    suspended = models.BooleanField(_("suspended"), default=False)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["organizer", "number"], name="member_card_number_unique"),
            models.CheckConstraint(condition=models.Q(kind__in=CardKind.values), name="member_card_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


class EveningPapers(models.Model):
    """That the papers of an evening were printed to be signed: the last entry of the ledger and the last line of the cash book in them."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="evening_papers")
    printed_at = models.DateTimeField()
    printed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    ledger_seq = models.PositiveIntegerField()
    state = models.CharField(max_length=64)
    """The fingerprint of what the papers say of money, prizes and receipts."""

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.printed_at}"
