"""Entries, pairings and cards as values for paper."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.urls import reverse
from django.utils.translation import gettext

from pairing import format_by_key
from pairing.format import Family
from paper import EntryRow, PairingRow, Party, TableCard, WifiCard
from paper.pairings import build_sorting_key
from printing.prints.heads import PrintContext, build_party, build_side_party
from tournaments.cash.book import get_fee_cents
from tournaments.draws.explaining import parse_stored_draw
from tournaments.fields.euros import format_euros
from tournaments.halls.queries import count_tables_needed, read_places_by_table
from tournaments.models import Entry, FeePlan, HallTable, Match, Round, Seat, Tournament
from tournaments.models.prefetches import prefetch_members, prefetch_seated_persons
from tournaments.people.naming import IN_FULL, Naming
from tournaments.people.sides import group_by_side
from tournaments.stages.groups import Venue, format_group_name

PAIR = 2


def read_entries(tournament: Tournament) -> list[Entry]:
    """Entries in the order of their numbers; two queries."""
    return list(tournament.entries.select_related("club").prefetch_related(prefetch_members()).order_by("number"))


def build_entry_rows(entries: list[Entry], plan: FeePlan) -> list[EntryRow]:
    """One row for each entry. A withdrawn entry owes no fee, so the column adds up to its total."""
    return [
        EntryRow(
            party=build_party(entry),
            status=gettext("phantom") if entry.phantom else str(entry.get_state_display()) if entry.state == Entry.State.WITHDRAWN else "",
            fee=format_euros(due) if (due := _get_due_cents(entry, plan)) else "",
            paid=format_euros(entry.fee_paid_cents) if entry.fee_paid_cents else "",
        )
        for entry in entries
    ]


def _get_due_cents(entry: Entry, plan: FeePlan) -> int:
    """The fee that an entry owes or has paid; a withdrawn one owes none."""
    if entry.state == Entry.State.WITHDRAWN:
        return 0
    return get_fee_cents(entry.tournament, plan, again=entry.again_of_id is not None)


def build_check_in_rows(entries: list[Entry], plan: FeePlan) -> list[EntryRow]:
    """The rows in alphabetical order of the first surname: at the door people say their names."""
    rows = []
    for entry, row in zip(entries, build_entry_rows(entries, plan), strict=True):
        listed = IN_FULL.list_listed_persons(entry, surname_first=entry.tournament.surname_first)
        rows.append(row if row.party.members or not listed else replace(row, party=replace(row.party, names=listed)))
    return sorted(rows, key=lambda row: build_sorting_key(row.party.name))


def compute_fee_totals(entries: list[Entry], plan: FeePlan) -> list[tuple[str, str, str]]:
    """The fees due from entries that have not withdrawn, and the fees paid by all."""
    due = sum(_get_due_cents(entry, plan) for entry in entries)
    paid = sum(entry.fee_paid_cents for entry in entries)
    return [(gettext("Total"), format_euros(due), format_euros(paid))] if due or paid else []


def read_pairing_rows(round_: Round, naming: Naming = IN_FULL, venue: Venue | None = None) -> list[PairingRow]:
    """Pairings by table, then matches that wait for a table, byes last; only those of `venue` if there is one. Four queries."""
    matches = (round_.matches.filter(pool=venue.key) if venue else round_.matches).prefetch_related(prefetch_seated_persons())
    places = read_places_by_table(round_.stage.tournament)
    points = _read_points_before(round_)
    ordered = sorted(matches, key=lambda match: (match.table is None, match.table or 0, match.sitting, match.position))
    return [
        PairingRow(_format_table(match), _build_parties(match, naming, points), _format_note(match, round_, places)) for match in ordered
    ]


def _read_points_before(round_: Round) -> Mapping[int, int]:
    """The points with which each entry came into the round, from its stored draw, where the standings decide who meets whom.

    Empty in the first round, and where several share a table: their draw counts halves of places.
    """
    format_ = format_by_key(round_.stage.format_key)
    draw = getattr(round_, "draw", None)
    if draw is None or format_.family is not Family.RANKING or format_.sides != PAIR:
        return {}
    lines = parse_stored_draw(draw).request.standings
    return {line.entrant: line.primary for line in lines} if any(line.primary or line.opponents or line.byes for line in lines) else {}


def _build_parties(match: Match, naming: Naming, points: Mapping[int, int]) -> tuple[Party, ...]:
    sides = group_by_side(match.seats.all())
    surname_first = match.round.stage.tournament.surname_first
    return tuple(_build_listed_party(side, naming, points, surname_first=surname_first) for side in sides)


def _build_listed_party(side: Sequence[Seat], naming: Naming, points: Mapping[int, int], *, surname_first: bool) -> Party:
    """The party of a side with the points that it brings and its persons as lists by surname show them."""
    party = build_side_party(side, naming)
    persons = ((seat.entry.phantom, naming.list_listed_persons(seat.entry, surname_first=surname_first)) for seat in side)
    listed = tuple(name for is_phantom, names in persons for name in (("",) if is_phantom else names))
    is_team = bool(party.members)
    return replace(
        party,
        listed_names=() if is_team or len(listed) != len(party.names) else listed,
        listed_members=listed if is_team and len(listed) == len(party.members) else (),
        points=_format_points(side, points),
    )


def _format_points(side: Sequence[Seat], points: Mapping[int, int]) -> str:
    """The points of a side that is one entry."""
    return str(points.get(side[0].entry_id, "")) if len(side) == 1 else ""


def _format_table(match: Match) -> str:
    """The table number; in words that an entry rests; two arrows while a table is still to be assigned."""
    if match.table:
        return str(match.table)
    return gettext("bye") if match.kind == Match.Kind.BYE else "»"


def _format_note(match: Match, round_: Round, places: Mapping[int, str]) -> str:
    """Where the table stands, in which group the match is, and in which sitting."""
    group = format_group_name(round_.stage.format_key, match.pool)
    return " · ".join(text for text in (places.get(match.table or 0, ""), group, _format_sitting(match)) if text)


def _format_sitting(match: Match) -> str:
    if match.kind == Match.Kind.BYE or match.sitting == 1:
        return ""
    return gettext("Second sitting") if match.table else gettext("Second sitting: at the next free table")


def read_table_numbers(tournament: Tournament) -> list[int]:
    """Tables that are or may be used, without those out of use; before the first draw as many as all entries need."""
    numbers = set(Round.objects.filter(stage__tournament=tournament).values_list("matches__table", flat=True)) or set(
        range(1, 1 + (tournament.table_count or count_tables_needed(tournament)))
    )
    rows = HallTable.objects.filter(tournament=tournament).values_list("number", "in_use")
    closed = {number for number, in_use in rows if not in_use}
    used = numbers | {number for number, in_use in rows if in_use}
    return sorted(number for number in used if number is not None and number not in closed)


def read_table_cards(context: PrintContext) -> list[TableCard]:
    """One card for each table; the QR code leads to the public page and is left out while there is none."""
    tournament = context.tournament
    link = context.address(reverse("tournaments:public", args=[tournament.slug])) if tournament.public else ""
    return [TableCard(str(number), link, context.places.get(number, "")) for number in read_table_numbers(tournament)]


def build_wifi_card(context: PrintContext) -> WifiCard | None:
    """The Wi-Fi card; None until the director names the network. It has the address of the site if the tournament is public."""
    tournament, style = context.tournament, context.style
    if not style.wifi_name:
        return None
    link = context.address(reverse("scoring:short_address", args=[tournament.pk])) if tournament.public else ""
    return WifiCard(style.wifi_name, style.wifi_password, link)


def build_label_parties(entries: list[Entry]) -> list[Party]:
    return [build_party(entry) for entry in entries if entry.state != Entry.State.WITHDRAWN]
