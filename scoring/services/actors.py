"""Who does something, as the ledger knows them."""

from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser

from scoring.models import LedgerEntry


@dataclass(frozen=True, slots=True)
class Actor:
    """Whoever enters, confirms or changes. `id` is opaque and stays valid when the person behind it is erased."""

    id: str
    via: LedgerEntry.Via
    user_pk: int | None = None


def staff_actor(user: AbstractBaseUser, via: LedgerEntry.Via = LedgerEntry.Via.DESK) -> Actor:
    return Actor(f"staff-{user.pk}", via, user.pk)
