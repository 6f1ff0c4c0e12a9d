"""Who does something, as the ledger knows them."""

import re
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser

from scoring.models import LedgerEntry, TableLink

_TABLE = re.compile(r"table-(\d+)-(\d)")


@dataclass(frozen=True, slots=True)
class Actor:
    """Whoever enters, confirms or changes. `id` is opaque and stays valid when the person behind it is erased.

    Staff have a user, a side at its table has a link, a command has neither.
    """

    id: str
    via: LedgerEntry.Via
    user_pk: int | None = None
    link_pk: int | None = None


def staff_actor(user: AbstractBaseUser, via: LedgerEntry.Via = LedgerEntry.Via.DESK) -> Actor:
    return Actor(f"staff-{user.pk}", via, user.pk)


def table_actor(link: TableLink) -> Actor:
    return Actor(f"table-{link.pk}-{link.side}", LedgerEntry.Via.TABLE, link_pk=link.pk)


def side_behind(actor_id: str) -> int | None:
    """The side that entered something at its table, whichever of its links it used; None for staff."""
    found = _TABLE.fullmatch(actor_id)
    return int(found[2]) if found else None
