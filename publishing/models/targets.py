"""What a desk publishes to, and what of each tournament is there.

No row points to a tournament: one that is deleted here must still be removed outside. `tournament` is the moment at which it was created,
as its file writes it (`exchange.extras.format_time`).
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

MAX_ADDRESS_LENGTH = 300
SLOWEST, USUAL_SPEED = 16_000, 1_000_000
"""Bytes a minute."""


class DeskKey(models.Model):
    """The key with which this desk signs, made at its first connection; one row. `counter` numbers its changes and never goes back."""

    private_key = models.CharField(max_length=64)
    counter = models.PositiveBigIntegerField(default=0)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.made_at:%Y-%m-%d}"


class Target(models.Model):
    """A La Bella site, or a web space that takes files. `tournament` is empty where it serves the whole desk.

    `secret` is a password that `publishing.targets.passwords` made unreadable. `trouble` is a key of `publishing.targets.troubles`, and
    `trouble_words` what the other end said by itself. `ending` says that nothing more is sent, and that what is there is removed first.
    `overview_files` are those of a web space that belong to no tournament: path -> SHA-256, empty while one may be half there.
    """

    class Kind(models.TextChoices):
        SITE = "site", _("La Bella site")
        FILES = "files", _("web space")

    class Removal(models.TextChoices):
        NOT = "", ""
        REMOVES = "removes", _("what is outside is being removed")

    kind = models.CharField(max_length=5, choices=Kind)
    tournament = models.CharField(max_length=40, blank=True)
    address = models.CharField(max_length=MAX_ADDRESS_LENGTH)
    public_address = models.CharField(max_length=MAX_ADDRESS_LENGTH)
    title = models.CharField(max_length=200, blank=True)
    desk = models.CharField(max_length=40, blank=True)
    secret = models.TextField(blank=True)
    host_key = models.TextField(blank=True)
    language = models.CharField(max_length=10, blank=True)
    bytes_per_minute = models.PositiveIntegerField(default=USUAL_SPEED)
    paused = models.BooleanField(default=False)
    ending = models.CharField(max_length=10, choices=Removal, blank=True, default=Removal.NOT)
    trouble = models.CharField(max_length=30, blank=True)
    trouble_words = models.TextField(blank=True)
    trouble_since = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveIntegerField(default=0)
    overview_files = models.JSONField(default=dict, db_default={}, blank=True)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.title or self.address

    @property
    def home(self) -> str:
        """Where the name of the site leads from the folder of a tournament: to the overview of all, where there is one."""
        return "index.html" if self.tournament else "../index.html"


class DeliveryQuerySet(models.QuerySet["Delivery"]):
    def without_documents(self) -> "DeliveryQuerySet":
        """Without the large columns, which are read where they are needed."""
        return self.defer("document", "next_document")


class Delivery(models.Model):
    """What of one tournament is at one target.

    `held_digest` is the digest of the document that the target has, `document` that document, compressed; of a web space `DeliveredFile`
    says what lies there. `page_version`, and `seq` of the last ledger entry, are those of what was acknowledged at `acknowledged_at`.
    `shown_digest` is that of what people see, `shown_at` the moment of this desk that they see. The fields that begin with next hold the
    change that is on its way, so that the same bytes go on after any cut. `path` is where the target shows the tournament.

    Of the enrolments that were made on a site, `wishes_heeded` counts those of the site's list `inbox`, and `stands_digest` is that of
    what the site was told.
    """

    target = models.ForeignKey(Target, on_delete=models.CASCADE, related_name="deliveries")
    tournament = models.CharField(max_length=40)
    slug = models.CharField(max_length=60)
    name = models.CharField(max_length=80)
    path = models.CharField(max_length=MAX_ADDRESS_LENGTH, blank=True)
    held_digest = models.CharField(max_length=64, blank=True)
    document = models.BinaryField(default=bytes)
    page_version = models.CharField(max_length=64, blank=True)
    seq = models.PositiveIntegerField(default=0)
    acknowledged_at = models.DateTimeField(null=True, blank=True)
    shown_digest = models.CharField(max_length=64, blank=True)
    shown_at = models.DateTimeField(null=True, blank=True)
    next_number = models.PositiveBigIntegerField(default=0)
    next_base = models.CharField(max_length=64, blank=True)
    next_after = models.CharField(max_length=64, blank=True)
    next_document = models.BinaryField(default=bytes)
    next_page_version = models.CharField(max_length=64, blank=True)
    next_seq = models.PositiveIntegerField(default=0)
    next_made_at = models.DateTimeField(null=True, blank=True)
    next_part = models.PositiveIntegerField(default=0)
    next_parts = models.PositiveIntegerField(default=0)
    inbox = models.CharField(max_length=40, blank=True)
    wishes_heeded = models.PositiveIntegerField(default=0)
    stands_digest = models.CharField(max_length=64, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)
    trouble = models.CharField(max_length=30, blank=True)
    trouble_words = models.TextField(blank=True)
    objects = DeliveryQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["target", "tournament"], name="delivery_once")]

    def __str__(self) -> str:
        return self.name


class DeliveredFile(models.Model):
    """A file that lies, or may lie, in a web space: noted before it is written, with its digest once it is there whole."""

    delivery = models.ForeignKey(Delivery, on_delete=models.CASCADE, related_name="files")
    path = models.CharField(max_length=200)
    digest = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["delivery", "path"], name="delivered_file_once")]

    def __str__(self) -> str:
        return self.path
