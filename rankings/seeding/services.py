"""Giving the seeds of a season to the entries of a tournament."""

from collections.abc import Callable, Sequence

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _
from simple_history.utils import bulk_update_with_history

from jobs.databases import write_tx
from rankings.seeding.queries import SeededLine, read_placed_lines, read_seeded_lines, select_earlier_tournaments
from tournaments.locks import lock_for_director
from tournaments.models import Entry, Round, Season, Tournament
from tournaments.permissions import require_season_director
from tournaments.refusals import ChangeRefused


def seed_from_season(tournament: Tournament, season: Season, count: int, *, actor: AbstractBaseUser) -> int:
    """Seed the `count` strongest entries by the ranking of the season, instead of the seeds that are there; return how many got one.

    Raises: ChangeRefused where something is drawn already, or nobody has points in the season; PermissionDenied.
    """
    require_season_director(actor, season)
    with write_tx():
        locked = lock_for_director(tournament, actor)
        return _give_seeds(locked, lambda: read_seeded_lines(locked, season, count), actor)


def seed_from_earlier(tournament: Tournament, earlier: Tournament, count: int, *, actor: AbstractBaseUser) -> int:
    """Seed the `count` entries whose persons ended best in an earlier tournament of the club; otherwise as `seed_from_season`."""
    with write_tx():
        locked = lock_for_director(tournament, actor)
        if not select_earlier_tournaments(locked).filter(pk=earlier.pk).exists():
            raise ChangeRefused("not_earlier", _("Nothing was changed: that tournament is not over any more. Choose another one."))
        return _give_seeds(locked, lambda: read_placed_lines(locked, earlier, count), actor)


def _give_seeds(locked: Tournament, read_lines: Callable[[], Sequence[SeededLine]], actor: AbstractBaseUser) -> int:
    if Round.objects.filter(stage__tournament=locked).exists():
        raise ChangeRefused("drawn", _("Nothing was changed: the first round is drawn, and seeds count in its draw only."))
    seeds = {line.entry.pk: line.seed for line in read_lines()}
    if not any(seeds.values()):
        raise ChangeRefused("nobody_seeded", _("Nothing was changed: nobody who plays here would get a seed."))
    entries = list(Entry.objects.select_for_update().filter(tournament=locked))
    former = [entry for entry in entries if entry.seed is not None]
    Entry.objects.filter(pk__in=[entry.pk for entry in former]).update(seed=None)  # so that no two have one seed on the way
    for entry in entries:
        entry.seed = seeds.get(entry.pk)
    changed = [entry for entry in entries if entry.seed is not None or entry in former]
    bulk_update_with_history(changed, Entry, ["seed"], batch_size=200, default_user=actor)
    return sum(seed is not None for seed in seeds.values())
