"""Pages that stood open in another tab while everything changed: every button does what its page said, or refuses in words."""

import pytest
from django.test import Client
from django.urls import reverse

from rankings.schemes.services import decide_penalty
from scoring.standings.decisions import read_decisions
from tests.desk.roster.test_late_entries import begin, latecomer, play
from tests.desk.roster.test_reentry import allow, lose
from tests.pages import read_page
from tests.scoring.builders import build_user
from tests.scoring.corrected import draw_and_publish, found_stage, origin_of
from tests.tournaments.conftest import enter_pairs, found_tournament
from tournaments.check_in.services import check_in_entry
from tournaments.entries.services import EntryDetails, add_entry, withdraw_entry
from tournaments.importing.services import import_entries
from tournaments.models import CashLine, Entry, Tournament
from tournaments.stage_pages.services import rename_stage
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.django_db
OUTDATED = "this is no longer what your page showed"
State = Entry.State


@pytest.fixture
def client(db):
    client = Client(headers={"accept-language": "en"})
    client.force_login(build_user("director"))
    return client


def open_form(client, page, action, number=0):
    """A form of a page as it is now: what a browser sends of it when nobody touches it."""
    return [form for form in read_page(client.get(page)).find_all("form") if form.attributes.get("action", page) == action][number]


def send(client, action, form, **typed):
    return client.post(action, {**form.fields, **typed}, follow=True).content.decode()


def states_of(tournament):
    return set(Entry.objects.filter(tournament=tournament).values_list("state", flat=True))


def test_an_old_page_of_the_door_leaves_out_nobody_whom_it_did_not_count(client):
    tournament = found_tournament(build_user("director"))
    enter_pairs(tournament, build_user("director"), 4)
    for number in (1, 2, 3):
        check_in_entry(tournament.entries.get(number=number), actor=build_user("director"))
    page, action = (reverse(f"tournaments:{name}", args=[tournament.slug]) for name in ("check_in", "check_in_all"))
    form = open_form(client, page, action)
    late = add_entry(tournament, EntryDetails(persons=("Zeno Tardi", "Zita Tardi")), actor=build_user("director"))
    assert OUTDATED in send(client, action, form, what="withdraw")
    assert OUTDATED in send(client, action, form, what="here")
    late.refresh_from_db()
    assert late.state == State.ENTERED
    assert "Left out because they are not here: 2" in send(client, action, open_form(client, page, action), what="withdraw")


def test_a_draw_that_is_refused_leaves_out_nobody(client):
    tournament = found_tournament(build_user("director"))
    enter_pairs(tournament, build_user("director"), 4)
    stage = create_stage(tournament, actor=build_user("director"), format_key="knockout", options={})
    check_in_entry(tournament.entries.get(number=1), actor=build_user("director"))
    answer = client.post(reverse("scoring:draw", args=[tournament.slug, stage.number]), {"absent": "leave"}, follow=True)
    assert not stage.rounds.exists(), answer
    assert State.WITHDRAWN not in states_of(tournament)


def test_an_old_page_takes_back_no_penalty_that_it_did_not_show(client):
    stage = found_stage(4, "swiss")
    draw_and_publish(stage)
    page, action = (reverse(f"scoring:{name}", args=[stage.tournament.slug, 1]) for name in ("scheme", "decide"))
    form = open_form(client, page, action)
    entry = stage.tournament.entries.get(number=1)
    decide_penalty(stage, entry, actor=build_user("director"), origin=origin_of(), points=3, words="carte segnate")
    assert OUTDATED in send(client, action, form, entry="1", what="penalty", amount="1", words="ritardo")
    assert read_decisions(stage).penalties == {entry.pk: 3}


def test_a_stage_is_changed_whole_or_not_at_all(client):
    stage = found_stage(8, "round_robin", options={"pool_size": "4"})
    page = reverse("tournaments:stage_edit", args=[stage.tournament.slug, 1])
    form = open_form(client, page, page)
    rename_stage(stage, actor=build_user("director"), name="Gironi del giovedì")
    assert OUTDATED in send(client, page, form, **{"options-pool_size": "8"})
    stage.refresh_from_db()
    assert stage.options["pool_size"] == 4


