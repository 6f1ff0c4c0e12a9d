"""Everything that a tournament prints: functions from frozen values to the bytes of a PDF."""

from paper.book import render_empty_paper
from paper.bracket import render_bracket
from paper.cards import render_certificates, render_labels, render_table_cards
from paper.enrolment_form import EnrolmentForm, render_enrolment_form
from paper.entry_rounds import render_entry_records, render_movement_cards
from paper.lists import render_check_in_list, render_entry_list, render_prize_list
from paper.manual import ManualLine, render_manual
from paper.minutes import render_minutes
from paper.pairings import render_pairings_by_name, render_pairings_by_table
from paper.receipts import PrintedReceipt, ReceiptSize, render_receipts
from paper.regulation import render_regulation
from paper.results import PrintedResult, render_results
from paper.schedule import render_berger_grids
from paper.seasons import PrintedSeason, render_season_ranking
from paper.slips import render_code_labels, render_door_slip, render_link_slips
from paper.standings import render_cross_tables, render_standings
from paper.values import (
    AwardCertificate,
    BergerGrid,
    CodeLabel,
    CrossRow,
    CrossTable,
    DoorSlip,
    EntryMatch,
    EntryRounds,
    EntryRow,
    GridMatch,
    GridRound,
    LinkSlip,
    PairingRow,
    PaperSection,
    Party,
    PrintedStandings,
    PrintHead,
    Prize,
    StandingRow,
    TableCard,
    WhyRow,
    WifiCard,
)
from paper.why import render_draw_explanation
from paper.wifi import format_wifi_text, render_wifi_card

__all__ = [
    "AwardCertificate",
    "BergerGrid",
    "CodeLabel",
    "CrossRow",
    "CrossTable",
    "DoorSlip",
    "EnrolmentForm",
    "EntryMatch",
    "EntryRounds",
    "EntryRow",
    "GridMatch",
    "GridRound",
    "LinkSlip",
    "ManualLine",
    "PairingRow",
    "PaperSection",
    "Party",
    "PrintHead",
    "PrintedReceipt",
    "PrintedResult",
    "PrintedSeason",
    "PrintedStandings",
    "Prize",
    "ReceiptSize",
    "StandingRow",
    "TableCard",
    "WhyRow",
    "WifiCard",
    "format_wifi_text",
    "render_berger_grids",
    "render_bracket",
    "render_certificates",
    "render_check_in_list",
    "render_code_labels",
    "render_cross_tables",
    "render_door_slip",
    "render_draw_explanation",
    "render_empty_paper",
    "render_enrolment_form",
    "render_entry_list",
    "render_entry_records",
    "render_labels",
    "render_link_slips",
    "render_manual",
    "render_minutes",
    "render_movement_cards",
    "render_pairings_by_name",
    "render_pairings_by_table",
    "render_prize_list",
    "render_receipts",
    "render_regulation",
    "render_results",
    "render_season_ranking",
    "render_standings",
    "render_table_cards",
    "render_wifi_card",
]
