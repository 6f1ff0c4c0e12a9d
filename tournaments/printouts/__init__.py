"""Everything a tournament prints, as functions from frozen values to the bytes of a PDF."""

from tournaments.printouts.bracket import bracket
from tournaments.printouts.cards import LabelSheet, certificates, labels, table_cards
from tournaments.printouts.lists import check_in_list, entry_list, prize_list
from tournaments.printouts.minutes import minutes
from tournaments.printouts.own import movement_cards, own_records
from tournaments.printouts.pairings import pairings_by_name, pairings_by_table
from tournaments.printouts.schedule import berger_grids
from tournaments.printouts.slips import link_slips
from tournaments.printouts.standings import cross_tables, standings
from tournaments.printouts.values import (
    BergerGrid,
    Certificate,
    CrossRow,
    CrossTable,
    EntryRow,
    GridMatch,
    GridRound,
    LinkSlip,
    OwnMatch,
    OwnRounds,
    PairingRow,
    Party,
    PrintHead,
    Prize,
    Section,
    StandingRow,
    StandingsTable,
    TableCard,
    WhyRow,
    WifiCard,
)
from tournaments.printouts.why import why_this_draw
from tournaments.printouts.wifi import wifi_card, wifi_text

__all__ = [
    "BergerGrid",
    "Certificate",
    "CrossRow",
    "CrossTable",
    "EntryRow",
    "GridMatch",
    "GridRound",
    "LabelSheet",
    "LinkSlip",
    "OwnMatch",
    "OwnRounds",
    "PairingRow",
    "Party",
    "PrintHead",
    "Prize",
    "Section",
    "StandingRow",
    "StandingsTable",
    "TableCard",
    "WhyRow",
    "WifiCard",
    "berger_grids",
    "bracket",
    "certificates",
    "check_in_list",
    "cross_tables",
    "entry_list",
    "labels",
    "link_slips",
    "minutes",
    "movement_cards",
    "own_records",
    "pairings_by_name",
    "pairings_by_table",
    "prize_list",
    "standings",
    "table_cards",
    "why_this_draw",
    "wifi_card",
    "wifi_text",
]
