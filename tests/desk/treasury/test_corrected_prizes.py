"""A final that is corrected after its prizes were handed over and paid: pages, buttons of old pages, what is open, and papers."""

import pytest

from desk.treasury.closing_views import read_open_ends
from desk.treasury.prize_queries import read_prize_table
from printing.prints.heads import read_print_context
from printing.prints.prize_papers import read_handover_sections
from scoring.confirmation.services import reopen_match
from scoring.models import PaperStyle
from tests.desk.treasury.test_treasury_pages import address, client_as, send
from tests.pages import read_page
from tests.scoring.corrected import close, draw_and_publish, expect_created, found_stage, last_round, origin_of, play_round, turn_result
from tournaments.models import CashLine, Match, PrizeHandover

pytestmark = pytest.mark.django_db
SENTENCE = "this is no longer what your page showed"


@pytest.fixture
def final():
    """The final that is played, of four pairs: a ham for the first, money for the second."""
    stage = found_stage(4)
    PaperStyle.objects.create(tournament=stage.tournament, prizes="1: ham\n2: 50 €")
    for _round in range(2):
        close(play_round(draw_and_publish(stage)))
    return last_round(stage).matches.filter(kind=Match.Kind.PLAYED).order_by("position").first()


def tournament_of(match):
    return match.round.stage.tournament


def press(page, action, number=0):
    """Send a form of a page as it was when it was opened."""
    form = [form for form in read_page(page).find_all("form") if form["action"].endswith(action)][number]
    return client_as("director").post(form["action"], form.fields, follow=True).content.decode()


def hand_everything_over(tournament):
    press(client_as("director").get(address(tournament, "prizes")), "prizes/give/")
    press(client_as("director").get(address(tournament, "cash")), "cash/pay/", 1)


def test_an_old_page_pays_no_prize_to_who_has_lost_it(final):
    cash = client_as("director").get(address(tournament_of(final), "cash"))
    turn_result(final)
    assert SENTENCE in press(cash, "cash/pay/", 1)
    assert not CashLine.objects.exists()
    hand_everything_over(tournament_of(final))
    assert (CashLine.objects.get().amount_cents, CashLine.objects.get().entry.number) == (-5000, 1)


def test_an_old_page_pays_no_amount_that_the_list_says_no_more(final):
    cash = client_as("director").get(address(tournament_of(final), "cash"))
    PaperStyle.objects.update(prizes="1: ham\n2: 5 €")
    assert SENTENCE in press(cash, "cash/pay/", 1)
    assert not CashLine.objects.exists()
    money = {"what": "prize", "entry": str(final.seats.get(entry__number=3).entry_id), "amount": "50"}
    send(tournament_of(final), "cash_pay", money)  # who types an amount means it
    assert CashLine.objects.get().amount_cents == -5000


def test_an_old_page_gives_no_prize_that_has_other_words_now(final):
    prizes = client_as("director").get(address(tournament_of(final), "prizes"))
    PaperStyle.objects.update(prizes="1: cup\n2: 50 €")
    assert SENTENCE in press(prizes, "prizes/give/")
    assert not PrizeHandover.objects.exists()


def test_what_was_given_to_the_wrong_one_and_what_is_not_paid_is_open(final):
    tournament = tournament_of(final)
    ends = read_open_ends(read_print_context(tournament, str))
    assert (ends.prizes_left, ends.prizes_elsewhere, ends.unpaid_prizes, ends.overpaid) == (1, 0, 1, 0)
    hand_everything_over(tournament)
    ends = read_open_ends(read_print_context(tournament, str))
    assert (ends.prizes_left, ends.prizes_elsewhere, ends.unpaid_prizes, ends.overpaid) == (0, 0, 0, 0)
    turn_result(final)
    ends = read_open_ends(read_print_context(tournament, str))
    assert (ends.prizes_left, ends.prizes_elsewhere, ends.unpaid_prizes, ends.overpaid) == (0, 1, 1, 1)
    page = client_as("director").get(address(tournament, "closing")).content.decode()
    assert "1 prize was given to an entry that does not win it now." in page
    assert "1 prize in money is not paid." in page
    assert "1 entry was paid more than the prize list says." in page


def test_while_the_final_is_open_again_what_was_given_stays_on_the_sheet(final):
    tournament = tournament_of(final)
    hand_everything_over(tournament)
    expect_created(reopen_match(final, origin=origin_of(), version=None, reason="referee", words="controllo"))
    [section] = read_handover_sections(read_print_context(tournament, str))
    assert [(row[0], row[1], row[2][:1]) for row in section.rows] == [("1", "ham", "1"), ("2", "50 €", "")]


def test_while_a_pool_is_open_again_its_prizes_are_still_on_the_list():
    stage = found_stage(8, "round_robin", options={"pool_size": "4"})
    tournament = stage.tournament
    PaperStyle.objects.create(tournament=tournament, prizes="1: ham")
    for _round in range(3):
        close(play_round(draw_and_publish(stage)))
    prizes = client_as("director").get(address(tournament, "prizes"))
    assert len(prizes.context["table"].rows) == 2
    press(prizes, "prizes/give/")
    match = last_round(stage).matches.filter(kind=Match.Kind.PLAYED).first()
    expect_created(reopen_match(match, origin=origin_of(), version=None, reason="referee", words="controllo"))
    table = read_prize_table(read_print_context(tournament, str))
    assert (table.decided, table.stray, [row.given is not None for row in table.rows]) == (False, (), [True, False])
