"""Pairs of entries that must not meet: the director's list, and the pairs that a draw has to know."""

from collections.abc import Collection

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from jobs.databases import write_tx
from tournaments.locks import lock_for_director
from tournaments.models import Entry, ForbiddenPair, Tournament
from tournaments.people.names import clean_name, validate_name
from tournaments.refusals import ChangeRefused


def forbid_pair(tournament: Tournament, *, actor: AbstractBaseUser, first: Entry, second: Entry, reason: str = "") -> ForbiddenPair:
    """Keep two entries apart from the next draw on; a pair that is on the list already gets the new reason.

    Raises: ChangeRefused (the same entry twice, an entry of another tournament); ValidationError of the reason; PermissionDenied.
    """
    clean_reason = clean_name(reason)
    validate_name(clean_reason)
    with write_tx():
        locked = lock_for_director(tournament, actor)
        if {first.tournament_id, second.tournament_id} != {locked.pk}:
            raise ChangeRefused("entry_unknown", _("Choose two entries of this tournament."))
        if first.pk == second.pk:
            raise ChangeRefused("same_entry", _("Choose two different entries."))
        lower_id, higher_id = sorted((first.pk, second.pk))
        pair, _created = ForbiddenPair.objects.update_or_create(
            first_id=lower_id, second_id=higher_id, defaults={"tournament": locked, "reason": clean_reason}
        )
    return pair


def allow_pair(tournament: Tournament, *, actor: AbstractBaseUser, pair_id: int) -> None:
    """Let two entries meet again, from the next draw on. Raises: ChangeRefused when the pair is not on the list; PermissionDenied."""
    with write_tx():
        locked = lock_for_director(tournament, actor)
        deleted, _rows = ForbiddenPair.objects.filter(pk=pair_id, tournament=locked).delete()
        if not deleted:
            raise ChangeRefused("not_forbidden", _("These two can meet again."))


def read_forbidden_pairs(tournament: Tournament, entries: Collection[int]) -> tuple[tuple[int, int], ...]:
    """The pairs of ids in `entries` that must not meet, in a fixed order. One query."""
    pairs = ForbiddenPair.objects.filter(tournament=tournament).order_by("first_id", "second_id").values_list("first_id", "second_id")
    return tuple((first_id, second_id) for first_id, second_id in pairs if first_id in entries and second_id in entries)
