"""Stages: one format applied to some entries."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.default_names import list_spellings, translate_stage_name
from tournaments.models.entries import Entry
from tournaments.models.tournaments import Tournament
from tournaments.people.names import MAX_NAME_LENGTH, validate_name


class Stage(models.Model):
    """Pools, Swiss, knockout … `format_key` names an entry of `pairing.FORMATS`, `options` its resolved options.

    `scheme` is how the stage counts, as resolved options that only `standings.schemes` reads; empty means the format's default.
    A stage with a `source` is filled from the standings of that stage when it is first drawn: the first `of_each` of every pool and
    the `best_others` of all the rest, or, when `takes` is "rest", everybody else: who does not play the stage that took the first, once
    it is drawn. Entries of different pools are compared by what they have `per_match`, in stages of before 1.0 by their sums. When
    `takes` is "lost" it is filled while the source goes on, with the losers of the rounds from `lost_from` to `lost_until`. With
    `carries` it goes on from the points of its source: the matches of both make one ranking.

    `rules` are the rule options by which its matches differ from those of the tournament, `last_rules` those by which the matches of its
    last `last_rounds` rounds differ from the rest of the stage; both resolved and frozen as those of the tournament are.

    `stored_name` is what files carry; everybody who reads a page or paper reads `name`.

    `seed` is the secret seed of an announced draw: its hash was public from `seed_committed_at` on, before anything was drawn.
    """

    class State(models.TextChoices):
        PLANNED = "planned", _("planned")
        RUNNING = "running", _("in progress")
        FINISHED = "finished", _("finished")

    class Takes(models.TextChoices):
        FIRST = "first", _("the first")
        REST = "rest", _("everybody else")
        LOST = "lost", _("losers of these rounds")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="stages")
    number = models.PositiveSmallIntegerField()
    stored_name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH, validators=[validate_name], db_column="name")
    format_key = models.CharField(max_length=30)
    options = models.JSONField(default=dict)
    scheme = models.JSONField(default=dict, blank=True)
    rules = models.JSONField(default=dict, blank=True)
    last_rules = models.JSONField(default=dict, blank=True)
    last_rounds = models.PositiveSmallIntegerField(default=0)
    seeded = models.BooleanField(_("the entered seeds count"), default=True)
    source = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="followers")
    takes = models.CharField(max_length=5, choices=Takes, default=Takes.FIRST)
    of_each = models.PositiveSmallIntegerField(default=0)
    best_others = models.PositiveSmallIntegerField(default=0)
    lost_from = models.PositiveSmallIntegerField(default=0)
    lost_until = models.PositiveSmallIntegerField(default=0)
    carries = models.BooleanField(_("points are carried"), default=False, db_default=False)
    per_match = models.BooleanField(default=False, db_default=False)
    state = models.CharField(max_length=10, choices=State, default=State.PLANNED)
    seed = models.CharField(max_length=64, blank=True)
    seed_committed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="stage_number_unique"),
            models.CheckConstraint(condition=models.Q(state__in=["planned", "running", "finished"]), name="stage_state_known"),
            models.CheckConstraint(condition=models.Q(takes__in=["first", "rest", "lost"]), name="stage_takes_known"),
            models.CheckConstraint(
                condition=models.Q(source__isnull=True, of_each=0, best_others=0)
                | models.Q(source__isnull=False) & (models.Q(of_each__gt=0) | models.Q(best_others__gt=0) | models.Q(takes="lost")),
                name="stage_source_says_who",
            ),
            models.CheckConstraint(
                condition=models.Q(takes__in=["first", "rest"], lost_from=0, lost_until=0)
                | models.Q(
                    takes="lost", source__isnull=False, of_each=0, best_others=0, lost_from__gt=0, lost_until__gte=models.F("lost_from")
                ),
                name="stage_losers_say_rounds",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """What the stage is called: a name that somebody typed, or its default in the reader's language. No query."""
        return translate_stage_name(self.stored_name, self.format_key)

    @name.setter
    def name(self, typed: str) -> None:
        self.stored_name = typed

    @property
    def spellings(self) -> frozenset[str]:
        """The name in small letters; a default in every language."""
        return list_spellings(self.stored_name, self.format_key)


class StageEntry(models.Model):
    """An entry's place in a stage: its rank among the seeds there (1 is strongest) and its pool, if the format has pools.

    `origin` is the entry's pool in the source stage: the draw keeps entries of one pool apart.
    """

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="stage_entries")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="stage_entries")
    rank = models.PositiveIntegerField()
    pool = models.CharField(max_length=20, blank=True)
    origin = models.CharField(max_length=20, blank=True)

    class Meta:
        ordering = ["pool", "rank"]
        verbose_name_plural = "stage entries"
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry"], name="stage_entry_once"),
            models.UniqueConstraint(fields=["stage", "rank"], name="stage_rank_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.rank}. {self.entry}"
