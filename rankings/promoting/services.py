"""Entering those who play in a category by the places of its last season."""

import datetime as dt
from collections.abc import Collection

from django.contrib.auth.models import AbstractBaseUser

from jobs.databases import write_tx
from rankings.promoting.queries import Plan, read_mover_list
from rankings.qualifying.services import check_names_decided, enter_chosen
from tournaments.locks import lock_for_director
from tournaments.models import Tournament
from tournaments.permissions import require_director


def enter_promoted(
    tournament: Tournament, plan: Plan, *, chosen: Collection[int], seeded: bool, actor: AbstractBaseUser, at: dt.datetime
) -> int:
    """Enter the `chosen` entries of the categories, and say how many there are.

    1. Computes the list again. 2. Enters the same persons and club under new numbers, with the reason as note. 3. Where `seeded`, gives
    seeds in the order of the list: who comes down, who stays, who comes up.

    Raises: ChangeRefused as `rankings.qualifying.services.enter_chosen`; PermissionDenied.
    """
    for category in plan.categories:
        require_director(actor, category.tournament)
    with write_tx():
        locked = lock_for_director(tournament, actor)
        listed = read_mover_list(locked, plan)
        check_names_decided(listed.questions)
        return enter_chosen(locked, listed.lines, chosen=chosen, seeded=seeded, actor=actor, at=at)
