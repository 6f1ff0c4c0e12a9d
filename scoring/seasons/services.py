"""Founding a season and changing what it is. Its ranking is nobody's to change: it follows from the standings of its evenings."""

import datetime as dt
import secrets
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from pairing.options import resolved_values
from rules import game_by_key
from scoring.seasons.queries import Ranking, compute_ranking
from standings.season import SeasonOptions, season_options_from
from tournaments.desk.services import free_address
from tournaments.models import Season, SeasonDecision, SeasonDirector, SeasonEvening, SeasonNaming, Tournament
from tournaments.models.seasons import new_mark
from tournaments.permissions import require_director, require_season_director
from tournaments.refusals import Refused
from tournaments.transactions import write_tx

RESERVED_SLUGS = frozenset({"new"})


@dataclass(frozen=True, slots=True)
class SeasonDetails:
    """What a season is called and who may see it; `game_key` is empty where any game counts."""

    name: str
    game_key: str = ""
    public: bool = True


def create_season(details: SeasonDetails, *, actor: AbstractBaseUser) -> Season:
    """Found a season that counts as usual, with a free address and a seed for its lots; the actor directs it. Raises: KeyError."""
    _known_game(details)
    with write_tx():
        season = Season.objects.create(
            slug=free_address(details.name, Season.objects.all(), RESERVED_SLUGS),
            rule=resolved_values(SeasonOptions()),
            seed=secrets.token_hex(8),
            created_by_id=actor.pk,
            **asdict(details),
        )
        SeasonDirector.objects.create(season=season, user_id=actor.pk)
    return season


def edit_season(season: Season, details: SeasonDetails, *, actor: AbstractBaseUser) -> Season:
    """Change name, game and who may see it. The address stays. Raises: Refused (an evening of another game); PermissionDenied; KeyError."""
    _known_game(details)
    with _changing(season, actor) as locked:
        if details.game_key and locked.evenings.exclude(tournament__game_key=details.game_key).exists():
            raise Refused("other_game", _("An evening of another game is in this season: take it out first."))
        for column, value in asdict(details).items():
            setattr(locked, column, value)
        locked.save()
    return locked


def choose_rule(season: Season, *, actor: AbstractBaseUser, typed: Mapping[str, object]) -> Season:
    """Say how the season counts, at any time. Raises: rules.problems.RuleViolation; PermissionDenied."""
    chosen = resolved_values(season_options_from(typed))
    with _changing(season, actor) as locked:
        locked.rule = chosen
        locked.save()
    return locked


def add_evening(season: Season, tournament: Tournament, *, actor: AbstractBaseUser) -> SeasonEvening:
    """Let a tournament count that the actor directs too.

    Raises: Refused (another game, a demonstration, in it already); PermissionDenied.
    """
    with _changing(season, actor) as locked:
        require_director(actor, tournament)
        if locked.game_key and tournament.game_key != locked.game_key:
            raise Refused("other_game", _("This season is of another game."))
        if tournament.demonstration:
            raise Refused("demonstration", _("Demonstrations and rehearsals count nowhere."))
        if locked.evenings.filter(tournament=tournament).exists():
            raise Refused("in_already", _("This evening is in the season already."))
        return SeasonEvening.objects.create(season=locked, tournament=tournament)


def remove_evening(season: Season, evening: SeasonEvening, *, actor: AbstractBaseUser) -> None:
    """Take a tournament out; what was decided about its people is kept for when it comes back. Raises: PermissionDenied."""
    with _changing(season, actor) as locked:
        locked.evenings.filter(pk=evening.pk).delete()


def mark_final(season: Season, evening: SeasonEvening, *, actor: AbstractBaseUser, final: bool) -> None:
    """Let the points of an evening count as a final's, or as any other's. Raises: PermissionDenied."""
    with _changing(season, actor) as locked:
        locked.evenings.filter(pk=evening.pk).update(final=final)


def name_director(season: Season, *, actor: AbstractBaseUser, user: AbstractBaseUser) -> None:
    """Let somebody else direct the season too. Raises: PermissionDenied."""
    with _changing(season, actor) as locked:
        SeasonDirector.objects.get_or_create(season=locked, user_id=user.pk)


