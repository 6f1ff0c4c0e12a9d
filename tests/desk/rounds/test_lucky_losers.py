"""Knockout with repechage at the desk: who is drawn back accepts or declines, and the next in the order of the same lots comes."""

import pytest
from django.test import Client
from django.urls import reverse

from desk.rounds.drafts import list_changes_since_draw
from desk.rounds.services import draw_next_round, publish_draft, redraw_from_results
from desk.verification.queries import verify_tournament
from exchange.importing import import_tournament
from exchange.writing import build_document
from printing.prints.heads import read_print_context
from printing.prints.minutes_data import read_minutes
from tests.exchange.conftest import forget_everything
from tests.exchange.encoded import encode_document, parse_document
from tests.pages import read_page
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import play_evening
from tests.tournaments.doors import publish_round
from tournaments.draws.lucky_losers import read_call_list
from tournaments.draws.queries import read_round_view
from tournaments.draws.services import answer_call, redraw_round
from tournaments.entries.services import withdraw_entry
from tournaments.models import Draw, Entry, Round
from tournaments.refusals import ChangeRefused

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(db):
    return build_user("director")


@pytest.fixture
def draft(director):
    """Twelve pairs, six losers, two places in the bracket of eight."""
    tournament = play_evening(pairs=12, rounds=1, closed=1, format_key="repechage", public=True)
    return draw_next_round(tournament.stages.get(), actor=director, seed="lots", at=NOW)


def lines(draft):
    return read_call_list(Draw.objects.get(round=draft)).lines


def numbers(draft, state):
    return [line.number for line in lines(draft) if getattr(line, state)]


def decline(draft, director, number, *, declines=True):
    entry = Entry.objects.get(tournament=draft.stage.tournament, number=number)
    return answer_call(draft, actor=director, entry=entry, declines=declines, at=NOW)


def seated(draft):
    return set(draft.seats.values_list("entry__number", flat=True))


def test_the_next_comes_from_the_same_seed_and_the_draw_repeats(draft, director):
    one, two, three, *_rest = (line.number for line in lines(draft))
    assert (numbers(draft, "comes"), len(seated(draft))) == ([one, two], 8)
    again = decline(draft, director, one)
    assert (numbers(again, "comes"), numbers(again, "declined"), again.draw.seed) == ([two, three], [one], "lots")
    assert (one in seated(again), three in seated(again)) == (False, True)
    assert list_changes_since_draw(Round.objects.select_related("stage__tournament", "stage__source", "draw").get(pk=again.pk)) == ()
    names = {entry.number: str(entry) for entry in draft.stage.tournament.entries.all()}
    said = f"{names[three]} replaces {names[one]}, who declined: next in the drawn order."
    assert said in [reason for pairing in read_round_view(again).pairings for reason in pairing.reasons]
    assert verify_tournament(draft.stage.tournament) == ()


def test_who_declined_may_come_after_all(draft, director):
    one, two, *_rest = (line.number for line in lines(draft))
    before = Draw.objects.get(round=draft).outcome
    again = decline(decline(draft, director, one), director, one, declines=False)
    assert numbers(again, "comes") == [one, two]
    assert (Draw.objects.get(round=again).outcome, Draw.objects.get(round=again).changes) == (before, [])


def test_only_who_is_asked_can_answer(draft, director):
    waiting = lines(draft)[2].number
    playing = next(iter(seated(draft) - set(numbers(draft, "comes"))))
    for number, declines in ((waiting, True), (playing, True), (lines(draft)[0].number, False)):
        with pytest.raises(ChangeRefused) as refused:
            decline(draft, director, number, declines=declines)
        assert refused.value.code == "not_called"
    publish_round(draft, actor=director, at=NOW)
    with pytest.raises(ChangeRefused) as refused:
        decline(draft, director, lines(draft)[0].number)
    assert refused.value.code == "not_a_draft"


def test_who_declined_is_not_asked_again_when_the_draft_is_drawn_again(draft, director):
    one, two, three, *_rest = (line.number for line in lines(draft))
    again = redraw_round(decline(draft, director, one), actor=director, seed="others", at=NOW)
    assert (one in seated(again), [("declined" in note, "drawing" in note) for note in again.draw.changes]) == (
        False,
        [(True, False), (False, True)],
    )
    withdraw_entry(Entry.objects.get(number=three), actor=director)
    last = redraw_from_results(again, actor=director, seed="lots", at=NOW)
    assert not {one, three} & seated(last)
    assert two in seated(last)


def test_it_stands_in_the_minutes_and_in_the_file(draft, director):
    one = lines(draft)[0].number
    again = publish_draft(decline(draft, director, one), actor=director, at=NOW)
    [section] = [part for part in read_minutes(read_print_context(draft.stage.tournament, str)) if part.title == "Draws changed by hand"]
    assert [row[:3] for row in section.rows] == [
        ("Knockout with lucky losers · Quarter-final", f"{one} declines the lucky loser’s place", "")
    ]
    document = parse_document(encode_document(build_document(draft.stage.tournament)))
    forget_everything()
    copy = import_tournament(document, actor=build_user("other")).tournament
    declined = Draw.objects.get(round__stage__tournament=copy, round__number=2)
    assert declined.inputs["declined"] == [Entry.objects.get(tournament=copy, number=one).pk] == [declined.changes[0]["declined"]]
    assert verify_tournament(copy) == ()
    assert again.state == Round.State.PUBLISHED


# ---------------------------------------------------------------------------------------------------------------------- pages


def test_the_page_asks_in_the_order_of_the_lots_and_takes_the_answers(draft, director):
    desk = Client()
    desk.force_login(director)
    page = reverse("tournaments:draft", args=[draft.stage.tournament.slug, 1, 2])
    answer = reverse("tournaments:answer_call", args=[draft.stage.tournament.slug, 1, 2])
    asked = read_page(desk.get(page))
    assert (len(asked.find_all("[name=declines]")), asked.texts("span").count("waiting")) == (2, 3)
    assert "1 more is waiting." in asked.text
    one, _two, three, *_rest = (line.number for line in lines(draft))
    text = desk.post(answer, {"number": str(one), "declines": "1"}, follow=True).text
    assert (text.count('name="declines"'), text.count("has declined"), "declines. The next in the drawn order comes in" in text) == (
        2,
        1,
        True,
    )
    assert three in seated(Round.objects.get(number=2))
    text = desk.post(answer, {"number": str(one)}, follow=True).text
    assert (text.count('name="declines"'), text.count("has declined")) == (2, 0)
    assert "Nothing was changed" in desk.post(answer, {"number": str(three), "declines": "1"}, follow=True).text
    assert desk.post(answer, {"number": "x"}).status_code == 404
    publish_round(Round.objects.get(number=2), actor=director, at=NOW)
    assert "Lucky losers" not in desk.get(page).text


def test_other_formats_ask_nobody(director):
    tournament = play_evening(pairs=8, rounds=1, closed=1, format_key="knockout")
    drafted = draw_next_round(tournament.stages.get(), actor=director, seed="lots", at=NOW)
    assert read_call_list(drafted.draw) is None
