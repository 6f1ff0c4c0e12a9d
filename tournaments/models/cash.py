"""The cash of a tournament: what its fees are for, and the book of what was taken in and paid out."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.entries import Entry
from tournaments.models.tournaments import Tournament
from tournaments.people.names import MAX_NAME_LENGTH, validate_name

MAX_EXTRAS = 1000
"""Characters of the list of further fees."""


class FeePlan(models.Model):
    """Fees beside the entry fee of the tournament, what of them is played for, and whether who lost may enter again. Amounts in cents."""

    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, related_name="fee_plan")
    pot_cents = models.PositiveIntegerField(_("into the pot from each entry fee"), default=0)
    reentry_most = models.PositiveSmallIntegerField(_("how often one may enter again"), default=0)
    reentry_until = models.PositiveSmallIntegerField(_("until round"), null=True, blank=True)
    reentry_cents = models.PositiveIntegerField(_("fee to enter again"), default=0)
    reentry_pot_cents = models.PositiveIntegerField(_("into the pot from each re-entry"), default=0)
    guaranteed_cents = models.PositiveIntegerField(_("guaranteed pot"), default=0)
    split = models.CharField(_("split of the pot"), max_length=200, blank=True)
    extras = models.TextField(_("other fees"), max_length=MAX_EXTRAS, blank=True)
    money_noted = models.BooleanField(_("what is said about money as a prize was read"), default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(reentry_pot_cents__lte=models.F("reentry_cents")), name="fee_plan_pot_within_reentry_fee"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.split}"


class CashLine(models.Model):
    """A line of the cash book, never changed: positive what came in, negative what went out. A mistake is cancelled by a second line.

    The sum of an entry's lines of the kind `ENTRY` is what it paid since the book is kept (`Entry.fee_paid_cents`).
    """

    class Kind(models.TextChoices):
        ENTRY = "entry", _("entry fee")
        REENTRY = "reentry", _("re-entry")
        EXTRA = "extra", _("other fee")
        INCOME = "income", pgettext_lazy("cash", "other income")
        FLOAT = "float", _("change in the box")
        PRIZE = "prize", _("prize")
        EXPENSE = "expense", _("expense")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="cash_lines")
    number = models.PositiveIntegerField(_("number"))
    key = models.CharField(max_length=40)
    kind = models.CharField(max_length=10, choices=Kind)
    label = models.CharField(_("for what"), max_length=MAX_NAME_LENGTH, blank=True, validators=[validate_name])
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="cash_lines")
    amount_cents = models.IntegerField(_("amount in cents"))
    cancels = models.OneToOneField("self", on_delete=models.RESTRICT, null=True, blank=True, related_name="cancelled_by")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="cash_line_number_unique"),
            models.UniqueConstraint(fields=["tournament", "key"], name="cash_line_key_unique"),
            models.CheckConstraint(condition=~models.Q(amount_cents=0), name="cash_line_moves_money"),
            models.CheckConstraint(
                condition=models.Q(kind__in=["entry", "reentry", "extra", "income", "float", "prize", "expense"]),
                name="cash_line_kind_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.get_kind_display()} {self.amount_cents}"
