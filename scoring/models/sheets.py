"""Printed sheets and their return: those of the matches, and extra ones with a code of their own."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.models.ledger import DIGEST
from tournaments.models import Match, Tournament
from tournaments.models.matches import new_match_code


class SheetIssue(models.Model):
    """One printing of a match's sheet. `head_seq` and `head_digest` are the ledger head printed on it.

    A later printing replaces the earlier ones. `agrees` says whether the returned paper matches the entered result; None until somebody
    has compared them. `compared_seq` is the last entry of the match at the comparison: a later change makes `agrees` outdated.
    """

    class What(models.TextChoices):
        SHEET = "sheet", _("sheet")
        FILLED = "filled", _("match record")

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="sheets")
    serial = models.PositiveIntegerField()
    what = models.CharField(max_length=6, choices=What, default=What.SHEET)
    printed_at = models.DateTimeField()
    head_seq = models.PositiveIntegerField()
    head_digest = models.CharField(max_length=64)
    returned_at = models.DateTimeField(null=True, blank=True)
    returned_by = models.CharField(max_length=40, blank=True)
    agrees = models.BooleanField(null=True, blank=True)
    compared_seq = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["match", "serial"]
        constraints = [
            models.UniqueConstraint(fields=["match", "serial"], name="sheet_serial_unique"),
            models.CheckConstraint(condition=models.Q(serial__gte=1), name="sheet_serial_from_one"),
            models.CheckConstraint(condition=models.Q(what__in=["sheet", "filled"]), name="sheet_what_known"),
            models.CheckConstraint(condition=models.Q(head_digest__regex=DIGEST), name="sheet_head_is_hex"),
            models.CheckConstraint(
                condition=models.Q(agrees__isnull=True) | models.Q(returned_at__isnull=False), name="sheet_compared_once_back"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.serial}"


class ExtraSheet(models.Model):
    """A sheet with a code of its own: a blank one from the desk's drawer, or a further one of a match whose rows ran out.

    `number` counts the blank sheets of the tournament from 1; of a match the further sheets from 2. A blank sheet has no `match` until
    somebody says for which it was used; one that came back without stays unused.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="extra_sheets")
    code = models.CharField(max_length=8, unique=True, default=new_match_code, editable=False)
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="extra_sheets", null=True, blank=True)
    number = models.PositiveIntegerField()
    further = models.BooleanField(default=False)
    printed_at = models.DateTimeField()
    returned_at = models.DateTimeField(null=True, blank=True)
    returned_by = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["tournament", "pk"]
        constraints = [
            models.CheckConstraint(condition=models.Q(further=False) | models.Q(match__isnull=False), name="extra_further_has_match"),
        ]

    def __str__(self) -> str:
        return self.code
