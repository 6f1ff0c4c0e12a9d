"""Create and change seasons. The ranking cannot be changed: it follows from the standings of the evenings."""

import datetime as dt
import secrets
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from pairing.options import serialise_options
from rules import game_by_key
from scoring.seasons.queries import SeasonRanking, compute_ranking
from standings.season import SeasonOptions, parse_season_options
from tournaments.desk.services import find_free_address
from tournaments.models import Season, SeasonDecision, SeasonDirector, SeasonEvening, SeasonNaming, Tournament
from tournaments.models.seasons import new_mark
from tournaments.permissions import require_director, require_season_director
from tournaments.refusals import ChangeRefused
from tournaments.transactions import write_tx

RESERVED_SLUGS = frozenset({"new"})


@dataclass(frozen=True, slots=True)
class SeasonDetails:
    """A season's name and visibility; `game_key` is empty where any game counts."""

    name: str
    game_key: str = ""
    public: bool = True


def create_season(details: SeasonDetails, *, actor: AbstractBaseUser) -> Season:
    """Create a season with the default rule, a free address and a seed for its lots; the actor directs it. Raises: KeyError."""
    _check_game(details)
    with write_tx():
        season = Season.objects.create(
            slug=find_free_address(details.name, Season.objects.all(), RESERVED_SLUGS),
            rule=serialise_options(SeasonOptions()),
            seed=secrets.token_hex(8),
            created_by_id=actor.pk,
            **asdict(details),
        )
        SeasonDirector.objects.create(season=season, user_id=actor.pk)
    return season


def edit_season(season: Season, details: SeasonDetails, *, actor: AbstractBaseUser) -> Season:
    """Change name, game and visibility. The address stays. Raises: Refused (an evening of another game); PermissionDenied; KeyError."""
    _check_game(details)
    with _lock_season(season, actor) as locked:
        if details.game_key and locked.evenings.exclude(tournament__game_key=details.game_key).exists():
            raise ChangeRefused("other_game", _("An evening of another game is in this season: remove it first."))
        for column, value in asdict(details).items():
            setattr(locked, column, value)
        locked.save()
    return locked


def set_rule(season: Season, *, actor: AbstractBaseUser, typed: Mapping[str, object]) -> Season:
    """Set how the season counts, at any time. Raises: rules.problems.RuleViolation; PermissionDenied."""
    chosen = serialise_options(parse_season_options(typed))
    with _lock_season(season, actor) as locked:
        locked.rule = chosen
        locked.save()
    return locked


def add_evening(season: Season, tournament: Tournament, *, actor: AbstractBaseUser) -> SeasonEvening:
    """Add a tournament that the actor also directs.

    Raises: Refused (another game, a demonstration, already added); PermissionDenied.
    """
    with _lock_season(season, actor) as locked:
        require_director(actor, tournament)
        if locked.game_key and tournament.game_key != locked.game_key:
            raise ChangeRefused("other_game", _("This season is of another game."))
        if tournament.demonstration:
            raise ChangeRefused("demonstration", _("Demonstrations and practice copies do not count."))
        if locked.evenings.filter(tournament=tournament).exists():
            raise ChangeRefused("in_already", _("This evening is already in the season."))
        return SeasonEvening.objects.create(season=locked, tournament=tournament)


def remove_evening(season: Season, evening: SeasonEvening, *, actor: AbstractBaseUser) -> None:
    """Remove a tournament; decisions about its people are stored for its return. Raises: PermissionDenied."""
    with _lock_season(season, actor) as locked:
        locked.evenings.filter(pk=evening.pk).delete()


def set_final(season: Season, evening: SeasonEvening, *, actor: AbstractBaseUser, final: bool) -> None:
    """Count the points of an evening as a final's, or as any other's. Raises: PermissionDenied."""
    with _lock_season(season, actor) as locked:
        locked.evenings.filter(pk=evening.pk).update(final=final)


def add_director(season: Season, *, actor: AbstractBaseUser, user: AbstractBaseUser) -> None:
    """Add a director of the season. Raises: PermissionDenied."""
    with _lock_season(season, actor) as locked:
        SeasonDirector.objects.get_or_create(season=locked, user_id=user.pk)


def remove_director(season: Season, *, actor: AbstractBaseUser, user: AbstractBaseUser) -> None:
    """Remove a director; it takes effect on their next request. Raises: Refused (the last director stays); PermissionDenied."""
    with _lock_season(season, actor) as locked:
        if not locked.directors.exclude(user_id=user.pk).exists():
            raise ChangeRefused("last_director", _("A season keeps at least one director: name another one first."))
        locked.directors.filter(user_id=user.pk).delete()


