"""Everything a tournament prints, as functions from frozen values to the bytes of a PDF."""

from paper.bracket import bracket
from paper.cards import LabelSheet, certificates, labels, table_cards
from paper.entry_rounds import movement_cards, own_records
from paper.lists import check_in_list, entry_list, prize_list
from paper.minutes import minutes
from paper.pairings import pairings_by_name, pairings_by_table
from paper.schedule import berger_grids
from paper.slips import link_slips
from paper.standings import cross_tables, standings
from paper.values import (
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
from paper.why import why_this_draw
from paper.wifi import wifi_card, wifi_text

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
