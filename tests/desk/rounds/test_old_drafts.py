"""A draft that is no longer what would be drawn is not published by mistake: it is drawn again, or published with a reason."""

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from desk.rounds.drafts import list_changes_since_draw
from desk.rounds.services import draw_next_round, publish_draft, redraw_from_results
from desk.verification.queries import verify_tournament
from pairing import draw_from_json, draw_to_json
from pairing.draw import draw_request
from printing.prints.heads import read_print_context
from printing.prints.minutes_data import read_minutes
from rankings.schemes.services import choose_scheme, decide_penalty
from scoring.confirmation.services import reopen_match
from tests.pages import read_page
from tests.scoring.builders import NOW, build_user, origin
from tests.scoring.evenings import origin_of, play_evening
from tests.scoring.hands import fresh_key
from tests.tournaments.conftest import enter_pairs, found_tournament
from tournaments.draws.publishing import change_pairing
from tournaments.draws.seeds import announce_seed
from tournaments.entries.services import EntryDetails, add_entry, readmit_entry, withdraw_entry
from tournaments.forbidden.services import forbid_pair
from tournaments.models import Club, Draw, Entry, Match, Round, Stage
from tournaments.refusals import ChangeRefused
from tournaments.stages.chains import StageSource
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(db):
    return build_user("director")


@pytest.fixture
def draft(director):
    """The second round of a Swiss of eight, drawn from the first."""
    tournament = play_evening(pairs=8, rounds=1, closed=1)
    return fresh(draw_next_round(tournament.stages.get(), actor=director, seed="two", at=NOW))


def fresh(round_):
    return Round.objects.select_related("stage__tournament", "stage__source", "draw").get(pk=round_.pk)


def entry(draft, number):
    return Entry.objects.get(tournament=draft.stage.tournament, number=number)


def withdraw(draft, director):
    withdraw_entry(entry(draft, 3), actor=director)
    return f"Would now be left out: 3 {entry(draft, 3).name}."


def take_points_off(draft, director):
    decide_penalty(draft.stage, entry(draft, 3), actor=director, origin=origin_of(director), points=1, words="segni")
    return "Results or points have changed since it was drawn."


def count_otherwise(draft, director):
    choose_scheme(draft.stage, actor=director, origin=origin_of(director), typed={"points": "points_scored"})
    return "Results or points have changed since it was drawn."


def keep_apart(draft, director):
    forbid_pair(draft.stage.tournament, actor=director, first=entry(draft, 1), second=entry(draft, 2))
    return "The list of entries to keep apart has changed."


def open_again(draft, director):
    match = Match.objects.filter(round__number=1, kind="played").order_by("table").first()
    reopen_match(match, origin=origin(fresh_key()), version=None, reason="sheet_wrong")
    return f"The match at table {match.table} of round 1 was reopened: confirm it first, then draw."


@pytest.mark.parametrize("change", [withdraw, take_points_off, count_otherwise, keep_apart, open_again])
def test_what_has_changed_is_said_and_keeps_the_draft_from_being_published(draft, director, change):
    assert list_changes_since_draw(draft) == ()
    said = change(draft, director)
    assert list_changes_since_draw(fresh(draft)) == (said,)
    with pytest.raises(ChangeRefused) as refused:
        publish_draft(draft, actor=director, at=NOW)
    assert (refused.value.code, said in str(refused.value)) == ("draft_is_old", True)
    assert fresh(draft).state == Round.State.DRAFT


@pytest.mark.parametrize("change", [withdraw, take_points_off, count_otherwise, keep_apart])
def test_drawn_again_it_is_new_and_is_published(draft, director, change):
    change(draft, director)
    again = fresh(redraw_from_results(draft, actor=director, seed="again", at=NOW))
    assert list_changes_since_draw(again) == ()
    assert publish_draft(again, actor=director, at=NOW).state == Round.State.PUBLISHED
    assert verify_tournament(draft.stage.tournament) == ()


def test_published_all_the_same_its_reason_is_noted_where_changes_by_hand_are(draft, director):
    withdraw(draft, director)
    publish_draft(draft, actor=director, at=NOW, reason="  tardi,  così resta ")
    [change] = Draw.objects.get(round=draft).changes
    assert change == {"out_of_date": True, "reason": "tardi, così resta", "by": director.pk, "at": NOW.isoformat()}
    assert verify_tournament(draft.stage.tournament) == ()
    around = read_print_context(draft.stage.tournament, str)
    [section] = [one for one in read_minutes(around) if one.title == "Draws changed by hand"]
    assert [row[:3] for row in section.rows] == [("1.2", "published although out of date", "tardi, così resta")]
    public = reverse("tournaments:public_draw", args=[draft.stage.tournament.slug, 1, 2])
    draft.stage.tournament.public = True
    draft.stage.tournament.save()
    assert "tardi, così resta" in Client().get(public).text


def test_a_reason_for_a_draft_that_is_new_is_noted_nowhere(draft, director):
    publish_draft(draft, actor=director, at=NOW, reason="per niente")
    assert Draw.objects.get(round=draft).changes == []


def test_what_was_changed_back_has_not_changed(draft, director):
    withdraw(draft, director)
    readmit_entry(entry(draft, 3), actor=director)
    assert list_changes_since_draw(fresh(draft)) == ()


