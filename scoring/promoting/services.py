"""Entering those who play in a category by the places of its last season."""

from collections.abc import Collection

from django.contrib.auth.models import AbstractBaseUser

from scoring.promoting.queries import Plan, read_mover_lines
from scoring.qualifying.services import enter_chosen
from tournaments.locks import lock_for_director
from tournaments.models import Tournament
from tournaments.permissions import require_director
from tournaments.transactions import write_tx


def enter_promoted(tournament: Tournament, plan: Plan, *, chosen: Collection[int], seeded: bool, actor: AbstractBaseUser) -> int:
    """Enter the `chosen` entries of the categories, and say how many there are.

    1. Computes the list again. 2. Enters the same persons and club under new numbers, with the reason as note. 3. Where `seeded`, gives
    seeds in the order of the list: who comes down, who stays, who comes up.

    Raises: ChangeRefused as `scoring.qualifying.services.enter_chosen`; PermissionDenied.
    """
    for category in plan.categories:
        require_director(actor, category.tournament)
    with write_tx():
        locked = lock_for_director(tournament, actor)
        return enter_chosen(locked, read_mover_lines(locked, plan), chosen=chosen, seeded=seeded, actor=actor)
