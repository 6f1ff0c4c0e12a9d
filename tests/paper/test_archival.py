"""What is kept is PDF/A-2b, as a validator judges that is not ours; what is carried about or cut up does not pretend to be."""

import page
import pytest

from paper.sheets import Paper, render_score_sheets
from tests.paper.samples import NASTY, PRINTS
from tests.paper.sheets.samples import GAME_KEYS, played, record_setup, setup, sheet

NAMES = ["Anna Melis", "王伟", "محمد علي & <b>", *NASTY[:6]]
CARDS = {"movement cards", "movement cards without partners", "table cards", "wifi card", "labels"}
"""Cut up and used the same evening."""


def judge(pdf: bytes) -> set[str]:
    """The rules of PDF/A-2b that the file breaks."""
    report = page.validate_pdf_bytes(pdf, profile=page.ValidationProfile.PDF_A_2B)
    assert report.is_compliant == (not report.failures)
    return {failure.rule_id for failure in report.failures}


@pytest.mark.parametrize("name", sorted(PRINTS.keys() - CARDS))
def test_lists_tables_and_minutes_are_for_archives(name: str):
    assert judge(PRINTS[name](NAMES)) == set()


@pytest.mark.parametrize("name", sorted(CARDS))
def test_cards_do_not_claim_it(name: str):
    assert "PDFA2B-ID-SCHEMA-001" in judge(PRINTS[name](NAMES))


@pytest.mark.parametrize("game_key", GAME_KEYS)
def test_the_official_record_of_every_game_is_for_archives(game_key: str):
    made = record_setup(game_key, Paper.A4)
    record = played(made, sheet(made.side_count, "Anna Melis", "王伟"), 6)
    assert judge(render_score_sheets(made, [record])) == set()
    assert "PDFA2B-ID-SCHEMA-001" in judge(render_score_sheets(setup(game_key, Paper.A4), [sheet(made.side_count)]))
