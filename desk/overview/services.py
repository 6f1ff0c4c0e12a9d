"""Creating a tournament and changing its settings."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from jobs.databases import write_tx
from rules import game_by_key
from tournaments.announcing.services import follow_in_calendars
from tournaments.locks import lock_for_director
from tournaments.models import Organizer, Round, StaffRole, Tournament
from tournaments.pages.slugs import build_slug_stem, find_free
from tournaments.quotas import choose_organizer, require_room_for_tournament
from tournaments.refusals import ChangeRefused
from tournaments.seen import UNSEEN, Seen
from tournaments.stages.match_rules import check_stage_rules

IN_CALENDARS = frozenset({"name", "date", "venue"})
"""The settings after whose change a calendar must look again."""
RESERVED_SLUGS = frozenset({"new"})


@dataclass(frozen=True, slots=True)
class TournamentDetails:
    """Name and settings of a tournament; everything but game and rules."""

    name: str
    date: dt.date
    venue: str = ""
    public: bool = True
    history_public: bool = True
    public_names: str = Tournament.PublicNames.FULL
    search_engines: str = Tournament.SearchEngines.BY_NAMES
    surname_first: bool = False
    one_person: bool = False
    substitutions: bool = False
    table_count: int | None = None
    round_minutes: int | None = None
    fee_cents: int = 0
    regulation: str = ""


def create_tournament(
    details: TournamentDetails,
    *,
    actor: AbstractBaseUser,
    game_key: str,
    options: Mapping[str, object],
    preset_key: str = "",
    individual: bool = False,
    demonstration: bool = False,
    organizer: Organizer | None = None,
) -> Tournament:
    """Create a tournament.

    1. Resolves every rule option; a missing one takes its present default, which is then frozen with the game's version.
    2. Finds a free address from name and year.
    3. Makes the actor its director, and `organizer` its owner; None: the first for whom the actor may open tournaments.

    `options` are typed texts or JSON values; `individual`: players enter singly and change partners.
    Raises: rules.problems.RuleViolation with every problem; ChangeRefused when the game has no partners to change, or the organizer has
    its quota of tournaments; PermissionDenied; KeyError for an unknown game.
    """
    game = game_by_key(game_key)
    rules = game.options_to_json(game.options_from(options))
    _refuse_without_partners(game_key, individual=individual)
    with write_tx():
        owner = organizer if demonstration and organizer else choose_organizer(actor, organizer)
        if not demonstration:
            require_room_for_tournament(owner)
        tournament = Tournament.objects.create(
            organizer=owner,
            slug=find_free_slug(details.name, details.date),
            **asdict(details),
            game_key=game.key,
            rules=rules,
            rules_version=str(game.version),
            preset_key=preset_key,
            individual=individual,
            demonstration=demonstration,
            created_by_id=actor.pk,
        )
        _keep_moments_apart(tournament)
        StaffRole.objects.create(tournament=tournament, user_id=actor.pk, role=StaffRole.Role.DIRECTOR)
    return tournament


def _keep_moments_apart(tournament: Tournament) -> None:
    """Files and calendars know a tournament by the moment at which it was opened; on Windows many have the same."""
    others = Tournament.objects.exclude(pk=tournament.pk)
    while others.filter(created_at=tournament.created_at).exists():
        tournament.created_at += dt.timedelta(microseconds=1)
    Tournament.objects.filter(pk=tournament.pk).update(created_at=tournament.created_at)


def edit_tournament(tournament: Tournament, details: TournamentDetails, *, actor: AbstractBaseUser, seen: Seen = UNSEEN) -> Tournament:
    """Change everything but game and rules. The address stays: it may be printed.

    Raises: ChangeRefused when the page showed something else; PermissionDenied.
    """
    with write_tx():
        locked = lock_for_director(tournament, actor)
        changed = {column for column, value in asdict(details).items() if getattr(locked, column) != value}
        if changed:  # the same form sent twice is no refusal
            seen.check()
        for column, value in asdict(details).items():
            setattr(locked, column, value)
        locked.save()
        if not changed.isdisjoint(IN_CALENDARS):
            follow_in_calendars(locked, actor=actor)
    return locked


def has_partners(game_key: str) -> bool:
    """Whether the game is two against two, so that partners can change."""
    game = game_by_key(game_key)
    return game.side_count == 2 and game.entry_size == 2


def is_entering_fixed(tournament: Tournament) -> bool:
    """Whether somebody is entered or a stage planned: then pairs cannot become single players any more, nor the reverse."""
    return tournament.entries.exists() or tournament.stages.exists()


def choose_entering(tournament: Tournament, *, actor: AbstractBaseUser, individual: bool) -> Tournament:
    """Let players enter singly and change partners, or in pairs again.

    Raises: ChangeRefused when somebody is entered or a stage planned, or the game has no partners; PermissionDenied.
    """
    _refuse_without_partners(tournament.game_key, individual=individual)
    with write_tx():
        locked = lock_for_director(tournament, actor)
        if individual != locked.individual:
            if is_entering_fixed(locked):
                raise ChangeRefused("entering_fixed", _("There are already entries or stages: the way of entering can no longer change."))
            locked.individual = individual
            locked.save()
    return locked


def _refuse_without_partners(game_key: str, *, individual: bool) -> None:
    if individual and not has_partners(game_key):
        raise ChangeRefused("no_partners", _("Partners can change only where two play against two."))


def change_rules(tournament: Tournament, *, actor: AbstractBaseUser, options: Mapping[str, object], seen: Seen = UNSEEN) -> Tournament:
    """Replace the tournament's rule options and freeze them with the game's present version.

    Raises: ChangeRefused once a round was published, when a stage's own rules do not fit, or when the page showed other rules;
    rules.problems.RuleViolation; PermissionDenied.
    """
    game = tournament.game
    rules = game.options_to_json(game.options_from(options))
    with write_tx():
        locked = lock_for_director(tournament, actor)
        if rules != locked.rules:
            seen.check()
            set_rules(locked, rules)
    return locked


def set_rules(locked: Tournament, rules: dict[str, Any]) -> None:
    """The effects of `change_rules`, for a tournament that its caller has locked."""
    if are_rules_fixed(locked):
        raise ChangeRefused("rules_fixed", _("Nothing was changed: a round is already published, so its rules can no longer change."))
    check_stage_rules(locked, rules)
    locked.rules, locked.rules_version = rules, str(locked.game.version)
    locked.save()


def are_rules_fixed(tournament: Tournament) -> bool:
    """Whether a round was published: from then on hands may have been entered, and they were judged by these rules."""
    return Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT).exists()


def find_free_slug(name: str, date: dt.date, *, preferred: str = "") -> str:
    """An address that no tournament has: the preferred one, or one from name and year."""
    year = str(date.year)
    stem = build_slug_stem(name, "torneo")
    return find_free(preferred or (stem if year in stem else f"{stem}-{year}"), Tournament.objects.all(), RESERVED_SLUGS)
