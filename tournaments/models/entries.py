"""Entries: one to four persons who enter a tournament together."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from simple_history.models import HistoricalRecords

from tournaments.models.people import Club, Person
from tournaments.models.tournaments import Tournament
from tournaments.people.names import MAX_NAME_LENGTH, validate_name


class Entry(models.Model):
    """A pair, a team or a single player. `number` is the entry's own for the whole tournament and is never reused.

    `again_of`: the entry of the same persons that lost, where they entered again. `phantom`: nobody plays for this entry, but its seat
    stays in the draws, and the partner of the round plays both hands; it is in no list of those who play, and in no ranking.
    """

    class State(models.TextChoices):
        ENTERED = "entered", pgettext_lazy("entry", "entered")
        PRESENT = "present", _("present")
        WITHDRAWN = "withdrawn", _("withdrawn")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=3 * MAX_NAME_LENGTH + 6, help_text=_("as it is shown and printed: “Rossi – Bianchi”"))
    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, blank=True, related_name="entries")
    seed = models.PositiveIntegerField(_("seed"), null=True, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.ENTERED)
    fixed_table = models.PositiveSmallIntegerField(_("always at table"), null=True, blank=True)
    fee_paid_cents = models.PositiveIntegerField(_("paid, in cents"), default=0)
    hidden = models.BooleanField(_("hidden on public pages"), default=False)
    phantom = models.BooleanField(_("its seat is played without a person"), default=False)
    note = models.CharField(_("note"), max_length=MAX_NAME_LENGTH, blank=True, validators=[validate_name])
    category = models.CharField(_("category"), max_length=40, blank=True, validators=[validate_name])
    again_of = models.OneToOneField("self", on_delete=models.RESTRICT, null=True, blank=True, related_name="again")
    persons = models.ManyToManyField(Person, through="Member", related_name="entries")
    history = HistoricalRecords()

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_unique"),
            models.UniqueConstraint(fields=["tournament", "seed"], name="entry_seed_unique"),
            models.UniqueConstraint(fields=["tournament", "fixed_table"], name="entry_fixed_table_unique"),
            models.UniqueConstraint(fields=["tournament"], condition=models.Q(phantom=True), name="one_phantom"),
            models.CheckConstraint(condition=models.Q(phantom=False) | models.Q(state="withdrawn"), name="phantom_is_nobody"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="entry_number_from_one"),
            models.CheckConstraint(condition=models.Q(state__in=["entered", "present", "withdrawn"]), name="entry_state_known"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"

    @property
    def has_left(self) -> bool:
        """Whether its seat stays empty: it has withdrawn, and no phantom plays on."""
        return self.state == self.State.WITHDRAWN and not self.phantom


class Member(models.Model):
    """A person's place in an entry: position 0, 1 or 2. `tournament` is stored so that a constraint can refuse a second entry;
    `attempt` counts how often the entry entered again.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="members")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="memberships")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    position = models.PositiveSmallIntegerField()
    attempt = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "position"], name="member_position_unique"),
            models.UniqueConstraint(fields=["tournament", "person", "attempt"], name="person_enters_once"),
            models.CheckConstraint(condition=models.Q(position__lte=3), name="member_position_at_most_three"),
        ]

    def __str__(self) -> str:
        return str(self.person)
