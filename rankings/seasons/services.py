"""Create and change seasons. The ranking cannot be changed: it follows from the standings of the evenings."""

import datetime as dt
import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from jobs.databases import write_tx
from pairing.options import serialise_options
from rankings.seasons.queries import read_players, read_results
from rules import game_by_key
from scoring.page_versions import read_season_page_version
from standings.season import IdentityRuling, SeasonOptions, SeasonPlayer, parse_season_options
from tournaments.models import Season, SeasonDecision, SeasonDirector, SeasonEvening, SeasonNaming, Tournament
from tournaments.models.seasons import new_mark
from tournaments.pages.slugs import find_free_address
from tournaments.permissions import require_director, require_season_director
from tournaments.refusals import ChangeRefused
from tournaments.seen import UNSEEN, Seen

PlayerPair = tuple[str, str]
AppearanceKey = tuple[int, int]
"""An entry and a person of it; 0 stands for the entry."""
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


def edit_season(season: Season, details: SeasonDetails, *, actor: AbstractBaseUser, seen: Seen = UNSEEN) -> Season:
    """Change name, game and visibility. The address stays.

    Raises: ChangeRefused (an evening of another game, a page that showed something else); PermissionDenied; KeyError.
    """
    _check_game(details)
    with _lock_season(season, actor) as locked:
        if any(getattr(locked, column) != value for column, value in asdict(details).items()):
            seen.check()
        if details.game_key and locked.evenings.exclude(tournament__game_key=details.game_key).exists():
            raise ChangeRefused("other_game", _("An evening of another game is in this season: remove it first."))
        for column, value in asdict(details).items():
            setattr(locked, column, value)
        locked.save()
    return locked


def set_rule(season: Season, *, actor: AbstractBaseUser, typed: Mapping[str, object], seen: Seen = UNSEEN) -> Season:
    """Set how the season counts, at any time.

    Raises: rules.problems.RuleViolation; ChangeRefused when the page showed another rule; PermissionDenied.
    """
    chosen = serialise_options(parse_season_options(typed))
    with _lock_season(season, actor) as locked:
        if chosen != locked.rule:
            seen.check()
        locked.rule = chosen
        locked.save()
    return locked


