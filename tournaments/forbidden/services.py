"""Who must not meet whom: the director's list, and what of it a draw has to know."""

from collections.abc import Collection

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from tournaments.locks import lock_for_director
from tournaments.models import Entry, ForbiddenPair, Tournament
from tournaments.people.names import clean_name, validate_name
from tournaments.refusals import Refused
from tournaments.transactions import write_tx


def forbid_pair(tournament: Tournament, *, actor: AbstractBaseUser, first: Entry, second: Entry, reason: str = "") -> ForbiddenPair:
    """Keep two entries apart from the next draw on; a pair that is kept apart already gets the new reason.

    Raises: Refused (the same entry twice, an entry of another tournament); ValidationError of the reason; PermissionDenied.
    """
    why = clean_name(reason)
    validate_name(why)
    with write_tx():
        locked = lock_for_director(tournament, actor)
        if {first.tournament_id, second.tournament_id} != {locked.pk}:
            raise Refused("entry_unknown", _("Choose two entries of this tournament."))
        if first.pk == second.pk:
            raise Refused("same_entry", _("Choose two different entries: nobody meets itself."))
        one, other = sorted((first.pk, second.pk))
        pair, _made = ForbiddenPair.objects.update_or_create(first_id=one, second_id=other, defaults={"tournament": locked, "reason": why})
    return pair


def allow_pair(tournament: Tournament, *, actor: AbstractBaseUser, pair_id: int) -> None:
    """Let two entries meet again, from the next draw on. Raises: Refused when nothing keeps them apart; PermissionDenied."""
    with write_tx():
        locked = lock_for_director(tournament, actor)
        deleted, _rows = ForbiddenPair.objects.filter(pk=pair_id, tournament=locked).delete()
        if not deleted:
            raise Refused("not_forbidden", _("Nothing keeps these two apart any more."))


def forbidden_among(tournament: Tournament, entries: Collection[int]) -> tuple[tuple[int, int], ...]:
    """Pairs of ids in `entries` that must not meet, in a fixed order. One query."""
    pairs = ForbiddenPair.objects.filter(tournament=tournament).order_by("first_id", "second_id").values_list("first_id", "second_id")
    return tuple((one, other) for one, other in pairs if one in entries and other in entries)
