"""Storing a club's list of members, changing a card, and making cards for a day."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from jobs.databases import write_tx
from tournaments.importing.member_list import MemberRow
from tournaments.locks import lock_for_director, lock_with_right
from tournaments.models import CardKind, MemberCard, Organizer, Person, Tournament
from tournaments.permissions import Right
from tournaments.refusals import ChangeRefused
from tournaments.seen import UNSEEN, Seen, compute_fingerprint

AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class StoredMembers:
    added: int
    changed: int
    same: int


def store_members(tournament: Tournament, rows: Sequence[MemberRow], *, actor: AbstractBaseUser) -> StoredMembers:
    """Store the rows in the list of the tournament's club: a number that is there is changed, a new one added, no other is touched.

    Raises: PermissionDenied.
    """
    with write_tx():
        locked = lock_for_director(tournament, actor)
        Organizer.objects.select_for_update().get(pk=locked.organizer_id)
        stored = {card.number.casefold(): card for card in MemberCard.objects.filter(organizer=locked.organizer_id)}
        new_cards, changed_cards = [], []
        for row in rows:
            card = stored.get(row.number.casefold())
            if card is None:
                new_cards.append(MemberCard(organizer_id=locked.organizer_id, **asdict(row)))
            elif any(getattr(card, column) != value for column, value in asdict(row).items()):
                for column, value in asdict(row).items():
                    setattr(card, column, value)
                changed_cards.append(card)
        MemberCard.objects.bulk_create(new_cards, batch_size=AT_ONCE)
        columns = ["number", "name", "issuer", "kind", "valid_until", "suspended"]
        MemberCard.objects.bulk_update(changed_cards, columns, batch_size=AT_ONCE)
    return StoredMembers(len(new_cards), len(changed_cards), len(rows) - len(new_cards) - len(changed_cards))


def compute_card_fingerprint(card: MemberCard) -> str:
    return compute_fingerprint(card.issuer, card.kind, str(card.valid_until), card.suspended)


def change_card(
    tournament: Tournament, number: str, values: dict[str, object], *, actor: AbstractBaseUser, seen: Seen = UNSEEN
) -> MemberCard:
    """Renew a card, suspend it, or lift that. Raises: ChangeRefused; PermissionDenied."""
    with write_tx():
        locked = lock_for_director(tournament, actor)
        card = MemberCard.objects.select_for_update().filter(organizer=locked.organizer_id, number=number).first()
        if card is None:
            raise ChangeRefused("no_card", _("Nothing was changed: this card is not in the list."))
        if any(getattr(card, column) != value for column, value in values.items()):
            seen.check()
            for column, value in values.items():
                setattr(card, column, value)
            card.save()
    return card


def make_day_card(tournament: Tournament, person: Person, *, actor: AbstractBaseUser) -> MemberCard:
    """Make somebody a member for the evening, with the next number of its day. The same again changes nothing.

    Raises: ChangeRefused for whom is suspended; PermissionDenied.
    """
    with write_tx():
        locked = lock_with_right(tournament, actor, Right.CHECK_IN)
        Organizer.objects.select_for_update().get(pk=locked.organizer_id)
        cards = MemberCard.objects.filter(organizer=locked.organizer_id)
        own = cards.filter(number=person.membership).first() if person.membership else None
        if own is not None and own.suspended:
            raise ChangeRefused("suspended", _("No day card: the card of %(name)s is suspended. Ask the board.") % {"name": person.name})
        if own is not None and own.kind == CardKind.DAY and own.valid_until == locked.date:
            return own
        number = find_next_day_number(locked.date, cards.values_list("number", flat=True))
        card = MemberCard.objects.create(
            organizer_id=locked.organizer_id, number=number, name=person.name, kind=CardKind.DAY, valid_until=locked.date
        )
        person.membership = number
        person.save()
    return card


def find_next_day_number(day: dt.date, numbers: Iterable[str]) -> str:
    """“G-281126-3”: one more than the highest of that day, whatever became of the cards between."""
    start = f"G-{day:%d%m%y}-"
    counts = [number[len(start) :] for number in numbers if number.upper().startswith(start)]
    return f"{start}{max((int(count) for count in counts if count.isdecimal()), default=0) + 1}"
