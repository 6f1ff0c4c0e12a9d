"""Entering those who qualified in other tournaments."""

from collections.abc import Collection, Iterable, Sequence
from typing import Protocol

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Max
from django.utils.translation import gettext_lazy as _
from simple_history.utils import bulk_create_with_history

from scoring.qualifying.queries import Rule, read_qualifier_lines
from tournaments.entries.services import find_next_number
from tournaments.locks import lock_for_director
from tournaments.models import Entry, Member, Tournament
from tournaments.people.names import MAX_NAME_LENGTH
from tournaments.permissions import require_director
from tournaments.refusals import ChangeRefused
from tournaments.transactions import write_tx


def enter_qualified(
    tournament: Tournament, evenings: Sequence[Tournament], rule: Rule, *, chosen: Collection[int], seeded: bool, actor: AbstractBaseUser
) -> int:
    """Enter the `chosen` entries of the evenings, and say how many there are.

    1. Computes the list of the evenings again. 2. Enters the same persons and club under new numbers, with the reason as note.
    3. Where `seeded`, gives seeds in the order of the list, after those that are there.

    Raises: ChangeRefused when nobody is chosen, when one chosen cannot enter any more, or when a person is chosen twice; PermissionDenied.
    """
    for evening in evenings:
        require_director(actor, evening)
    with write_tx():
        locked = lock_for_director(tournament, actor)
        return enter_chosen(locked, read_qualifier_lines(locked, evenings, rule), chosen=chosen, seeded=seeded, actor=actor)


class OfferedLine(Protocol):
    """An entry of another tournament that can be entered, with the reason."""

    @property
    def entry(self) -> Entry: ...
    @property
    def reason(self) -> str: ...
    @property
    def open(self) -> bool: ...


def enter_chosen(
    tournament: Tournament, offered: Iterable[OfferedLine], *, chosen: Collection[int], seeded: bool, actor: AbstractBaseUser
) -> int:
    """Enter the `chosen` of the lines in their order, and say how many there are. Call inside the transaction that locked the tournament.

    Raises: ChangeRefused as `enter_qualified`.
    """
    lines = [line for line in offered if line.entry.pk in chosen]
    _check_chosen(lines, chosen)
    _store_entries(tournament, lines, seeded=seeded, actor=actor)
    return len(lines)


def _check_chosen(lines: Sequence[OfferedLine], chosen: Collection[int]) -> None:
    if not lines:
        raise ChangeRefused("nobody_chosen", _("Nobody was entered: tick who goes on."))
    if len(lines) < len(set(chosen)) or not all(line.open for line in lines):
        raise ChangeRefused("list_changed", _("Nobody was entered: the list has changed meanwhile. Look at it again."))
    persons = list(Member.objects.filter(entry__in=[line.entry.pk for line in lines]).values_list("person", flat=True))
    if len(persons) > len(set(persons)):
        raise ChangeRefused("person_twice", _("Nobody was entered: somebody is ticked twice. Tick one of the two."))


def _store_entries(tournament: Tournament, lines: Sequence[OfferedLine], *, seeded: bool, actor: AbstractBaseUser) -> None:
    number = find_next_number(tournament)
    seed = (Entry.objects.filter(tournament=tournament).aggregate(highest=Max("seed"))["highest"] or 0) + 1
    entries = [
        Entry(
            tournament=tournament,
            number=number + position,
            name=line.entry.name,
            club=line.entry.club,
            seed=seed + position if seeded else None,
            hidden=line.entry.hidden,
            note=line.reason[:MAX_NAME_LENGTH],
        )
        for position, line in enumerate(lines)
    ]
    bulk_create_with_history(entries, Entry, default_user=actor)
    members: dict[int, list[Member]] = {}
    for member in Member.objects.filter(entry__in=[line.entry.pk for line in lines]):
        members.setdefault(member.entry_id, []).append(member)
    Member.objects.bulk_create(
        Member(entry=entry, person_id=member.person_id, tournament=tournament, position=member.position)
        for entry, line in zip(entries, lines, strict=True)
        for member in members.get(line.entry.pk, ())
    )
