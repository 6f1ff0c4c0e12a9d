"""An evening that is handed over in the middle: the box of this desk takes nothing more, and what was taken elsewhere comes home whole."""

import pytest
from django.urls import reverse

from desk.rounds.services import draw_next_round
from exchange.continuing import continue_tournament
from exchange.handing_over import hand_over
from scoring.models import PaperStyle
from tests.desk.treasury.test_receipts import check_books_agree, hand_out
from tests.desk.treasury.test_treasury_pages import client_as, number_of, send
from tests.exchange.test_continuing import play_elsewhere, play_on
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import play_evening
from tests.tournaments.doors import publish_round
from tournaments.cash.book import CashMove
from tournaments.cash.receipts import number_receipts
from tournaments.cash.services import cancel_line, take_in
from tournaments.models import CashLine, CashReceipt, Entry, PrizeHandover, Stage, Tournament

pytestmark = pytest.mark.django_db
PLACE = "portatile del Bar Centrale"


@pytest.fixture
def evening():
    """One round is over and the second is being played; two fees are in the box, and one receipt is handed out."""
    tournament, director = play_evening(rounds=1, fee_cents=2000), build_user("director")
    publish_round(draw_next_round(Stage.objects.get(), actor=director, seed="on", at=NOW), actor=director, at=NOW)
    PaperStyle.objects.create(tournament=tournament, prizes="1: ham")
    for number in (1, 2):
        send(tournament, "cash_take", {"what": "entry", "entry": number_of(tournament, number), "count": "1"})
    assert hand_out(tournament, 1).content.startswith(b"%PDF")
    return tournament


def take_elsewhere(tournament):
    """The treasurer of the other computer takes a fee and cancels one that was taken here."""
    entry, director = Entry.objects.get(tournament=tournament, number=3), build_user("director")
    take_in(tournament, CashMove(CashLine.Kind.ENTRY, 0, entry), actor=director, key="elsewhere")
    cancel_line(CashLine.objects.get(tournament=tournament, number=2), actor=director)


def test_the_box_of_an_evening_that_is_played_elsewhere_says_where_and_keeps_what_it_has(evening):
    hand_over(evening, PLACE, actor=build_user("director"), at=NOW)
    before = list(CashLine.objects.values_list("number", "amount_cents"))
    fee = {"what": "entry", "entry": number_of(evening, 3), "count": "1", "amount": "7,50"}
    tries = (
        send(evening, "cash_take", fee, follow=True),
        send(evening, "cash_pay", {"what": "expense", "amount": "5", "words": "Hall"}, follow=True),
        hand_out(evening, 2),
        send(evening, "prize_save", {"kind": "goods", "what": "oil", "award": "", "first": "2"}, follow=True),
        client_as("director").post(reverse("scoring:cash_cancel", args=[evening.slug, 1]), follow=True),
    )
    assert [PLACE in answer.content.decode() for answer in tries] == [True] * len(tries)
    assert list(CashLine.objects.values_list("number", "amount_cents")) == before
    assert (CashReceipt.objects.count(), PrizeHandover.objects.count(), PaperStyle.objects.get().prizes) == (1, 0, "1: ham")


def test_money_that_was_taken_elsewhere_comes_home_with_its_receipts(evening):
    document = play_elsewhere(evening, play_on, take_elsewhere)
    hand_over(evening, PLACE, actor=build_user("director"), at=NOW)
    continue_tournament(document, actor=build_user("director"))
    home = Tournament.objects.get()
    check_books_agree(home)
    receipts = [(receipt.number, receipt.is_cancelled, receipt.handed is not None) for receipt in number_receipts(home)]
    assert receipts == [(1, False, True), (2, True, False), (3, False, False)]
    send(home, "cash_take", {"what": "entry", "entry": number_of(home, 4), "count": "1", "key": "home"})
    check_books_agree(home)
