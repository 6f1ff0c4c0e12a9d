"""A union: its members, clubs and calendar, the results that it took in, and its rankings."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.models.identities import new_page_key
from federation.models.results import EventFacts
from tournaments.models import Organizer
from tournaments.people.names import MAX_NAME_LENGTH

EventClass = EventFacts.EventClass


def build_bases() -> dict[str, int]:
    """What each class is worth at first."""
    return {"club": 10, "provincial": 20, "regional": 40, "national": 80}


def build_shares() -> list[int]:
    """Percent of it by place at first."""
    return [100, 80, 65, 50, 40, 32, 26, 20, 15, 10]


class Union(models.Model):
    """An organizer that keeps rankings. `issuer` names its cards; a result is due `days_due` days after the event; of a person the
    `best_of` best results of a year count, 0 for all. `bases`, `shares` and `formula` give the points, or the
    plug-in with the key `plugin`.
    """

    organizer = models.OneToOneField(Organizer, on_delete=models.CASCADE, primary_key=True, related_name="union")
    issuer = models.CharField(_("issuer of the cards"), max_length=MAX_NAME_LENGTH, blank=True)
    days_due = models.PositiveSmallIntegerField(_("days until a result is late"), default=10)
    best_of = models.PositiveSmallIntegerField(_("results that count in a year"), default=0)
    public = models.BooleanField(_("everybody may see the rankings"), default=False)
    formula = models.CharField(_("formula"), max_length=200, default="base * share / 100")
    plugin = models.CharField(max_length=40, blank=True)
    bases: Any = models.JSONField(default=build_bases)
    shares: Any = models.JSONField(default=build_shares)

    def __str__(self) -> str:
        return str(self.organizer)


class UnionClub(models.Model):
    """A club by the number that the union gave it; `code` is the secret of its page, `key` the desk key that it signs with, once known."""

    union = models.ForeignKey(Union, on_delete=models.CASCADE, related_name="clubs")
    number = models.CharField(_("number"), max_length=30)
    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH)
    province = models.CharField(_("province"), max_length=40, blank=True)
    key = models.CharField(max_length=44, blank=True)
    code = models.CharField(max_length=16, unique=True, default=new_page_key, editable=False)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [models.UniqueConstraint(fields=["union", "number"], name="union_club_once")]

    def __str__(self) -> str:
        return self.name


class UnionMember(models.Model):
    """A person with a card of the union; `number_key` is its number as it is compared, `own` what its plug-in keeps. An erased member keeps
    places and nothing else.
    """

    union = models.ForeignKey(Union, on_delete=models.CASCADE, related_name="members")
    number = models.CharField(_("number"), max_length=30, blank=True)
    number_key = models.CharField(max_length=80)
    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH, blank=True)
    category = models.CharField(_("category"), max_length=40, blank=True)
    province = models.CharField(_("province"), max_length=40, blank=True)
    club = models.ForeignKey(UnionClub, on_delete=models.SET_NULL, null=True, blank=True, related_name="members")
    valid_until = models.DateField(_("valid until"), null=True, blank=True)
    own: Any = models.JSONField(default=dict)
    erased_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [models.UniqueConstraint(fields=["union", "number_key"], name="union_member_once")]

    def __str__(self) -> str:
        return self.name or str(_("erased"))


class PlannedEvent(models.Model):
    """A tournament that a club asked for; once approved its result is due."""

    class State(models.TextChoices):
        ASKED = "asked", pgettext_lazy("event", "asked for")
        APPROVED = "approved", pgettext_lazy("event", "approved")
        REFUSED = "refused", pgettext_lazy("event", "refused")

    union = models.ForeignKey(Union, on_delete=models.CASCADE, related_name="planned")
    club = models.ForeignKey(UnionClub, on_delete=models.CASCADE, related_name="planned")
    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH)
    date = models.DateField(_("date"))
    event_class = models.CharField(_("class"), max_length=10, choices=EventClass, default=EventClass.CLUB)
    state = models.CharField(max_length=8, choices=State, default=State.ASKED)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["date", "pk"]

    def __str__(self) -> str:
        return self.name


class WaitingResult(models.Model):
    """A result file about which something is asked; deleted when it is decided. `content` is compressed."""

    union = models.ForeignKey(Union, on_delete=models.CASCADE, related_name="waiting")
    club = models.ForeignKey(UnionClub, on_delete=models.SET_NULL, null=True, related_name="+")
    content = models.BinaryField()
    name = models.CharField(max_length=300)
    received_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name


class TakenResult(models.Model):
    """A result of an event; of several one `counts`, the others are its history. `accepted` holds what was asked when it was taken in.

    The file itself is not kept: places by member, and names only of those whose card is not known.
    """

    union = models.ForeignKey(Union, on_delete=models.CASCADE, related_name="results")
    event_key = models.CharField(max_length=60)
    name = models.CharField(max_length=260)
    date = models.DateField()
    event_class = models.CharField(max_length=10, choices=EventClass)
    game_key = models.CharField(max_length=40)
    game_name = models.CharField(max_length=260)
    club = models.ForeignKey(UnionClub, on_delete=models.SET_NULL, null=True, related_name="results")
    planned = models.ForeignKey(PlannedEvent, on_delete=models.SET_NULL, null=True, related_name="results")
    key = models.CharField(max_length=44, blank=True)
    ledger_entries = models.PositiveIntegerField()
    content_digest = models.CharField(max_length=64)
    made_at = models.DateTimeField()
    entries = models.PositiveIntegerField()
    accepted: Any = models.JSONField(default=list)
    counts = models.BooleanField(default=True)
    taken_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    taken_at = models.DateTimeField()

    class Meta:
        ordering = ["-date", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["union", "event_key"], condition=models.Q(counts=True), name="one_result_counts"),
        ]

    def __str__(self) -> str:
        return self.name


class Placing(models.Model):
    """A person’s place in a result: a member, or the card and name of somebody whom the union does not know yet."""

    result = models.ForeignKey(TakenResult, on_delete=models.CASCADE, related_name="placings")
    member = models.ForeignKey(UnionMember, on_delete=models.CASCADE, null=True, related_name="placings")
    place = models.PositiveIntegerField()
    number_key = models.CharField(max_length=60, blank=True, db_index=True)
    name = models.CharField(max_length=260, blank=True)

    class Meta:
        ordering = ["result", "place", "pk"]

    def __str__(self) -> str:
        return f"{self.result_id} {self.place}"


class MemberYear(models.Model):
    """The points of a member in a year, in hundredths, and from how many results; computed from what counts."""

    member = models.ForeignKey(UnionMember, on_delete=models.CASCADE, related_name="years")
    year = models.PositiveSmallIntegerField()
    points = models.BigIntegerField()
    results = models.PositiveIntegerField()

    class Meta:
        indexes = [models.Index(fields=["year", "-points"], name="member_year_points")]
        constraints = [models.UniqueConstraint(fields=["member", "year"], name="member_year_once")]

    def __str__(self) -> str:
        return f"{self.member_id} {self.year} {self.points}"


class PointSeries(models.Model):
    """Results that make a ranking of their own: of a game, a class, between two days; the first `qualifies` go on."""

    union = models.ForeignKey(Union, on_delete=models.CASCADE, related_name="series")
    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH)
    game_key = models.CharField(_("game"), max_length=40, blank=True)
    event_class = models.CharField(_("class"), max_length=10, choices=EventClass, blank=True)
    first_day = models.DateField(_("from"))
    last_day = models.DateField(_("until"))
    best_of = models.PositiveSmallIntegerField(_("results that count"), default=0)
    qualifies = models.PositiveSmallIntegerField(_("how many go on"), default=0)

    class Meta:
        ordering = ["-first_day", "pk"]

    def __str__(self) -> str:
        return self.name
