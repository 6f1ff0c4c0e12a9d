"""A tournament: a game, its frozen rule options, its people and its stages."""

from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from rules import Game, stored_game
from tournaments.models.organizers import Organizer
from tournaments.people.names import MAX_NAME_LENGTH, validate_name


class Tournament(models.Model):
    """One competition. `rules` holds every resolved option, so that a later change of a default changes nothing here."""

    class State(models.TextChoices):
        PREPARING = "preparing", _("in preparation")
        RUNNING = "running", _("in progress")
        FINISHED = "finished", _("finished")

    class PublicNames(models.TextChoices):
        FULL = "full", _("full names")
        FIRST = "first", _("first name and initial: Maria B.")
        INITIALS = "initials", _("initials: M. B.")
        NUMBERS = "numbers", _("numbers only")
        SHORT = "short", _("as another desk shortened them")

    class SearchEngines(models.TextChoices):
        """Whether search engines may list the public pages."""

        BY_NAMES = "names", _("only where names are shown in full")
        YES = "yes", _("yes")
        NO = "no", _("no")

    class ResultEntry(models.TextChoices):
        """What the desk types from a sheet."""

        HANDS = "hands", _("hands")
        GAMES = "games", _("games")
        RESULT = "result", _("result only")

    organizer = models.ForeignKey(Organizer, on_delete=models.PROTECT, related_name="tournaments")
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH, validators=[validate_name])
    venue = models.CharField(_("venue"), max_length=MAX_NAME_LENGTH, blank=True, validators=[validate_name])
    date = models.DateField(_("date"))
    game_key = models.CharField(max_length=20)
    rules = models.JSONField()
    rules_version = models.CharField(max_length=20)
    preset_key = models.CharField(max_length=40, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.PREPARING)
    public = models.BooleanField(_("public page"), default=True)
    one_person = models.BooleanField(_("one person may enter and confirm"), default=False)
    result_entry = models.CharField(_("what is entered"), max_length=6, choices=ResultEntry, default=ResultEntry.HANDS)
    individual = models.BooleanField(_("players enter singly and change partners"), default=False)
    substitutions = models.BooleanField(_("a player may be substituted between games"), default=False)
    table_count = models.PositiveSmallIntegerField(_("tables in the hall"), null=True, blank=True)
    round_minutes = models.PositiveSmallIntegerField(_("minutes per round"), null=True, blank=True)
    history_public = models.BooleanField(_("the public page shows the history of every match"), default=True)
    public_names = models.CharField(_("names on public pages"), max_length=10, choices=PublicNames, default=PublicNames.FULL)
    search_engines = models.CharField(_("found by search engines"), max_length=5, choices=SearchEngines, default=SearchEngines.BY_NAMES)
    surname_first = models.BooleanField(_("surnames come first"), default=False)
    demonstration = models.BooleanField(default=False, editable=False)
    fee_cents = models.PositiveIntegerField(_("fee in cents"), default=0)
    regulation = models.CharField(_("line of regulation on the sheets"), max_length=200, blank=True)
    archived_at = models.DateTimeField(null=True, blank=True, editable=False)
    handed_over_at = models.DateTimeField(null=True, blank=True, editable=False)
    handed_over_to = models.CharField(_("where it is being played"), max_length=80, blank=True, editable=False)
    shown_from = models.CharField(_("the desk that it is shown from"), max_length=80, blank=True, editable=False)
    shown_as_of = models.DateTimeField(null=True, blank=True, editable=False)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    history = HistoricalRecords()

    class Meta:
        ordering = ["-date", "-pk"]
        indexes = [models.Index(fields=["demonstration", "archived_at", "-date", "-id", "public"], name="tournament_by_date")]
        constraints = [
            models.CheckConstraint(condition=models.Q(state__in=["preparing", "running", "finished"]), name="tournament_state_known"),
            models.CheckConstraint(
                condition=models.Q(public_names__in=["full", "first", "initials", "numbers", "short"]), name="tournament_public_names_known"
            ),
            models.CheckConstraint(condition=models.Q(search_engines__in=["names", "yes", "no"]), name="tournament_search_engines_known"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:public", args=[self.slug])

    @property
    def game(self) -> Game[Any, Any]:
        """The game, with the name and the words that the rules of this tournament give it."""
        return stored_game(self.game_key).in_words_of(self.rules)

    @property
    def state_label(self) -> str:
        """The state as the public page says it: of an evening that nobody began, its day over, not that it is in preparation."""
        is_over = self.state == self.State.PREPARING and self.date < timezone.localdate()
        return gettext("not begun") if is_over else self.get_state_display()

    @property
    def is_searchable(self) -> bool:
        """Whether search engines may list the public pages: as the director chose, else where names are shown in full."""
        if self.search_engines == self.SearchEngines.BY_NAMES:
            return self.public_names == self.PublicNames.FULL
        return self.search_engines == self.SearchEngines.YES

    @property
    def entry_size(self) -> int:
        """Persons in an entry: one where players enter singly, else as many as the game seats on a side."""
        return 1 if self.individual else stored_game(self.game_key).entry_size
