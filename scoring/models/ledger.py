"""The ledger: everything ever entered about a match. Triggers in the database refuse to change or delete its rows."""

from datetime import UTC

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.ledger.chain import ChainLink, LedgerRecord
from tournaments.models import Match, Tournament

DIGEST = r"^[0-9a-f]{64}$"


class LedgerEntry(models.Model):
    """One entry of a tournament's ledger; `scoring.ledger.chain` says what its digest covers.

    Order is `seq`, never the clock. `match_version` counts the entries of one match. `supersedes` is the seq of the entry that this one
    replaces. `payload` is canonical JSON without names; free text is in `LedgerText`.
    """

    class Kind(models.TextChoices):
        SUBMIT = "submit", _("entered")
        CONFIRM = "confirm", _("confirmed")
        DISPUTE = "dispute", _("disputed")
        CORRECT = "correct", _("corrected")
        VOID = "void", _("cancelled")
        LOCK = "lock", _("closed")
        REOPEN = "reopen", _("reopened")
        EVIDENCE = "evidence", _("kept as evidence")

    class Via(models.TextChoices):
        DESK = "desk", _("at the desk")
        TABLE = "table", _("at the table")
        API = "api", _("by another program")
        COMMAND = "command", _("by a command")

    class Reason(models.TextChoices):
        """Why something was changed. Which reasons a person can choose depends on the action (`scoring.entry.forms`)."""

        NONE = "", ""
        TYPED_WRONG = "typed_wrong", _("typing mistake at the desk")
        SHEET_WRONG = "sheet_wrong", _("the sheet was wrong; both sides agree")
        PAPER = "paper", _("the sheet says otherwise")
        WRONG_SIDE = "wrong_side", _("written in the wrong column")
        WRONG_TABLE = "wrong_table", _("belongs to another table")
        UNDONE = "undone", _("undone at once")
        REFEREE = "referee", _("decision of the referee")
        NO_SHOW = "no_show", _("did not appear in time")
        NOT_FINISHED = "not_finished", _("could not be finished")
        DISPUTED = "disputed", _("the other side disagrees")
        OVERRULED = "overruled", _("the director insists")

    pk = models.CompositePrimaryKey("tournament_id", "seq")
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="ledger")
    seq = models.PositiveIntegerField()
    match = models.ForeignKey(Match, on_delete=models.PROTECT, null=True, related_name="ledger")
    match_version = models.PositiveIntegerField(null=True)
    kind = models.CharField(max_length=8, choices=Kind)
    supersedes = models.PositiveIntegerField(null=True)
    payload = models.TextField()
    engine_version = models.CharField(max_length=40)
    actor = models.CharField(max_length=40)
    via = models.CharField(max_length=8, choices=Via)
    idempotency_key = models.CharField(max_length=64)
    body_digest = models.CharField(max_length=64)
    reason = models.CharField(max_length=16, choices=Reason, blank=True)
    text_hash = models.CharField(max_length=64, blank=True)
    recorded_at = models.DateTimeField()
    prev = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ["tournament", "seq"]
        verbose_name_plural = "ledger entries"
        constraints = [
            models.UniqueConstraint(fields=["match", "match_version"], name="ledger_match_version_unique"),
            models.UniqueConstraint(fields=["tournament", "supersedes"], name="ledger_superseded_once"),
            models.UniqueConstraint(fields=["actor", "idempotency_key"], name="ledger_idempotency_key_unique"),
            models.UniqueConstraint(fields=["tournament", "digest"], name="ledger_digest_unique"),
            models.CheckConstraint(condition=models.Q(seq__gte=1), name="ledger_seq_from_one"),
            models.CheckConstraint(
                condition=models.Q(match__isnull=True, match_version__isnull=True)
                | models.Q(match__isnull=False, match_version__isnull=False, match_version__gte=1),
                name="ledger_match_has_version",
            ),
            models.CheckConstraint(
                condition=models.Q(supersedes__isnull=True) | models.Q(supersedes__lt=models.F("seq"), kind__in=["correct", "void"]),
                name="ledger_supersedes_the_past",
            ),
            models.CheckConstraint(
                condition=~models.Q(kind="correct") | models.Q(supersedes__isnull=False, reason__gt=""),
                name="ledger_correction_has_cause",
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=["submit", "confirm", "dispute", "correct", "void", "lock", "reopen", "evidence"]),
                name="ledger_kind_known",
            ),
            models.CheckConstraint(condition=models.Q(via__in=["desk", "table", "api", "command"]), name="ledger_via_known"),
            models.CheckConstraint(
                condition=models.Q(
                    reason__in=[
                        "",
                        "typed_wrong",
                        "sheet_wrong",
                        "paper",
                        "wrong_side",
                        "wrong_table",
                        "undone",
                        "referee",
                        "no_show",
                        "not_finished",
                        "disputed",
                        "overruled",
                    ]
                ),
                name="ledger_reason_known",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    digest__regex=DIGEST, prev__regex=DIGEST, body_digest__regex=DIGEST, text_hash__regex=r"^([0-9a-f]{64})?$"
                ),
                name="ledger_digests_are_hex",
            ),
            models.CheckConstraint(
                condition=models.Q(actor__gt="", idempotency_key__gt="", engine_version__gt=""),
                name="ledger_origin_named",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"

    def build_record(self, match_code: str) -> LedgerRecord:
        """Build the record that the digest covers; `match_code` is the code of the entry's match, empty without one."""
        return LedgerRecord(
            seq=self.seq,
            match=match_code,
            match_version=self.match_version or 0,
            kind=self.kind,
            supersedes=self.supersedes or 0,
            payload=self.payload,
            engine_version=self.engine_version,
            actor=self.actor,
            via=self.via,
            idempotency_key=self.idempotency_key,
            body_digest=self.body_digest,
            reason=self.reason,
            text_hash=self.text_hash,
            recorded_at=self.recorded_at.astimezone(UTC).isoformat(timespec="microseconds"),
        )

    def build_link(self, match_code: str) -> ChainLink:
        return ChainLink(self.build_record(match_code), self.prev, self.digest)


class LedgerText(models.Model):
    """Free text beside a ledger entry. Erasing empties text and salt; the hash in the ledger then proves only that there was some text."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="+")
    seq = models.PositiveIntegerField()
    salt = models.CharField(max_length=32, blank=True)
    text = models.CharField(max_length=500, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "seq"], name="ledger_text_once"),
            models.CheckConstraint(
                condition=models.Q(text="", salt="") | models.Q(text__gt="", salt__gt=""),
                name="ledger_text_erased_with_salt",
            ),
        ]

    def __str__(self) -> str:
        return self.text


class LedgerHead(models.Model):
    """The last entry of a tournament's ledger: writers lock this row, and pages compare their state with it."""

    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, primary_key=True, related_name="ledger_head")
    seq = models.PositiveIntegerField(default=0)
    digest = models.CharField(max_length=64, default="0" * 64)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(digest__regex=DIGEST), name="ledger_head_is_hex")]

    def __str__(self) -> str:
        return f"{self.seq} {self.digest}"
