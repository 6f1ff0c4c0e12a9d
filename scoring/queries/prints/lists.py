"""Entries, pairings and cards as values for paper."""

from django.db.models import Prefetch
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext

from tournaments.models import Entry, HallTable, Round, Seat, Tournament
from tournaments.printouts import EntryRow, PairingRow, Party, TableCard

from .heads import Surroundings, party_of


def entries_on_paper(tournament: Tournament) -> list[Entry]:
    """In the order of their numbers; three queries."""
    return list(tournament.entries.select_related("club").prefetch_related("members__person").order_by("number"))


def entry_rows(entries: list[Entry]) -> list[EntryRow]:
    return [
        EntryRow(
            party=party_of(entry),
            status=str(entry.get_state_display()) if entry.state == Entry.State.WITHDRAWN else "",
            fee=euros(entry.tournament.fee_cents) if entry.tournament.fee_cents else "",
            paid=euros(entry.fee_paid_cents) if entry.fee_paid_cents else "",
        )
        for entry in entries
    ]


def fee_totals(entries: list[Entry]) -> list[tuple[str, str, str]]:
    """What is due from those who have not withdrawn, and what was paid by all."""
    due = sum(entry.tournament.fee_cents for entry in entries if entry.state != Entry.State.WITHDRAWN)
    paid = sum(entry.fee_paid_cents for entry in entries)
    return [(gettext("Total"), euros(due), euros(paid))] if due or paid else []


def euros(cents: int) -> str:
    return f"€ {number_format(cents / 100, 2)}"


def pairing_rows(round_: Round) -> list[PairingRow]:
    """By table, byes last; four queries."""
    seats = Seat.objects.select_related("entry__club").prefetch_related("entry__members__person").order_by("side")
    matches = round_.matches.prefetch_related(Prefetch("seats", queryset=seats))
    ordered = sorted(matches, key=lambda match: (match.table is None, match.table or 0, match.position))
    return [PairingRow(str(match.table or ""), tuple(party_of(seat.entry) for seat in match.seats.all())) for match in ordered]


def table_numbers(tournament: Tournament) -> list[int]:
    """The tables that anybody has played at or may play at, those out of use left out."""
    numbers = set(Round.objects.filter(stage__tournament=tournament).values_list("matches__table", flat=True))
    rows = HallTable.objects.filter(tournament=tournament).values_list("number", "in_use")
    closed = {number for number, in_use in rows if not in_use}
    wanted = numbers | {number for number, in_use in rows if in_use}
    return sorted(number for number in wanted if number is not None and number not in closed)


def card_rows(around: Surroundings) -> list[TableCard]:
    link = around.address(reverse("tournaments:public", args=[around.tournament.slug]))
    return [TableCard(str(number), link, around.tournament.name) for number in table_numbers(around.tournament)]


def label_parties(entries: list[Entry]) -> list[Party]:
    return [party_of(entry) for entry in entries if entry.state != Entry.State.WITHDRAWN]
