"""Demonstrations to choose from: a small evening of any game, in the middle of its second round, and a season of three evenings.

The tournament is there at once; a job draws and plays. Everything goes through the services that people use, and everything is a practice
copy: nobody but its owner sees it, and it can be deleted.
"""

import datetime as dt
import random
from collections.abc import Iterator
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, User
from django.urls import reverse
from django.utils.translation import gettext as _

from desk.overview.services import TournamentDetails, create_tournament
from desk.rehearsal.demonstration import CLUBS, FIRST_NAMES, SURNAMES
from desk.rehearsal.playing import SimulatedClock, SimulatedDesk, confirm_played, enter_game_scores, is_open, play_match
from desk.rounds.services import close_round, draw_next_round, publish_draft
from jobs.databases import write_tx
from jobs.dispatcher import enqueue_job
from jobs.models import Job
from jobs.results import JobResult, ProgressReporter
from rankings.seasons.queries import is_demonstration
from rankings.seasons.services import SeasonDetails, create_season
from rules import CARD_GAMES, game_by_key
from rules.options import declared_fields
from scoring.ledger.appending import build_staff_actor
from scoring.models import LedgerEntry
from tournaments.importing.services import import_entries
from tournaments.models import Match, Round, Season, SeasonEvening, StaffRole, Stage, Tournament
from tournaments.permissions import require_season_director
from tournaments.refusals import ChangeRefused
from tournaments.stage_pages.queries import list_suitable_formats
from tournaments.stages.services import create_stage

KIND = "demonstration"
SEASON = "season"
EVENINGS = 3
SEASON_ROUNDS = 3
REGULARS = 20
"""So many people come to the evenings of a season, in pairs that change."""
TABLES = 4
FEW_TABLES = 3
"""Tables of games that one plays alone or in pairs, and of larger teams: there are not so many invented people."""


def begin_demonstration(game_key: str, *, actor: AbstractBaseUser, at: dt.datetime) -> Job:
    """Create an evening and order its rounds. Raises: KeyError; PermissionDenied."""
    tournament = create_demonstration(game_key, actor=actor, at=at)
    return _order_rounds([tournament], actor, at, reverse("tournaments:desk", args=[tournament.slug]), whole=False)


def begin_season(*, actor: AbstractBaseUser, at: dt.datetime) -> Job:
    """Create a season and order the rounds of its evenings. Raises: PermissionDenied."""
    season, evenings = create_demonstration_season(actor=actor, at=at)
    return _order_rounds(evenings, actor, at, reverse("scoring:season_desk", args=[season.slug]), whole=True)


def create_demonstration(game_key: str, *, actor: AbstractBaseUser, at: dt.datetime) -> Tournament:
    """An evening of the game, by its first preset, with its entries. Raises: KeyError; PermissionDenied."""
    name = _("Demonstration: %(game)s") % {"game": _(game_by_key(game_key).name)}
    return _create_evening(game_key, name, actor, at.date(), random.Random(game_key))  # noqa: S311 - the same everywhere


def create_demonstration_season(*, actor: AbstractBaseUser, at: dt.datetime) -> tuple[Season, list[Tournament]]:
    """A season of the first game with three evenings, one a week, and their entries. Raises: PermissionDenied."""
    game = CARD_GAMES[0]
    season = create_season(SeasonDetails(_("Demonstration: season"), game.key, public=False), actor=actor)
    evenings = []
    for number in range(1, EVENINGS + 1):
        date = (at - dt.timedelta(weeks=EVENINGS - number)).date()
        rng = random.Random(f"{game.key} {number}")  # noqa: S311 - the same everywhere
        evenings.append(_create_evening(game.key, _("Demonstration: evening %(number)d") % {"number": number}, actor, date, rng))
    SeasonEvening.objects.bulk_create(SeasonEvening(season=season, tournament=evening) for evening in evenings)
    return season, evenings


def remove_demonstration_season(season: Season, *, actor: AbstractBaseUser) -> None:
    """Delete a season of demonstrations, and hide these. Raises: ChangeRefused for a real season; PermissionDenied."""
    with write_tx():
        locked = Season.objects.select_for_update().get(pk=season.pk)
        require_season_director(actor, locked)
        if not is_demonstration(locked):
            raise ChangeRefused("real_season", _("Nothing was deleted: this season is no demonstration."))
        evenings = list(locked.evenings.values_list("tournament", flat=True))
        StaffRole.objects.filter(tournament__in=evenings, user_id=actor.pk).delete()
        locked.delete()


