"""Entries, pairings and cards as values for paper."""

from collections.abc import Mapping

from django.db.models import Prefetch
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext

from paper import EntryRow, PairingRow, Party, TableCard, WifiCard
from scoring.printing.heads import Surroundings, party_of, party_of_side
from tournaments.halls.queries import places_by_table, tables_needed
from tournaments.models import Entry, HallTable, Match, Round, Seat, Tournament
from tournaments.people.naming import IN_FULL, Naming
from tournaments.people.sides import by_side
from tournaments.stages.groups import Venue, group_name


def entries_on_paper(tournament: Tournament) -> list[Entry]:
    """In the order of their numbers; three queries."""
    return list(tournament.entries.select_related("club").prefetch_related("members__person").order_by("number"))


def entry_rows(entries: list[Entry]) -> list[EntryRow]:
    """Who has withdrawn owes nothing, so that the column adds up to its total."""
    return [
        EntryRow(
            party=party_of(entry),
            status=str(entry.get_state_display()) if entry.state == Entry.State.WITHDRAWN else "",
            fee=euros(entry.tournament.fee_cents) if entry.tournament.fee_cents and entry.state != Entry.State.WITHDRAWN else "",
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


def pairing_rows(round_: Round, naming: Naming = IN_FULL, venue: Venue | None = None) -> list[PairingRow]:
    """By table, who waits for one behind them, byes last; those of one `venue`, or of all. Six queries."""
    seats = Seat.objects.select_related("entry__club").prefetch_related("entry__members__person")
    matches = (round_.matches.filter(pool=venue.key) if venue else round_.matches).prefetch_related(Prefetch("seats", queryset=seats))
    places = places_by_table(round_.stage.tournament)
    ordered = sorted(matches, key=lambda match: (match.table is None, match.table or 0, match.sitting, match.position))
    return [PairingRow(_table(match), _parties(match, naming), _note(match, round_, places)) for match in ordered]


def _parties(match: Match, naming: Naming) -> tuple[Party, ...]:
    return tuple(party_of_side(side, naming) for side in by_side(match.seats.all()))


def _table(match: Match) -> str:
    """That somebody rests, in words; two arrows where a table is still to be given, so that nobody looks for a number."""
    if match.table:
        return str(match.table)
    return gettext("rests") if match.kind == Match.Kind.BYE else "»"


def _note(match: Match, round_: Round, places: Mapping[int, str]) -> str:
    """Where the table stands, in which group, and when they sit down."""
    group = group_name(round_.stage.format_key, match.pool)
    return " · ".join(text for text in (places.get(match.table or 0, ""), group, _sitting(match)) if text)


def _sitting(match: Match) -> str:
    if match.kind == Match.Kind.BYE or match.sitting == 1:
        return ""
    return gettext("Second sitting") if match.table else gettext("Second sitting: at the next free table")


def table_numbers(tournament: Tournament) -> list[int]:
    """The tables that anybody has played at or may play at, those out of use left out; as many as all need before anything is drawn."""
    numbers = set(Round.objects.filter(stage__tournament=tournament).values_list("matches__table", flat=True)) or set(
        range(1, 1 + (tournament.table_count or tables_needed(tournament)))
    )
    rows = HallTable.objects.filter(tournament=tournament).values_list("number", "in_use")
    closed = {number for number, in_use in rows if not in_use}
    wanted = numbers | {number for number, in_use in rows if in_use}
    return sorted(number for number in wanted if number is not None and number not in closed)


def card_rows(around: Surroundings) -> list[TableCard]:
    """The QR leads to what everybody may see; there is none where that is nothing."""
    tournament = around.tournament
    link = around.address(reverse("tournaments:public", args=[tournament.slug])) if tournament.public else ""
    return [TableCard(str(number), link, around.places.get(number, "")) for number in table_numbers(tournament)]


def wifi_on_paper(around: Surroundings) -> WifiCard | None:
    """None while the director has not named the network; the site is there where it is open to everybody."""
    tournament, style = around.tournament, around.style
    if not style.wifi_name:
        return None
    link = around.address(reverse("scoring:short_address", args=[tournament.pk])) if tournament.public else ""
    return WifiCard(style.wifi_name, style.wifi_password, link)


def label_parties(entries: list[Entry]) -> list[Party]:
    return [party_of(entry) for entry in entries if entry.state != Entry.State.WITHDRAWN]
