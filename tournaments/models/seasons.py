"""Seasons: tournaments that count together."""

import secrets

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.models.entries import Entry
from tournaments.models.people import Person
from tournaments.models.tournaments import Tournament
from tournaments.people.names import MAX_NAME_LENGTH, validate_name


def new_mark() -> str:
    """A random page version; not counted, so that a restored database does not repeat one that stood for something else."""
    return secrets.token_hex(16)


class Season(models.Model):
    """Several tournaments with one ranking, which is computed from their standings and not stored.

    `rule` is how the season counts, as resolved options that only `standings.season` reads. `game_key` is empty where any game
    counts; `seed` is the source of lots. `mark` is the page version: it is replaced after every change by a director.
    """

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH, validators=[validate_name])
    game_key = models.CharField(max_length=20, blank=True)
    rule = models.JSONField()
    seed = models.CharField(max_length=64)
    public = models.BooleanField(_("public page"), default=True)
    mark = models.CharField(max_length=32, default=new_mark)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("scoring:season", args=[self.slug])


class SeasonDirector(models.Model):
    """A user who may change a season. Rights are read at every request."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="directors")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "user"], name="season_director_once")]

    def __str__(self) -> str:
        return f"{self.user} · {self.season}"


class SeasonEvening(models.Model):
    """A tournament of a season; the points of a `final` are multiplied."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="evenings")
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="+")
    final = models.BooleanField(_("final"), default=False)

    class Meta:
        ordering = ["tournament__date", "tournament"]
        constraints = [models.UniqueConstraint(fields=["season", "tournament"], name="tournament_once_per_season")]

    def __str__(self) -> str:
        return f"{self.season} · {self.tournament}"


class SeasonDecision(models.Model):
    """A director's decision about who is the same person, where names are not enough; undone by deleting it."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="decisions")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.season} {self.pk}"


class SeasonNaming(models.Model):
    """Whom a decision is about: a person in one evening's entry, or the entry itself where teams are ranked.

    Rows with the same `part` are the same person, rows with another `part` are somebody else. The later decision about a person counts.
    """

    decision = models.ForeignKey(SeasonDecision, on_delete=models.CASCADE, related_name="namings")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, null=True, related_name="+")
    part = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["decision", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["decision", "entry", "person"], name="season_person_named_once"),
            models.UniqueConstraint(fields=["decision", "entry"], condition=models.Q(person__isnull=True), name="season_team_named_once"),
            models.CheckConstraint(condition=models.Q(part__gte=1), name="season_part_known"),
        ]

    def __str__(self) -> str:
        return f"{self.entry} {self.part}"


class SeasonSpelling(models.Model):
    """The appearance from which a player's displayed name is taken, where the director chose; the latest about a player counts.

    It points to the name and does not hold it, so that erasing a person leaves nothing.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="spellings")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, null=True, related_name="+")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.season} {self.entry}"