def add_evening(season: Season, tournament: Tournament, *, actor: AbstractBaseUser) -> SeasonEvening:
    """Add a tournament that the actor also directs.

    Raises: ChangeRefused (another game, a demonstration, already added); PermissionDenied.
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


def count_shown_evening(season: Season, tournament: Tournament) -> bool:
    """Add an evening that a desk shows for this season; whether it counts there now. Another game does not, nor a demonstration.

    Call inside `write_tx`.
    """
    if tournament.demonstration or season.game_key not in {"", tournament.game_key}:
        return False
    SeasonEvening.objects.get_or_create(season=season, tournament=tournament)
    renew_seasons(tournament)
    return True


def renew_seasons(tournament: Tournament) -> None:
    """Give the pages of every season in which the tournament counts a new version. Call inside `write_tx`."""
    for season in Season.objects.filter(evenings__tournament=tournament):
        Season.objects.filter(pk=season.pk).update(mark=new_mark())


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
    """Remove a director; it takes effect on their next request. Raises: ChangeRefused (the last director stays); PermissionDenied."""
    with _lock_season(season, actor) as locked:
        if not locked.directors.exclude(user_id=user.pk).exists():
            raise ChangeRefused("last_director", _("A season keeps at least one director: name another one first."))
        locked.directors.filter(user_id=user.pk).delete()


def merge_players(season: Season, players: Collection[str], *, actor: AbstractBaseUser, at: dt.datetime) -> SeasonDecision:
    """Decide that several players are one person; everybody with one of these names follows, on later evenings too.

    Raises: ChangeRefused (fewer than two, both on one evening, the list has changed); PermissionDenied.
    """
    with _lock_season(season, actor) as locked:
        people = _People(locked)
        chosen = people.get_all(players)
        people.check_evenings(chosen)
        return _store_decisions(locked, [_number_parts([chosen])], actor, at)[0]


def mark_as_different(season: Season, players: Collection[str], *, actor: AbstractBaseUser, at: dt.datetime) -> SeasonDecision:
    """Decide that two players are two people, so that the question is not asked again.

    Raises: ChangeRefused (not two, the list has changed); PermissionDenied.
    """
    with _lock_season(season, actor) as locked:
        chosen = _People(locked).get_all(players)
        if len(chosen) > 2:
            raise ChangeRefused("not_two", _("Choose two: compare more names two at a time."))
        return _store_decisions(locked, [_number_parts([player] for player in chosen)], actor, at)[0]


def answer_questions(
    season: Season, same: Collection[PlayerPair], apart: Collection[PlayerPair], *, actor: AbstractBaseUser, at: dt.datetime
) -> int:
    """Decide many questions at once: pairs that are one person, and pairs that are two people. Return how many were decided.

    Pairs that share a player are joined together. Raises: ChangeRefused, and nothing is stored (two on one evening, two answers contradict
    each other, the list has changed); PermissionDenied.
    """
    with _lock_season(season, actor) as locked:
        people = _People(locked)
        joined = [people.get_all(group) for group in _connect(same)]
        for group in joined:
            people.check_evenings(group)
            if any({first, second} <= {player.id for player in group} for first, second in apart):
                raise ChangeRefused("contradiction", _("Not saved: two answers contradict each other. Check them and save again."))
        divided = [people.get_all(pair) for pair in apart]
        rulings = [_number_parts([player] for player in pair) for pair in divided] + [_number_parts([group]) for group in joined]
        _store_decisions(locked, rulings, actor, at)
    return len(same) + len(apart)


def assign_namesakes(season: Season, persons: Mapping[AppearanceKey, int], *, actor: AbstractBaseUser, at: dt.datetime) -> None:
    """Decide which appearances of one name belong together: those with the same number are one person.

    Raises: ChangeRefused (two of one evening are one person, the list has changed); PermissionDenied.
    """
    with _lock_season(season, actor) as locked:
        people = _People(locked)
        evenings = {appearance.atom: appearance.evening for player in people.players.values() for appearance in player.appearances}
        if not persons or not evenings.keys() >= persons.keys():
            raise _build_changed_refusal()
        for person in set(persons.values()):
            people.check_distinct([evenings[atom] for atom, number in persons.items() if number == person])
        _store_decisions(locked, [persons], actor, at)


def split_player(season: Season, player: str, evenings: Collection[int], *, actor: AbstractBaseUser, at: dt.datetime) -> SeasonDecision:
    """Decide that somebody else of the same name played on these evenings.

    Raises: ChangeRefused (none of the evenings, or all, the list has changed); PermissionDenied.
    """
    with _lock_season(season, actor) as locked:
        split = _People(locked).get(player)
        other_evenings = split.evenings & set(evenings)
        if not other_evenings or other_evenings == split.evenings:
            raise ChangeRefused("not_divided", _("Mark the evenings of the other person, and leave at least one."))
        ruling = {appearance.atom: 2 if appearance.evening in other_evenings else 1 for appearance in split.appearances}
        return _store_decisions(locked, [ruling], actor, at)[0]


def choose_spelling(season: Season, player: str, appearance: AppearanceKey | None, *, actor: AbstractBaseUser) -> None:
    """Show the player by the name of one appearance; with None as most evenings write it. Raises: ChangeRefused (the list has changed);
    PermissionDenied.
    """
    with _lock_season(season, actor) as locked:
        atoms = {appearance.atom for appearance in _People(locked).get(player).appearances}
        for spelling in locked.spellings.filter(entry__in={entry for entry, _person in atoms}):
            if (spelling.entry_id, spelling.person_id or 0) in atoms:
                spelling.delete()
        if appearance is not None:
            if appearance not in atoms:
                raise _build_changed_refusal()
            locked.spellings.create(entry_id=appearance[0], person_id=appearance[1] or None)


def revoke_decision(season: Season, decision: SeasonDecision, *, actor: AbstractBaseUser) -> None:
    """Delete a decision about identity; earlier ones about the same people apply again. Raises: PermissionDenied."""
    with _lock_season(season, actor) as locked:
        locked.decisions.filter(pk=decision.pk).delete()


class _People:
    """The players of a season as they are now, read under its lock."""

    def __init__(self, season: Season) -> None:
        page_version = read_season_page_version(season.slug)
        if page_version is None:
            raise _build_changed_refusal()
        self.results = read_results(season, page_version, everything=True)
        self.players = {player.id: player for player in read_players(season, self.results)}

    def get(self, player: str) -> SeasonPlayer:
        if player not in self.players:
            raise _build_changed_refusal()
        return self.players[player]

    def get_all(self, players: Collection[str]) -> list[SeasonPlayer]:
        names = list(dict.fromkeys(players))
        if len(names) < 2:
            raise ChangeRefused("too_few", _("Choose at least two."))
        return [self.get(name) for name in names]

    def check_evenings(self, players: Iterable[SeasonPlayer]) -> None:
        self.check_distinct([evening for player in players for evening in player.evenings])

    def check_distinct(self, evenings: Sequence[int]) -> None:
        """Raise ChangeRefused when a player would appear twice on one evening."""
        evening_name = next((evening.name for evening in self.results.evenings if evenings.count(evening.id) > 1), None)
        if evening_name is not None:
            raise ChangeRefused(
                "same_evening", _("On the evening “%(evening)s” both played: they are not the same.") % {"evening": evening_name}
            )


@contextmanager
def _lock_season(season: Season, actor: AbstractBaseUser) -> Iterator[Season]:
    """The season read again under its lock, for one of its directors; afterwards its pages get a new version. Raises: PermissionDenied."""
    with write_tx():
        locked = Season.objects.select_for_update().get(pk=season.pk)
        require_season_director(actor, locked)
        yield locked
        Season.objects.filter(pk=locked.pk).update(mark=new_mark())


def _store_decisions(season: Season, rulings: Sequence[IdentityRuling], actor: AbstractBaseUser, at: dt.datetime) -> list[SeasonDecision]:
    """Store every ruling as a decision of its own, which can be revoked alone."""
    decisions = [SeasonDecision.objects.create(season=season, made_by_id=actor.pk, made_at=at) for _ruling in rulings]
    SeasonNaming.objects.bulk_create(
        (
            SeasonNaming(decision=decision, entry_id=entry, person_id=person or None, part=part)
            for decision, ruling in zip(decisions, rulings, strict=True)
            for (entry, person), part in ruling.items()
        ),
        batch_size=500,
    )
    return decisions


def _number_parts(parts: Iterable[Iterable[SeasonPlayer]]) -> IdentityRuling:
    return {
        appearance.atom: number for number, players in enumerate(parts, start=1) for player in players for appearance in player.appearances
    }


def _connect(pairs: Iterable[PlayerPair]) -> list[set[str]]:
    """Pairs that share a player as one set."""
    groups: list[set[str]] = []
    for pair in pairs:
        touching = [group for group in groups if not group.isdisjoint(pair)]
        groups = [group for group in groups if group not in touching] + [set(pair).union(*touching)]
    return groups


def _build_changed_refusal() -> ChangeRefused:
    return ChangeRefused("changed_meanwhile", _("Nothing was changed: the list changed meanwhile. Check it and choose again."))


def _check_game(details: SeasonDetails) -> None:
    if details.game_key:
        game_by_key(details.game_key)