def first_draft(director):
    tournament = found_tournament(director)
    enter_pairs(tournament, director, 6)
    stage = create_stage(tournament, actor=director, format_key="knockout", options={})
    return fresh(draw_next_round(stage, actor=director, seed="one", at=NOW))


def test_a_first_draft_is_old_when_somebody_came_since(director):
    draft = first_draft(director)
    assert list_changes_since_draw(draft) == ()
    add_entry(draft.stage.tournament, EntryDetails(("Zita", "Ada")), actor=director)
    withdraw_entry(entry(draft, 2), actor=director)
    assert list_changes_since_draw(draft) == (
        f"Would now be left out: 2 {entry(draft, 2).name}.",
        f"Would now be drawn too: 7 {entry(draft, 7).name}.",
    )
    again = fresh(redraw_from_results(draft, actor=director, seed="again", at=NOW))
    assert {one["id"] for one in again.draw.inputs["entrants"]} == {entry(draft, number).pk for number in (1, 3, 4, 5, 6, 7)}


def test_a_first_draft_is_old_when_seeds_or_clubs_were_changed(director):
    draft = first_draft(director)
    Entry.objects.filter(pk=entry(draft, 2).pk).update(club=Club.objects.create(name="Bar Sport"))
    assert list_changes_since_draw(draft) == ("Seeds, clubs or the order of the entries have changed.",)


def test_a_first_draft_of_a_final_is_old_when_others_go_on(director):
    tournament = play_evening(pairs=6, rounds=5, closed=5)
    swiss = Stage.objects.get()
    choose_scheme(swiss, actor=director, origin=origin_of(director), typed={"points": "match_won", "tie_break_1": "lots"})
    final = create_stage(tournament, actor=director, format_key="knockout", options={}, source=StageSource(swiss, best_others=2))
    draft = fresh(draw_next_round(final, actor=director, seed="final", at=NOW))
    assert list_changes_since_draw(draft) == ()
    first = min(draft.draw.inputs["entrants"], key=lambda one: one["seed"])
    goes = Entry.objects.get(pk=first["id"])
    withdraw_entry(goes, actor=director)
    out, new = list_changes_since_draw(draft)
    assert out == f"Would now be left out: {goes.number} {goes.name}."
    assert new.startswith("Would now be drawn too: ")


def test_drawn_without_a_secondary_score_it_is_not_old_for_that(draft):
    """A draft that stood open while the site was brought up to date."""
    stored = draw_from_json({**draft.draw.outcome, "request": draft.draw.inputs}).request
    bare = draw_request(replace(stored, standings=tuple(replace(line, secondary=0) for line in stored.standings)))
    data = draw_to_json(bare)
    Draw.objects.filter(round=draft).update(inputs=data.pop("request"), outcome=data)
    assert list_changes_since_draw(fresh(draft)) == ()


def test_how_often_it_was_drawn_stays_noted_when_it_is_drawn_from_new_results(director):
    tournament = found_tournament(director)
    enter_pairs(tournament, director, 6)
    stage = create_stage(tournament, actor=director, format_key="knockout", options={})
    announce_seed(stage, actor=director, seed="quattordici assi", at=NOW)
    drafted = draw_next_round(stage, actor=director, seed="", at=NOW)
    client = Client()
    client.force_login(director)
    client.post(reverse("tournaments:redraw", args=[tournament.slug, 1, 1]), {"why": "mancava una coppia"})
    withdraw_entry(entry(drafted, 1), actor=director)
    again = redraw_from_results(Round.objects.get(), actor=director, seed="", at=NOW)
    assert [(change["drawing"], change["reason"]) for change in again.draw.changes] == [(2, "mancava una coppia")]


# ---------------------------------------------------------------------------------------------------------------------- pages


@pytest.fixture
def desk(director):
    client = Client()
    client.force_login(director)
    return client


def address(name, draft):
    return reverse(name, args=[draft.stage.tournament.slug, draft.stage.number, draft.number])


def test_the_page_says_what_has_changed_and_offers_both_ways(draft, director, desk):
    assert desk.get(address("tournaments:draft", draft)).text.count("out of date") == 0
    said = withdraw(draft, director)
    page = read_page(desk.get(address("tournaments:draft", draft)))
    assert (said in page.text, "Draw again from the present state" in page.text, "Publish anyway" in page.text) == (True, True, True)
    assert "Publish the round" not in page.texts("button, a, h2, h3")
    refused = desk.post(address("scoring:publish", draft))
    assert (refused.status_code, "Not published" in refused.text, said in refused.text) == (422, True, True)
    assert fresh(draft).state == Round.State.DRAFT
    assert desk.post(address("scoring:publish", draft), {"old": "\u202egirato"}).status_code == 422
    assert desk.post(address("scoring:publish", draft), {"old": "così"}).status_code == 302
    assert fresh(draft).state == Round.State.PUBLISHED


def test_changes_by_hand_are_said_to_go(draft, director, desk):
    one, other = (match.seats.first().entry for match in draft.matches.order_by("position")[:2])
    change_pairing(draft, actor=director, first=one, second=other, reason="così", at=NOW)
    withdraw(draft, director)
    assert "undoes the changes made by hand" in desk.get(address("tournaments:draft", draft)).text
    desk.post(address("scoring:redraw_from_results", draft))
    assert Draw.objects.get(round__number=2).changes == []