def dismiss_director(season: Season, *, actor: AbstractBaseUser, user: AbstractBaseUser) -> None:
    """It counts from their next request. Raises: Refused (the last director stays); PermissionDenied."""
    with _changing(season, actor) as locked:
        if not locked.directors.exclude(user_id=user.pk).exists():
            raise Refused("last_director", _("A season keeps at least one director: name another one first."))
        locked.directors.filter(user_id=user.pk).delete()


def join_players(season: Season, players: Collection[str], *, actor: AbstractBaseUser, at: dt.datetime) -> SeasonDecision:
    """Say that players are one and the same; everybody spelt as one of them follows, on evenings to come too.

    Raises: Refused (fewer than two, both on one evening, the list has changed); PermissionDenied.
    """
    with _changing(season, actor) as locked:
        ranking = compute_ranking(locked, everything=True)
        chosen = [ranking.players[name] for name in _known(ranking, players)]
        _refuse_company(ranking, [one for player in chosen for one in player.evenings])
        return _decide(locked, {one.atom: 1 for player in chosen for one in player.appearances}, actor, at)


def tell_apart(season: Season, players: Collection[str], *, actor: AbstractBaseUser, at: dt.datetime) -> SeasonDecision:
    """Say that two players are two people, so that nobody asks again. Raises: Refused (not two, the list has changed); PermissionDenied."""
    with _changing(season, actor) as locked:
        ranking = compute_ranking(locked, everything=True)
        names = _known(ranking, players)
        if len(names) > 2:
            raise Refused("not_two", _("Choose two: more are told apart pair by pair."))
        parts = enumerate((ranking.players[name] for name in names), start=1)
        return _decide(locked, {one.atom: part for part, player in parts for one in player.appearances}, actor, at)


def divide_player(season: Season, player: str, evenings: Collection[int], *, actor: AbstractBaseUser, at: dt.datetime) -> SeasonDecision:
    """Say that on these evenings somebody else of the same name played.

    Raises: Refused (none of the evenings, or all, the list has changed); PermissionDenied.
    """
    with _changing(season, actor) as locked:
        ranking = compute_ranking(locked, everything=True)
        found = ranking.players.get(player)
        if found is None:
            raise _changed_meanwhile()
        others = found.evenings & set(evenings)
        if not others or others == found.evenings:
            raise Refused("not_divided", _("Mark the evenings of the other person, and leave at least one."))
        return _decide(locked, {one.atom: 2 if one.evening in others else 1 for one in found.appearances}, actor, at)


def take_back(season: Season, decision: SeasonDecision, *, actor: AbstractBaseUser) -> None:
    """Forget a decision about who is who; earlier ones about the same people count again. Raises: PermissionDenied."""
    with _changing(season, actor) as locked:
        locked.decisions.filter(pk=decision.pk).delete()


@contextmanager
def _changing(season: Season, actor: AbstractBaseUser) -> Iterator[Season]:
    """The season read anew under its lock, for one of its directors; and another mark for its pages. Raises: PermissionDenied."""
    with write_tx():
        locked = Season.objects.select_for_update().get(pk=season.pk)
        require_season_director(actor, locked)
        yield locked
        Season.objects.filter(pk=locked.pk).update(mark=new_mark())


def _decide(season: Season, parts: Mapping[tuple[int, int], int], actor: AbstractBaseUser, at: dt.datetime) -> SeasonDecision:
    decision = SeasonDecision.objects.create(season=season, made_by_id=actor.pk, made_at=at)
    SeasonNaming.objects.bulk_create(
        SeasonNaming(decision=decision, entry_id=entry, person_id=person or None, part=part) for (entry, person), part in parts.items()
    )
    return decision


def _known(ranking: Ranking, players: Collection[str]) -> list[str]:
    names = list(dict.fromkeys(players))
    if len(names) < 2:
        raise Refused("too_few", _("Choose at least two."))
    if not ranking.players.keys() >= set(names):
        raise _changed_meanwhile()
    return names


def _changed_meanwhile() -> Refused:
    return Refused("changed_meanwhile", _("The list has changed meanwhile: look again, and choose anew."))


def _refuse_company(ranking: Ranking, evenings: list[int]) -> None:
    """Nobody plays twice on one evening."""
    twice = next((one.name for one in ranking.evenings if evenings.count(one.id) > 1), None)
    if twice is not None:
        raise Refused("same_evening", _("On the evening “%(evening)s” both played: they are not the same.") % {"evening": twice})


def _known_game(details: SeasonDetails) -> None:
    if details.game_key:
        game_by_key(details.game_key)
