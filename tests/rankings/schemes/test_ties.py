"""A tie for the last place that goes on: one sentence, and three ways out of it on its page."""

import pytest
from django.test import Client

from desk.rounds.services import draw_next_round
from jobs.worker import report_worker_alive
from rankings.schemes.services import choose_scheme, decide_tie, draw_tie_lots, remove_stage
from rankings.standings_pages.chains import format_tie, read_tied_place
from scoring.models import LedgerEntry
from tests.pages import read_page
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import origin_of, play_evening
from tournaments.models import Entry, Stage, StageEntry
from tournaments.refusals import ChangeRefused
from tournaments.stages.chains import StageSource
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.django_db
UNBROKEN = {"points": "match_won", **{f"tie_break_{place}": "nothing" for place in range(1, 9)}}


@pytest.fixture
def director(db):
    return build_user("director")


@pytest.fixture
def knockout(director):
    """A knockout after two pools of four without tie-breaks, for whose last place some are tied."""
    tournament = play_evening(pairs=8, rounds=3, closed=3, format_key="round_robin")
    pools = tournament.stages.get()
    choose_scheme(pools, actor=director, origin=origin_of(director), typed=UNBROKEN)
    for of_each in (1, 2, 3):
        source = StageSource(Stage.objects.get(pk=pools.pk), of_each=of_each)
        stage = create_stage(tournament, actor=director, format_key="knockout", options={}, source=source)
        if read_tied_place(stage) is not None:
            return stage
        remove_stage(stage, actor=director, origin=origin_of(director))
    pytest.fail("the evening has no tie")


@pytest.fixture
def desk(director):
    report_worker_alive()
    client = Client()
    client.force_login(director)
    return client


def address(stage, page="tie"):
    return f"/desk/{stage.tournament.slug}/stages/{stage.number}/{page}/"


def settle(stage, director):
    """Break every tie of the stage in the order of the numbers; the orders."""
    orders = []
    while (tie := read_tied_place(stage)) is not None:
        orders.append(tuple(Entry.objects.filter(pk__in=tie.entries).order_by("-number").values_list("pk", flat=True)))
        decide_tie(stage, orders[-1], actor=director, origin=origin_of(director), words="si taglia il mazzo")
    return orders


def test_who_is_first_of_the_tied_goes_on(knockout, director):
    tie = read_tied_place(knockout)
    orders = settle(knockout, director)
    draw_next_round(knockout, actor=director, seed="x", at=NOW)
    through = set(StageEntry.objects.filter(stage=knockout).values_list("entry_id", flat=True))
    assert set(orders[0]) == set(tie.entries)
    assert [entry in through for entry in orders[0]] == [place < tie.open_places for place in range(len(orders[0]))]


def test_the_decision_stays_in_the_ledger_and_counts_behind_the_other_tie_breaks(knockout, director):
    pools = knockout.source
    typed = UNBROKEN | {"tie_break_1": "games_ratio", "tie_break_2": "lots"}
    settle(knockout, director)
    chosen = Stage.objects.get(pk=pools.pk).scheme
    assert [chosen[f"tie_break_{place}"] for place in (1, 2)] == ["decided", "nothing"]
    texts = LedgerEntry.objects.filter(match__isnull=True, reason=LedgerEntry.Reason.REFEREE).count()
    assert texts >= 2
    choose_scheme(pools, actor=director, origin=origin_of(director), typed=typed)
    assert read_tied_place(knockout) is None


def test_lots_are_the_same_whenever_they_are_drawn(knockout):
    tie = read_tied_place(knockout)
    assert draw_tie_lots(tie) == draw_tie_lots(read_tied_place(knockout))
    assert sorted(draw_tie_lots(tie)) == sorted(tie.entries)


def test_an_order_of_other_entries_and_an_empty_reason_are_refused(knockout, director):
    tie = read_tied_place(knockout)
    for order, words, code in ((tie.entries[1:], "mazzo", "tie_changed"), (tie.entries, " ", "no_reason")):
        with pytest.raises(ChangeRefused) as refused:
            decide_tie(knockout, order, actor=director, origin=origin_of(director), words=words)
        assert refused.value.code == code
    assert read_tied_place(knockout) == tie


def test_the_button_that_draws_leads_to_the_page_of_the_tie(knockout, desk):
    response = desk.post(address(knockout, "draw"), {"seed": ""})
    assert response.headers["Location"] == address(knockout)
    page = read_page(desk.get(address(knockout)))
    assert page.text.count(format_tie(read_tied_place(knockout))) == 1
    assert {box["value"] for box in page.find_all("[name=way]")} >= {"match", "lots", "table"}


def fill_form(tie, prefix):
    """The boxes of the form with the tied in the order of their ids."""
    if len(tie.entries) == 2:
        return {f"{prefix}-first": min(tie.entries)}
    return {f"{prefix}-place_{entry}": place for place, entry in enumerate(sorted(tie.entries), start=1)}


def test_each_way_out_is_taken_on_the_page(knockout, desk):
    for way, typed in (("match", {}), ("lots", {}), ("table", {"table-words": "taglio"})):
        tie = read_tied_place(knockout)
        if tie is None:
            break
        form = {"key": f"key-{way}", "way": way, **({} if way == "lots" else fill_form(tie, way)), **typed}
        assert desk.post(address(knockout), form).headers["Location"] == f"/desk/{knockout.tournament.slug}/stages/{knockout.number}/"
        assert read_tied_place(knockout) != tie


def test_lots_are_drawn_for_the_tie_on_the_page_or_not_at_all(knockout, desk):
    tie, page = read_tied_place(knockout), read_page(desk.get(address(knockout)))
    answer = desk.post(address(knockout), {"key": "k", "way": "lots", "seen": "of-another-tie"}, follow=True)
    assert "this is no longer what your page showed" in answer.content.decode()
    assert read_tied_place(knockout) == tie
    mark = page.find("[name=seen][value]")["value"]
    desk.post(address(knockout), {"key": "l", "way": "lots", "seen": mark})
    assert read_tied_place(knockout) != tie


def test_an_incomplete_form_is_shown_again(knockout, desk):
    tie = read_tied_place(knockout)
    response = desk.post(address(knockout), {"key": "k", "way": "table", **fill_form(tie, "table"), "table-words": ""})
    assert response.status_code == 422
    assert read_tied_place(knockout) == tie


def test_without_a_tie_the_page_leads_back(knockout, desk, director):
    settle(knockout, director)
    assert desk.get(address(knockout)).status_code == 302
    assert desk.post(address(knockout), {"key": "k", "way": "lots"}).status_code == 302
