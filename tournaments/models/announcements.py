"""What is said of a tournament before it begins, and who enrols for it."""

import uuid
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from simple_history.models import HistoricalRecords

from tournaments.models.entries import Entry
from tournaments.models.tournaments import Tournament
from tournaments.people.names import MAX_NAME_LENGTH, validate_characters, validate_name

MAX_LINE_LENGTH = 200
MAX_TEXT_LENGTH = 1000
MAX_CONTACT_LENGTH = 120


class Announcement(models.Model):
    """What a poster, the public page, a calendar and the enrolment say of a tournament. One row at most; without it there is only a date.

    `heats` and `prizes` hold one line each. `sequence` grows with every change that a calendar must follow (RFC 5545). `series` is common
    to the evenings that were repeated from one another. `lots` keeps the lots by which singles became pairs, each with its random number.
    `door_key` is the word in the address of the QR code at the entrance; empty: nobody enrols there. `door_seats` holds the
    seats of the first round that entries drew when they paid, and the key of those lots (`tournaments.check_in.door_book`).
    """

    class Enrols(models.TextChoices):
        """Who may enrol without the desk."""

        CLOSED = "closed", pgettext_lazy("enrolment", "nobody: the desk enters everybody")
        OPEN = "open", pgettext_lazy("enrolment", "everybody")
        APPROVED = "approved", pgettext_lazy("enrolment", "everybody, and the director approves each")

    class Look(models.TextChoices):
        """How poster, leaflets and pictures are drawn."""

        CLASSIC = "classic", pgettext_lazy("poster", "classic: frame and cards")
        BOLD = "bold", pgettext_lazy("poster", "bold: large letters on colour")
        FESTIVE = "festive", pgettext_lazy("poster", "festive: evening with lanterns")

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, primary_key=True, related_name="announcement")
    meets_at = models.TimeField(_("meeting time"), null=True, blank=True)
    starts_at = models.TimeField(_("start"), null=True, blank=True)
    ends_by = models.TimeField(_("over by"), null=True, blank=True)
    address = models.CharField(_("address"), max_length=MAX_LINE_LENGTH, blank=True, validators=[validate_characters])
    town = models.CharField(_("town"), max_length=MAX_NAME_LENGTH, blank=True, validators=[validate_name])
    contact = models.CharField(_("contact"), max_length=MAX_CONTACT_LENGTH, blank=True, validators=[validate_characters])
    places = models.PositiveSmallIntegerField(_("places"), null=True, blank=True)
    closes_at = models.DateTimeField(_("enrolment until"), null=True, blank=True)
    who_may_play = models.CharField(_("who may play"), max_length=MAX_LINE_LENGTH, blank=True, validators=[validate_characters])
    fee_includes = models.CharField(_("included in the fee"), max_length=MAX_LINE_LENGTH, blank=True, validators=[validate_characters])
    prizes = models.TextField(_("prizes"), max_length=MAX_TEXT_LENGTH, blank=True)
    more = models.TextField(_("anything else"), max_length=MAX_TEXT_LENGTH, blank=True)
    look = models.CharField(_("look of the poster"), max_length=10, choices=Look, default=Look.CLASSIC)
    enrols = models.CharField(_("who may enrol"), max_length=10, choices=Enrols, default=Enrols.CLOSED)
    heats = models.TextField(_("heats to choose from"), max_length=MAX_TEXT_LENGTH, blank=True)
    offer_hours = models.PositiveSmallIntegerField(_("a free place is offered for, in hours"), default=12)
    keep_days = models.PositiveSmallIntegerField(_("enrolments are kept for, in days"), default=30)
    controller = models.CharField(_("who keeps the data"), max_length=MAX_LINE_LENGTH, blank=True, validators=[validate_characters])
    late = models.CharField(_("late arrival"), max_length=MAX_LINE_LENGTH, blank=True, validators=[validate_characters])
    complaints = models.CharField(_("complaints"), max_length=MAX_LINE_LENGTH, blank=True, validators=[validate_characters])
    door_key = models.CharField(max_length=16, blank=True, editable=False)
    lots: Any = models.JSONField(default=list, blank=True, editable=False)
    door_seats: Any = models.JSONField(default=dict, blank=True, editable=False)
    series = models.UUIDField(null=True, blank=True, editable=False, db_index=True)
    cancelled_at = models.DateTimeField(null=True, blank=True, editable=False)
    sequence = models.PositiveIntegerField(default=0, editable=False)
    changed_at = models.DateTimeField(auto_now=True, editable=False)
    history = HistoricalRecords(excluded_fields=["lots", "door_seats"])

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(enrols__in=["closed", "open", "approved"]), name="announcement_enrols_known"),
            models.CheckConstraint(condition=models.Q(look__in=["classic", "bold", "festive"]), name="announcement_look_known"),
            models.CheckConstraint(condition=models.Q(places__isnull=True) | models.Q(places__gte=1), name="announcement_places_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}"


class Enrolment(models.Model):
    """One enrolment: the names that somebody gave, and where it is in the list.

    Whoever has a place has an entry; a single who looks for a partner has a place without one until a pair is made. `code` is the secret
    of the address of one's own page. `number` is the order of arrival, never reused. `steps` tells what happened when: `{"at", "what"}`.

    At the desk `site` is the address of the La Bella site where it was made, empty for all others, and `wish_number` the last of its wishes
    that was heeded. On that site it is a picture of the desk's, and stays `SENT` until the desk has it.
    """

    class State(models.TextChoices):
        SENT = "sent", pgettext_lazy("enrolment", "on its way to the desk")
        ASKED = "asked", pgettext_lazy("enrolment", "to be approved")
        WAITING = "waiting", pgettext_lazy("enrolment", "on the waiting list")
        OFFERED = "offered", pgettext_lazy("enrolment", "a place is offered")
        PLACED = "placed", pgettext_lazy("enrolment", "has a place")
        WITHDRAWN = "withdrawn", pgettext_lazy("enrolment", "withdrawn")
        REFUSED = "refused", pgettext_lazy("enrolment", "refused")

    class Origin(models.TextChoices):
        """Who typed it."""

        PHONE = "phone", pgettext_lazy("enrolment", "by themselves")
        DESK = "desk", pgettext_lazy("enrolment", "at the desk")
        DOOR = "door", pgettext_lazy("enrolment", "at the entrance")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="enrolments")
    number = models.PositiveIntegerField()
    code = models.CharField(max_length=16, unique=True, editable=False)
    names: Any = models.JSONField(default=list)
    memberships: Any = models.JSONField(default=list, blank=True)
    phone = models.CharField(_("telephone"), max_length=30, blank=True)
    club = models.CharField(_("club"), max_length=MAX_NAME_LENGTH, blank=True, validators=[validate_name])
    heat = models.CharField(_("heat"), max_length=MAX_NAME_LENGTH, blank=True)
    looking = models.BooleanField(_("looks for a partner"), default=False)
    wish = models.CharField(_("would like to play with"), max_length=MAX_NAME_LENGTH, blank=True, validators=[validate_name])
    strength = models.PositiveSmallIntegerField(_("how strong"), default=2)
    note = models.CharField(_("note"), max_length=MAX_LINE_LENGTH, blank=True, validators=[validate_characters])
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    origin = models.CharField(max_length=5, choices=Origin, default=Origin.PHONE)
    entry = models.ForeignKey(Entry, on_delete=models.SET_NULL, null=True, blank=True, related_name="enrolments")
    offered_until = models.DateTimeField(null=True, blank=True)
    steps: Any = models.JSONField(default=list)
    made_at = models.DateTimeField()
    site = models.CharField(max_length=300, blank=True, editable=False)
    wish_number = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        ordering = ["number"]
        indexes = [models.Index(fields=["state", "offered_until"], name="enrolment_offered")]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="enrolment_number_unique"),
            models.CheckConstraint(
                condition=models.Q(state__in=["sent", "asked", "waiting", "offered", "placed", "withdrawn", "refused"]),
                name="enrolment_state_known",
            ),
            models.CheckConstraint(condition=models.Q(origin__in=["phone", "desk", "door"]), name="enrolment_origin_known"),
            models.CheckConstraint(condition=models.Q(strength__range=(1, 3)), name="enrolment_strength_known"),
            models.CheckConstraint(
                condition=models.Q(state="offered", offered_until__isnull=False) | ~models.Q(state="offered"), name="enrolment_offer_ends"
            ),
        ]

    def __str__(self) -> str:
        return " – ".join(self.names)