def test_an_old_page_admits_nobody_on_other_terms_than_it_said(client):
    stage = begin("swiss", 5, rounds=3)
    entry = latecomer(stage)
    page = reverse("tournaments:entry_edit", args=[stage.tournament.slug, entry.number])
    action = reverse("scoring:join_stage", args=[stage.tournament.slug, entry.number, 1])
    form = open_form(client, page, action)
    assert "who would have had a bye" in client.get(page).content.decode()
    play(stage.rounds.get(number=1))
    assert OUTDATED in send(client, action, form)
    assert not stage.stage_entries.filter(entry=entry).exists()
    send(client, action, open_form(client, page, action))
    assert stage.stage_entries.filter(entry=entry).exists()


def test_an_old_page_takes_no_other_fee_than_it_named(client):
    tournament = found_tournament(build_user("director"), fee_cents=1000)
    enter_pairs(tournament, build_user("director"), 2)
    page, action = reverse("tournaments:check_in", args=[tournament.slug]), reverse("tournaments:check_in_one", args=[tournament.slug, 1])
    form = open_form(client, page, action)
    Tournament.objects.update(fee_cents=1500)
    assert OUTDATED in send(client, action, form, what="paid")
    assert not CashLine.objects.exists()
    send(client, action, open_form(client, page, action), what="paid")
    assert CashLine.objects.get().amount_cents == 1500


def test_an_old_page_lets_nobody_enter_again_for_another_fee(client):
    stage = begin("knockout", 6)
    allow(stage)
    loser = lose(stage)
    page = reverse("tournaments:entry_edit", args=[stage.tournament.slug, loser.number])
    action = reverse("scoring:enter_again", args=[stage.tournament.slug, loser.number])
    form = open_form(client, page, action)
    allow(stage, reentry_cents=1500)
    assert OUTDATED in send(client, action, form, what="paid")
    assert not Entry.objects.filter(again_of=loser).exists()


def test_who_decides_a_tie_that_is_no_more_is_told_so(client):
    stage = found_stage(4)
    answer = client.post(reverse("scoring:tie", args=[stage.tournament.slug, 1]), {"way": "lots"}, follow=True)
    assert "Nothing was changed: nobody is tied for the last place any more." in answer.content.decode()


def test_who_became_a_phantom_is_not_here(client):
    tournament = found_tournament(build_user("director"), individual=True)
    import_entries(tournament, "Anna\nBerta\nCarla", actor=build_user("director"))
    Entry.objects.filter(number=1).update(phantom=True, state=State.WITHDRAWN)
    answer = client.post(reverse("tournaments:check_in_one", args=[tournament.slug, 1]), {"what": "here"}, follow=True)
    assert (answer.status_code, "A phantom plays in this seat" in answer.content.decode()) == (200, True)


def test_the_door_finds_who_was_left_out_and_comes_after_all(client):
    tournament = found_tournament(build_user("director"))
    enter_pairs(tournament, build_user("director"), 3)
    check_in_entry(tournament.entries.get(number=1), actor=build_user("director"))
    withdraw_entry(tournament.entries.get(number=3), actor=build_user("director"))
    page = read_page(client.get(reverse("tournaments:check_in", args=[tournament.slug]), {"q": "anna003"}))
    assert "Nothing found" not in page.text
    assert "Anna003 – Berto003 Withdrawn, or left out because it was not here: a director can readmit it." in page.text
    assert "Nothing found" in client.get(reverse("tournaments:check_in", args=[tournament.slug]), {"q": "zeno"}).content.decode()


def test_a_stage_is_planned_once_whoever_else_has_the_page_open(client):
    tournament = found_tournament(build_user("director"))
    enter_pairs(tournament, build_user("director"), 4)
    page = f"{reverse('tournaments:stage_create', args=[tournament.slug])}?format=knockout"
    form = next(form for form in read_page(client.get(page)).find_all("form") if "seeded" in form.fields)
    assert "Stage created." in send(client, page, form)
    assert OUTDATED in send(client, page, form)
    assert tournament.stages.count() == 1
    again = next(form for form in read_page(client.get(page)).find_all("form") if "seeded" in form.fields)
    assert "Stage created." in send(client, page, again)


def test_who_is_left_out_in_the_middle_of_a_round_still_sits_at_a_table(client):
    stage = found_stage(4, "swiss")
    check_in_entry(stage.tournament.entries.get(number=1), actor=build_user("director"))
    draw_and_publish(stage)
    page, action = (reverse(f"tournaments:{name}", args=[stage.tournament.slug]) for name in ("check_in", "check_in_all"))
    told = send(client, action, open_form(client, page, action), what="withdraw")
    assert "Some of them sit at a table: 1, 2. Say there what becomes of the match." in told
