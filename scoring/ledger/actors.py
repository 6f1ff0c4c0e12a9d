"""Authors of ledger entries."""

from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser

from scoring.models import LedgerEntry, TableLink


@dataclass(frozen=True, slots=True)
class Actor:
    """The author of a ledger entry. `id` is opaque and stays valid after the person behind it is erased.

    Staff have a user, a side at its table has a link, a command has neither.
    """

    id: str
    via: LedgerEntry.Via
    user_pk: int | None = None
    link_pk: int | None = None


def build_staff_actor(user: AbstractBaseUser, via: LedgerEntry.Via = LedgerEntry.Via.DESK) -> Actor:
    return Actor(f"staff-{user.pk}", via, user.pk)


def build_table_actor(link: TableLink) -> Actor:
    return Actor(link.actor_id, LedgerEntry.Via.TABLE, link_pk=link.pk)