def merge_players(season: Season, players: Collection[str], *, actor: AbstractBaseUser, at: dt.datetime) -> SeasonDecision:
    """Decide that players are the same person; everybody with one of these spellings follows, on later evenings too.

    Raises: Refused (fewer than two, both on one evening, the list has changed); PermissionDenied.
    """
    with _lock_season(season, actor) as locked:
        ranking = compute_ranking(locked, everything=True)
        chosen = [ranking.players[name] for name in _check_players(ranking, players)]
        _check_same_evening(ranking, [evening for player in chosen for evening in player.evenings])
        return _store_decision(locked, {appearance.atom: 1 for player in chosen for appearance in player.appearances}, actor, at)


def mark_as_different(season: Season, players: Collection[str], *, actor: AbstractBaseUser, at: dt.datetime) -> SeasonDecision:
    """Decide that two players are two people, so that the question is not asked again. Raises: Refused (not two, the list has changed);
    PermissionDenied.
    """
    with _lock_season(season, actor) as locked:
        ranking = compute_ranking(locked, everything=True)
        names = _check_players(ranking, players)
        if len(names) > 2:
            raise ChangeRefused("not_two", _("Choose two: compare more names two at a time."))
        parts = enumerate((ranking.players[name] for name in names), start=1)
        return _store_decision(locked, {appearance.atom: part for part, player in parts for appearance in player.appearances}, actor, at)


def split_player(season: Season, player: str, evenings: Collection[int], *, actor: AbstractBaseUser, at: dt.datetime) -> SeasonDecision:
    """Decide that somebody else of the same name played on these evenings.

    Raises: Refused (none of the evenings, or all, the list has changed); PermissionDenied.
    """
    with _lock_season(season, actor) as locked:
        ranking = compute_ranking(locked, everything=True)
        split = ranking.players.get(player)
        if split is None:
            raise _build_changed_refusal()
        other_evenings = split.evenings & set(evenings)
        if not other_evenings or other_evenings == split.evenings:
            raise ChangeRefused("not_divided", _("Mark the evenings of the other person, and leave at least one."))
        return _store_decision(
            locked, {appearance.atom: 2 if appearance.evening in other_evenings else 1 for appearance in split.appearances}, actor, at
        )


def revoke_decision(season: Season, decision: SeasonDecision, *, actor: AbstractBaseUser) -> None:
    """Delete a decision about identity; earlier ones about the same people apply again. Raises: PermissionDenied."""
    with _lock_season(season, actor) as locked:
        locked.decisions.filter(pk=decision.pk).delete()


@contextmanager
def _lock_season(season: Season, actor: AbstractBaseUser) -> Iterator[Season]:
    """The season read again under its lock, for one of its directors; afterwards its pages get a new version. Raises: PermissionDenied."""
    with write_tx():
        locked = Season.objects.select_for_update().get(pk=season.pk)
        require_season_director(actor, locked)
        yield locked
        Season.objects.filter(pk=locked.pk).update(mark=new_mark())


def _store_decision(season: Season, parts: Mapping[tuple[int, int], int], actor: AbstractBaseUser, at: dt.datetime) -> SeasonDecision:
    decision = SeasonDecision.objects.create(season=season, made_by_id=actor.pk, made_at=at)
    SeasonNaming.objects.bulk_create(
        SeasonNaming(decision=decision, entry_id=entry, person_id=person or None, part=part) for (entry, person), part in parts.items()
    )
    return decision


def _check_players(ranking: SeasonRanking, players: Collection[str]) -> list[str]:
    names = list(dict.fromkeys(players))
    if len(names) < 2:
        raise ChangeRefused("too_few", _("Choose at least two."))
    if not ranking.players.keys() >= set(names):
        raise _build_changed_refusal()
    return names


def _build_changed_refusal() -> ChangeRefused:
    return ChangeRefused("changed_meanwhile", _("Nothing was changed: the list changed meanwhile. Check it and choose again."))


def _check_same_evening(ranking: SeasonRanking, evenings: list[int]) -> None:
    """Raise Refused when a player would appear twice on one evening."""
    evening_name = next((evening.name for evening in ranking.evenings if evenings.count(evening.id) > 1), None)
    if evening_name is not None:
        raise ChangeRefused(
            "same_evening", _("On the evening “%(evening)s” both played: they are not the same.") % {"evening": evening_name}
        )


def _check_game(details: SeasonDetails) -> None:
    if details.game_key:
        game_by_key(details.game_key)
