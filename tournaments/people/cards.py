"""Whether the people of an entry are members of the club on an evening, by the list of its cards."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import CardKind, Entry, MemberCard, PayerKind, Tournament
from tournaments.models.prefetches import prefetch_members


class CardState(StrEnum):
    VALID = "valid"
    MISSING = "missing"
    EXPIRED = "expired"
    SUSPENDED = "suspended"


STATES: dict[CardState, Promise] = {
    CardState.VALID: _("member"),
    CardState.MISSING: _("not a member"),
    CardState.EXPIRED: _("card expired"),
    CardState.SUSPENDED: _("card suspended"),
}
ADVICE: dict[CardState, Promise] = {
    CardState.MISSING: _("Ask for the card and type its number, make a day card, or take the fee of a guest."),
    CardState.EXPIRED: _("Renew the card and type the new date under “Members”, or make a day card."),
    CardState.SUSPENDED: _("Ask the board of the club. The desk cannot lift a suspension."),
}
"""What the door does about it."""


@dataclass(frozen=True, slots=True)
class CardCheck:
    """A person at the door; `card` is None where the list has none under the number or the name."""

    person_id: int
    name: str
    state: CardState
    card: MemberCard | None

    @property
    def is_valid(self) -> bool:
        return self.state is CardState.VALID

    @property
    def may_get_day_card(self) -> bool:
        return self.state in {CardState.MISSING, CardState.EXPIRED}

    @property
    def sentence(self) -> str:
        """“Anna Rossi: card expired on 31/10/2026 (T 12)”."""
        word = str(STATES[self.state])
        if self.card is None:
            return f"{self.name}: {word}"
        if self.state is CardState.EXPIRED and self.card.valid_until:
            word = gettext("card expired on %(day)s") % {"day": date_format(self.card.valid_until, "d/m/Y")}
        return f"{self.name}: {word} ({self.card.number})"

    @property
    def advice(self) -> str:
        return str(ADVICE.get(self.state, ""))


def judge_card(card: MemberCard | None, day: dt.date) -> CardState:
    """What a card is worth on the evening of `day`: one that is valid on that date is so until the evening is over, also past midnight."""
    if card is None:
        return CardState.MISSING
    if card.suspended:
        return CardState.SUSPENDED
    return CardState.EXPIRED if card.valid_until is not None and card.valid_until < day else CardState.VALID


class CardBook:
    """The cards of a club by number and by name; a name that two have finds nobody."""

    def __init__(self, cards: Iterable[MemberCard]) -> None:
        listed = list(cards)
        names = Counter(build_name_key(card.name) for card in listed)
        self.by_number = {card.number.casefold(): card for card in listed}
        self.by_name = {key: card for card in listed if names[key := build_name_key(card.name)] == 1}

    def __bool__(self) -> bool:
        return bool(self.by_number)

    def find(self, number: str, name: str) -> MemberCard | None:
        return self.by_number.get(number.casefold()) or self.by_name.get(build_name_key(name))


def build_name_key(name: str) -> tuple[str, ...]:
    """The words of a name in any order: lists say “Rossi Anna”."""
    return tuple(sorted(name.casefold().split()))


def read_card_book(tournament: Tournament) -> CardBook:
    """One query."""
    return CardBook(MemberCard.objects.filter(organizer=tournament.organizer_id))


def check_cards(tournament: Tournament, entries: Sequence[Entry]) -> dict[int, tuple[CardCheck, ...]]:
    """The persons of each entry by its id; nothing where the club has no list. Two queries, and one where there is a list."""
    book = read_card_book(tournament)
    if not book:
        return {}
    keys = [entry.pk for entry in entries]
    loaded = Entry.objects.filter(pk__in=keys).prefetch_related(prefetch_members())
    return {entry.pk: tuple(check_entry(book, entry, tournament.date)) for entry in loaded}


def check_entry(book: CardBook, entry: Entry, day: dt.date) -> Iterable[CardCheck]:
    """The entry comes with its members."""
    for member in entry.members.all():
        card = book.find(member.person.membership, member.person.name)
        yield CardCheck(member.person_id, str(member.person), judge_card(card, day), card)


def choose_payer_kind(checks: Sequence[CardCheck]) -> PayerKind:
    """As what an entry pays: as members only where all its persons are, as guests where one is."""
    if not checks or not all(check.is_valid for check in checks):
        return PayerKind.GUEST
    cards = [check.card for check in checks if check.card is not None]
    return PayerKind.ASSOCIATE if any(card.kind == CardKind.ASSOCIATE for card in cards) else PayerKind.MEMBER