def play_demonstration(tournament: Tournament, actor: AbstractBaseUser, *, at: dt.datetime, whole: bool) -> None:
    """Draw and play: every round, or the first and half of the second. Begun again after an interruption, it goes on where it was."""
    rng = random.Random(f"{tournament.pk} {at.isoformat()}")  # noqa: S311 - made-up results
    person = build_staff_actor(actor)
    entry_count = LedgerEntry.objects.filter(tournament=tournament).count()  # keys of requests are no earlier try's, and no other desk's
    prefix = f"demonstration-{tournament.pk}-{at:%y%m%d%H%M%S%f}-{entry_count}"
    desk = SimulatedDesk(person, person, SimulatedClock(at - dt.timedelta(hours=2), rng), prefix)
    stage = tournament.stages.first() or _create_stage(tournament, actor, whole=whole)
    for round_ in _open_rounds(stage, actor, desk.clock):
        matches = list(round_.matches.filter(kind=Match.Kind.PLAYED).order_by("position"))
        halfway = not whole and round_.number > 1
        for place, match in enumerate(matches[: len(matches) // 2] if halfway else matches):
            if is_open(match):
                enter_match = play_match if place == 0 or not _has_games(match) else enter_game_scores
                enter_match(match, desk, rng)
                confirm_played(match, desk)
        if halfway:
            return
        close_round(round_, actor=actor, origin=desk.build_request(person))
        stage.refresh_from_db()


def _open_rounds(stage: Stage, actor: AbstractBaseUser, clock: SimulatedClock) -> Iterator[Round]:
    """The round that is being played, then each next one, drawn and published when the one before is over, until the stage is finished."""
    while stage.state != Stage.State.FINISHED:
        current = stage.rounds.exclude(state=Round.State.CLOSED).first()
        if current is None:
            current = draw_next_round(stage, actor=actor, seed=f"{stage.pk}", at=clock.now)
        if current.state == Round.State.DRAFT:
            current = publish_draft(current, actor=actor, at=clock.now)
        yield current


def _create_stage(tournament: Tournament, actor: AbstractBaseUser, *, whole: bool) -> Stage:
    """The first suitable format that asks for a number of rounds: nobody is eliminated there."""
    suitable = list_suitable_formats(tournament)
    by_rounds = [form for form in suitable if "rounds" in {spec.name for spec in declared_fields(form.Options)}]
    chosen, options = (by_rounds or suitable)[0], {"rounds": str(SEASON_ROUNDS)} if whole and by_rounds else {}
    return create_stage(tournament, actor=actor, format_key=chosen.key, options=options)


def _has_games(match: Match) -> bool:
    """Whether a match is of games between two sides, whose scores can be entered alone."""
    return match.round.stage.tournament.game.side_count == 2


def _create_evening(game_key: str, name: str, actor: AbstractBaseUser, date: dt.date, rng: random.Random) -> Tournament:
    game = game_by_key(game_key)
    preset = game.presets[0]
    details = TournamentDetails(name=name, date=date, venue=CLUBS[1], public=False, one_person=True)
    options = game.options_to_json(game.preset_options(preset.key))
    tournament = create_tournament(details, actor=actor, game_key=game_key, options=options, preset_key=preset.key, demonstration=True)
    count = (TABLES if game.entry_size <= 2 else FEW_TABLES) * game.side_count
    import_entries(tournament, _invent_entries(count, game.entry_size, rng), actor=actor)
    return tournament


def _invent_entries(count: int, size: int, rng: random.Random) -> str:
    """A list of `count` entries of `size` people each, as somebody would type it."""
    known = [f"{FIRST_NAMES[place % len(FIRST_NAMES)]} {surname}" for place, surname in enumerate(SURNAMES)]
    people = rng.sample(known[: max(count * size, REGULARS)], count * size)
    entries = [people[place : place + size] for place in range(0, len(people), size)]
    return "\n".join(f"{' / '.join(names)}, {CLUBS[place % len(CLUBS)]}" for place, names in enumerate(entries))


def _order_rounds(tournaments: list[Tournament], actor: AbstractBaseUser, at: dt.datetime, page: str, *, whole: bool) -> Job:
    keys = [tournament.pk for tournament in tournaments]
    arguments = {"tournaments": keys, "actor": actor.pk, "at": at.isoformat(), "page": page, "whole": whole}
    with write_tx():
        return enqueue_job(KIND, arguments=arguments, owner=actor)


def play_demonstrations(arguments: dict[str, Any], report: ProgressReporter) -> JobResult | None:
    """Arguments: `tournaments` and `actor`, keys; `at`, when it was asked for; `whole`, whether every round is played."""
    actor, keys = User.objects.get(pk=arguments["actor"]), arguments["tournaments"]
    for place, key in enumerate(keys):
        report(100 * place // len(keys), _("Dealing…"))
        tournament = Tournament.objects.get(pk=key)
        play_demonstration(tournament, actor, at=dt.datetime.fromisoformat(arguments["at"]), whole=arguments["whole"])
    return None