class EnrolmentInbox(models.Model):
    """On a site: the enrolments of a tournament that a desk elsewhere holds. `open` while that desk takes them from here.

    `key` is new when the tournament is shown anew; `last_number` counts wishes and never goes back; the desk has heeded those up to
    `heeded`, and said so last at `heard_at`.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, primary_key=True, related_name="enrolment_inbox")
    key = models.UUIDField(default=uuid.uuid4, editable=False)
    open = models.BooleanField(default=True)
    last_number = models.PositiveIntegerField(default=0)
    heeded = models.PositiveIntegerField(default=0)
    heard_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.tournament_id}"


class EnrolmentWish(models.Model):
    """On a site: what somebody who enrols wants of the desk. It stays as long as the enrolment: an old copy of the desk needs it again.

    `details` is what was written, `base` what stood there before, both with the columns of `Enrolment`; empty for a bare answer.
    """

    class WishKind(models.TextChoices):
        ENROL = "enrol", pgettext_lazy("wish", "enrolment")
        CHANGE = "change", pgettext_lazy("wish", "change")
        ACCEPT = "accept", pgettext_lazy("wish", "yes to the place")
        DECLINE = "decline", pgettext_lazy("wish", "no to the place")
        AGAIN = "again", pgettext_lazy("wish", "back to the list")
        WITHDRAW = "withdraw", pgettext_lazy("wish", "withdrawal")

    enrolment = models.ForeignKey(Enrolment, on_delete=models.CASCADE, related_name="wishes")
    number = models.PositiveIntegerField()
    what = models.CharField(max_length=8, choices=WishKind)
    details: Any = models.JSONField(default=dict, blank=True)
    base: Any = models.JSONField(default=dict, blank=True)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["enrolment", "number"], name="enrolment_wish_once")]

    def __str__(self) -> str:
        return f"{self.number} {self.what}"
