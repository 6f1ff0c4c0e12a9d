"""The pages on which a director decides about seats and rounds: by form, with wrong input, and while others write."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from desk.verification.queries import verify_tournament
from scoring.models import LedgerEntry, LedgerText, TableLink
from tests.pages import read_page
from tests.scoring.builders import build_user
from tests.scoring.corrected import close, draw_and_publish, enter_result, found_stage, play_round, turn_result
from tests.scoring.links import issue, phone
from tournaments.models import Match, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def semifinals(db):
    stage = found_stage(8, public=True)
    close(play_round(draw_and_publish(stage)))
    draw_and_publish(stage)
    return stage


@pytest.fixture
def desk(semifinals):
    client = Client(headers={"accept-language": "en"})
    client.force_login(build_user("director"))
    return client


def address(stage, name, *arguments):
    return reverse(f"scoring:{name}", args=[stage.tournament.slug, *arguments])


def quarter(stage):
    return Match.objects.get(round__stage=stage, round__number=1, position=1)


def semifinal(stage):
    return Match.objects.get(round__stage=stage, round__number=2, position=1)


def text_of(answer):
    return unescape(re.sub(r"<[^>]+>", " ", answer.content.decode()))


def test_the_page_of_results_says_that_a_seat_contradicts_them(semifinals, desk):
    """Who corrects a quarter-final there stays there, and typed the semi-final of the wrong side."""
    assert "contradicts" not in text_of(desk.get(address(semifinals, "results")))
    turn_result(quarter(semifinals))
    answer = desk.get(address(semifinals, "results"))
    assert "1 seat contradicts the results." in re.sub(r"\s+", " ", text_of(answer))
    assert address(semifinals, "to_decide") in answer.content.decode()


def test_every_way_to_unpublish_a_round_calls_it_by_its_name(semifinals, desk):
    turn_result(quarter(semifinals))
    results = address(semifinals, "results")
    stage = reverse("tournaments:stage", args=[semifinals.tournament.slug, 1])
    for page in (results, f"{results}?view=picture", stage, address(semifinals, "unpublish", 1, 2)):
        assert "Unpublish round “Semi-final”" in text_of(desk.get(page)), page
    assert "Unpublish round “Knockout · Semi-final”" in text_of(desk.get(address(semifinals, "to_decide")))
    assert "Close round “Semi-final”" in text_of(desk.get(stage))


def test_a_decision_without_a_reason_is_asked_for_it_and_changes_nothing(semifinals, desk):
    turn_result(quarter(semifinals))
    before = LedgerEntry.objects.count()
    answer = desk.post(address(semifinals, "let_seats_follow", 1, 2), {"words": " "})
    assert answer.status_code == 422
    assert "Reason: Fill this in." in re.sub(r"\s+", " ", text_of(answer)).replace(" :", ":")
    assert LedgerEntry.objects.count() == before


def test_what_was_decided_meanwhile_is_said_in_one_sentence(semifinals, desk):
    """Somebody else corrected the result back while the page was open: what was typed stays in its box."""
    turn_result(quarter(semifinals))
    turn_result(quarter(semifinals))
    answer = desk.post(address(semifinals, "let_seats_follow", 1, 2), {"words": "arbitro Rossi"})
    assert answer.status_code == 422
    assert "Nothing was changed: meanwhile this was decided" in text_of(answer)
    stand = desk.post(address(semifinals, "let_stand", 1), {"words": "arbitro Rossi", "contradiction": "1.2:1-2"})
    assert stand.status_code == 422


def test_the_page_says_that_a_seat_was_let_stand_and_does_not_claim_that_all_agree(semifinals, desk):
    assert "Every seat agrees with the results" in text_of(desk.get(address(semifinals, "to_decide")))
    turn_result(quarter(semifinals))
    page = desk.get(address(semifinals, "to_decide")).content.decode()
    form = {"words": "arbitro Rossi", **dict(re.findall(r'name="(contradiction|key|seen)" value="([^"]*)"', page))}
    assert desk.post(address(semifinals, "let_stand", 1), form).status_code == 302
    said = text_of(desk.get(address(semifinals, "to_decide")))
    assert "What contradicts the results was let stand" in said
    assert "Every seat agrees" not in said


def test_a_correction_in_the_last_second_keeps_the_round_open(semifinals, desk):
    """The closing page was open when somebody else corrected a quarter-final: nothing is closed, and the page says why."""
    play_round(Round.objects.get(stage=semifinals, number=2))
    closing = address(semifinals, "close_round", 1, 2)
    assert desk.get(closing).context["consequences"].refusal == ""
    turn_result(quarter(semifinals))
    answer = desk.post(closing, {"key": "abc"})
    assert answer.status_code == 422
    assert "The round stays open: who plays “Knockout” contradicts the results." in text_of(answer)
    assert Round.objects.get(stage=semifinals, number=2).state == "published"


def test_a_result_entered_while_the_page_was_open_is_listed_and_kept(semifinals, desk):
    page = address(semifinals, "unpublish", 1, 2)
    assert "Nothing is entered in this round" in text_of(desk.get(page))
    enter_result(semifinal(semifinals), 0)
    answer = desk.post(page, {"words": "troppo presto", "annul": ""})
    assert answer.status_code == 422
    assert "Still published: something was entered meanwhile at table 1." in text_of(answer)
    assert "is annulled" in text_of(answer)
    assert Round.objects.get(stage=semifinals, number=2).state == "published"
    assert desk.post(page, {"words": "troppo presto", "annul": semifinal(semifinals).code}).status_code == 302
    assert Round.objects.get(stage=semifinals, number=2).state == "draft"


def test_a_reason_is_asked_only_for_what_is_annulled(semifinals, desk):
    page = address(semifinals, "unpublish", 1, 2)
    enter_result(semifinal(semifinals), 0)
    answer = desk.post(page, {"words": " ", "annul": semifinal(semifinals).code})
    assert (answer.status_code, answer.context["reason_form"].has_error("words", "required")) == (422, True)
    assert Round.objects.get(stage=semifinals, number=2).state == "published"


def test_an_untouched_round_is_unpublished_without_a_reason(semifinals, desk):
    page = address(semifinals, "unpublish", 1, 2)
    assert not desk.get(page).context["reason_form"].fields["words"].required
    assert desk.post(page, {"words": ""}).status_code == 302
    assert Round.objects.get(stage=semifinals, number=2).state == "draft"
    (noted,) = LedgerEntry.objects.filter(match=None, payload__contains='"unpublished"')
    assert not LedgerText.objects.filter(seq=noted.seq).exists()
    assert verify_tournament(semifinals.tournament) == ()


def test_a_phone_whose_round_was_unpublished_learns_it_and_enters_nothing(semifinals, desk):
    slip, _other = issue(semifinal(semifinals))
    side = phone(slip)
    assert side.get(reverse("scoring:table")).status_code == 200
    assert desk.post(address(semifinals, "unpublish", 1, 2), {"words": "troppo presto"}).status_code == 302
    assert not TableLink.objects.filter(pk=slip.link.pk).exists()
    answer = side.post(reverse("scoring:table_enter"), {"kind": "hand", "total_0": "40", "turned": "2", "version": "0", "key": "k"})
    assert "Not saved: this was for another match" in text_of(answer)
    assert "This code was replaced" in text_of(answer)
    assert answer.status_code == 409
    assert not LedgerEntry.objects.filter(match__round__stage=semifinals, match__round__number=2).exists()


def test_an_assistant_reads_the_list_and_decides_nothing(semifinals):
    turn_result(quarter(semifinals))
    helper = Client(headers={"accept-language": "en"})
    helper.force_login(build_user("assistant"))
    page = helper.get(address(semifinals, "to_decide"))
    assert "Knockout · Semi-final, table 1" in text_of(page)
    assert read_page(page).find_all("form[method=post][novalidate]") == []
    assert helper.post(address(semifinals, "let_seats_follow", 1, 2), {"words": "x"}).status_code == 403
    assert helper.post(address(semifinals, "unpublish", 1, 2), {"words": "x"}).status_code == 403


def test_the_page_before_a_correction_shows_the_pairing_as_it_becomes(semifinals, desk):
    first, second = quarter(semifinals), semifinal(semifinals)
    winner, loser = (seat.entry.name for seat in first.seats.order_by("side"))
    fields = {"reopen-reason": "referee", "reopen-words": "Anna Rossi", "version": first.result.version, "key": "k1"}
    answer = desk.post(address(semifinals, "reopen", first.code), fields)
    text = re.sub(r"\s+", " ", text_of(answer))
    assert "the seats follow with one button" in text
    opponent = second.seats.exclude(entry__name=winner).get().entry.name
    assert f"{winner} · {opponent}" in text
    assert f"→ {loser} · {opponent}" in text or f"→ {opponent} · {loser}" in text
