"""What everybody sees, and how little it costs to ask again."""

import datetime as dt
import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from desk.rehearsal.playing import simulate_results
from desk.rounds.services import close_round, draw_next_round
from jobs.databases import write_tx
from rankings.standings_pages.final_list import read_podium
from scoring.confirmation.services import confirm_match
from scoring.entry.services import correct_entry
from scoring.ledger import verifier
from scoring.ledger.queries import read_current_head
from scoring.models import LedgerHead
from tests.pages import read_page
from tests.scoring.builders import NOW, build_actor, build_match, build_user, origin
from tests.scoring.evenings import play_evening
from tests.scoring.hands import enter, fresh_key, typed, win
from tests.tournaments.conftest import draw_first, enter_pairs, found_tournament
from tests.tournaments.doors import publish_round
from tournaments.models import Club, Entry, Match, Member, Person, Round, Tournament
from tournaments.people.erasure import erase_person_rows

pytestmark = pytest.mark.django_db

PAGES = ["public_standings", "public_results", "public_pools", "public_bracket"]


@pytest.fixture
def phone(match):
    """Somebody in the hall who has been here before."""
    client = Client()
    client.get(reverse("scoring:public_results", args=["evening"]))
    return client


def shown(answer):
    return re.sub(r"\s+", " ", answer.content.decode())


def page(name, *more):
    return reverse(f"scoring:{name}", args=["evening", *more])


@pytest.mark.parametrize("name", PAGES)
def test_an_idle_phone_gets_nothing(phone, match, name):
    enter(match, typed(45))
    first = phone.get(page(name))
    again = phone.get(page(name), HTTP_IF_NONE_MATCH=first["ETag"])
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")


@pytest.mark.parametrize("name", [*PAGES, "public_final", "public_people", "public_screen"])
def test_the_part_that_was_asked_for_asks_again(phone, name):
    fragment = read_page(phone.get(page(name), headers={"hx-request": "true"}).content.decode())
    assert [part["hx-get"] for part in fragment.find_all("#live[data-poll]")] == [page(name)]


def test_the_way_leads_only_to_what_there_is(phone, match):
    """A tournament of pools has no bracket to look at."""
    links = re.findall(r'href="/tournaments/evening/(\w+)/"', shown(phone.get(page("public_results"))))
    assert {"bracket", "pools"}.intersection(links) == {"pools"}


def test_a_hand_wakes_every_phone(phone, match):
    tag = phone.get(page("public_match", match.code))["ETag"]
    enter(match, typed(45))
    answer = phone.get(page("public_match", match.code), HTTP_IF_NONE_MATCH=tag)
    assert (answer.status_code, "45–25" in shown(answer)) == (200, True)


@pytest.mark.parametrize(
    "change",
    [
        lambda: Round.objects.update(state=Round.State.CLOSED),
        lambda: Entry.objects.first().save(),
        lambda: Tournament.objects.first().save(),
        lambda: LedgerHead.objects.update(digest="f" * 64),
        lambda: Match.objects.update(table=9),
        lambda: Match.objects.update(not_before=NOW),
        lambda: Round.objects.update(starts_at=NOW),
    ],
)
def test_whatever_changes_the_page_changes_its_tag(phone, match, change):
    enter(match, typed(45))
    tag = phone.get(page("public_results"))["ETag"]
    change()
    assert phone.get(page("public_results"), HTTP_IF_NONE_MATCH=tag).status_code == 200


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_drawn_once_for_everybody_without_a_login(phone, match, name, django_assert_num_queries):
    enter(match, typed(45))
    first = phone.get(page(name))
    with django_assert_num_queries(1):
        second = Client().get(page(name))
    assert (second.content, second["ETag"]) == (first.content, first["ETag"])
    assert not second.cookies


def test_a_page_drawn_for_everybody_is_not_the_one_of_the_desk(phone, match):
    director = Client()
    director.force_login(User.objects.get(username="director"))
    public, desk = phone.get(page("public_results")), director.get(page("public_results"))
    assert ("director" in shown(public), "director" in shown(desk)) == (False, True)
    assert public["ETag"] != desk["ETag"]


def test_page_part_and_language_have_tags_of_their_own(phone, match):
    tags = {
        phone.get(page("public_results"))["ETag"],
        phone.get(page("public_results"), HTTP_HX_REQUEST="true")["ETag"],
        phone.get(page("public_results"), HTTP_ACCEPT_LANGUAGE="it")["ETag"],
    }
    assert len(tags) == 3


def test_one_address_with_two_bodies_says_so(phone, match):
    whole, part = phone.get(page("public_results")), phone.get(page("public_results"), HTTP_HX_REQUEST="true")
    assert "HX-Request" in whole["Vary"]
    assert ("<html" in shown(whole), "<html" in shown(part)) == (True, False)


@pytest.mark.parametrize("name", PAGES)
def test_no_form_token_is_polled(phone, match, name):
    assert "csrf" not in shown(phone.get(page(name), HTTP_HX_REQUEST="true"))


def test_an_idle_poll_costs_one_short_query(phone, match, django_assert_num_queries):
    tag = phone.get(page("public_results"))["ETag"]
    with django_assert_num_queries(1):
        assert phone.get(page("public_results"), HTTP_IF_NONE_MATCH=tag).status_code == 304


def test_a_match_is_told_hand_by_hand_with_its_corrections(phone, match):
    enter(match, typed(45))
    correct_entry(match, 1, typed(54), origin=origin("fix"), version=None, reason="typed_wrong", words="Maria said so")
    answer = phone.get(page("public_match", match.code))
    text = shown(answer)
    assert "45–25" in read_page(answer).texts("s")
    assert "54–16" in text
    assert "corrected: typing mistake at the desk" in text


def test_neither_staff_nor_their_words_are_public(phone, match):
    enter(match, typed(45))
    correct_entry(match, 1, typed(54), origin=origin("fix"), version=None, reason="typed_wrong", words="Maria said so")
    text = shown(phone.get(page("public_match", match.code)))
    assert ("Maria" in text, "director" in text) == (False, False)


def test_a_tournament_that_is_not_public_shows_nothing(match, tournament):
    tournament.public = False
    tournament.save()
    stranger = Client()
    for name in PAGES:
        assert stranger.get(page(name)).status_code == 404
    for url in (page("public_match", match.code), page("ledger_file"), reverse("scoring:short_code", args=[match.code])):
        assert stranger.get(url).status_code == 404


def test_the_code_on_a_sheet_leads_everybody_to_the_right_page(phone, match):
    code = reverse("scoring:short_code", args=[match.code.lower()])
    assert phone.get(code)["Location"] == page("public_match", match.code)
    desk = Client()
    desk.force_login(User.objects.get(username="director"))
    assert desk.get(code)["Location"] == reverse("scoring:sheet", args=["evening", match.code])
    assert phone.get(reverse("scoring:short_code", args=["NOSUCH22"])).status_code == 404


def test_a_draft_is_nobodys_business(phone, match):
    Round.objects.update(state=Round.State.DRAFT)
    for url in (page("public_match", match.code), reverse("scoring:short_code", args=[match.code])):
        assert phone.get(url).status_code == 404
    assert match.code not in shown(phone.get(page("public_results")))


def test_standings_sort_without_script_and_explain_their_cells(phone, match):
    win(match, side=1)
    text = shown(phone.get(page("public_standings")))
    assert text.index("Pair 2") < text.index("Pair 1")
    assert 'aria-sort="ascending"' in text
    backwards = read_page(phone.get(page("public_standings") + "?sort=-rank")).texts("a, td, th")
    assert backwards.index("Pair 1") < backwards.index("Pair 2")
    explained = read_page(phone.get(page("public_standings") + "?explain=2.points"))
    assert "Pair 2 · Points" in explained.text
    assert "round 1, Pair 1: 1" in explained.text
    assert "1" in explained.texts("strong")


@pytest.mark.parametrize("wanted", ["x", "2.", "2.nothing", "99.points", "9999999999999.points", "2.__class__"])
def test_a_cell_that_is_not_there_is_not_explained(phone, match, wanted):
    answer = phone.get(page("public_standings"), {"explain": wanted})
    assert (answer.status_code, 'id="explanation"' in shown(answer)) == (200, False)


def test_pools_show_who_beat_whom(phone, match):
    win(match, side=1)
    answer = phone.get(page("public_pools"))
    assert shown(answer).count(f"/matches/{match.code}/") == 2
    links = [words for words, address in read_page(answer).links if f"/matches/{match.code}/" in address]
    assert sorted(links) == ["0–2", "2–0"]


@pytest.mark.parametrize("more", [0, 2])
def test_pages_cost_the_same_with_three_matches(phone, match, more, django_assert_num_queries):
    """The pools come first: they compute the standings, which are stale after a result."""
    for position in range(2, 2 + more):
        win(build_match(match.round, position))
    win(match)
    for name, queries in (("public_results", 10), ("public_pools", 14), ("public_bracket", 6), ("public_standings", 12)):
        with django_assert_num_queries(queries):
            phone.get(page(name))


def test_the_bracket_of_a_knockout_shows_winners_and_links(director):
    tournament = found_tournament(director, one_person=True)
    enter_pairs(tournament, director, 4)
    Tournament.objects.update(demonstration=True)
    first = draw_first(tournament, director, options={"play_for": 2})
    publish_round(first, actor=director, at=NOW)
    match = first.matches.order_by("position").first()
    actor = build_actor("director")
    win(match, side=0, actor=actor)
    confirm_match(match, origin=origin(fresh_key(), actor), version=None)
    answer = Client().get(reverse("scoring:public_bracket", args=[tournament.slug]))
    text, winner = shown(answer), match.seats.get(side=0).entry.name
    assert winner in read_page(answer).texts(".name.winner")
    assert f"/matches/{match.code}/" in text
    assert not re.search(r'(x|y|width|height)="[^"]*,', text)


def test_who_won_stands_on_the_public_page_and_at_the_desk(director):
    tournament = found_tournament(director, one_person=True)
    enter_pairs(tournament, director, 2)
    final = publish_round(draw_first(tournament, director, options={"play_for": 2}), actor=director, at=NOW)
    match, actor = final.matches.get(), build_actor("director")
    win(match, side=1, actor=actor)
    confirm_match(match, origin=origin(fresh_key(), actor), version=None)
    tournament.refresh_from_db()
    assert read_podium(tournament) == ()
    close_round(final, actor=director, origin=origin(fresh_key()))
    tournament.refresh_from_db()
    second, first = (seat.entry.name for seat in match.seats.order_by("side"))
    assert [(line.rank, line.name) for line in read_podium(tournament)] == [(1, first), (2, second)]
    desk = Client()
    desk.force_login(director)
    for address in (reverse("tournaments:public", args=[tournament.slug]), reverse("tournaments:desk", args=[tournament.slug])):
        assert shown(desk.get(address)).count('class="podium-place"') == 2


def test_a_bracket_can_be_seen_whole(director):
    tournament = found_tournament(director)
    enter_pairs(tournament, director, 4)
    publish_round(draw_first(tournament, director), actor=director, at=NOW)
    desk, address = Client(), reverse("scoring:public_bracket", args=[tournament.slug])
    desk.force_login(director)
    assert [f"bracket {name}" in shown(desk.get(address)) for name in ("is-fitting", "is-whole")] == [True, False]
    assert "bracket is-whole" in shown(desk.get(address, {"size": "whole"}))


def test_an_outsider_can_check_the_downloaded_ledger(phone, match, tournament, tmp_path):
    win(match)
    answer = phone.get(page("ledger_file"))
    path = tmp_path / "evening.jsonl"
    path.write_bytes(b"".join(answer.streaming_content))
    command = [sys.executable, "-I", str(Path(verifier.__file__)), str(path), "--head", str(read_current_head(tournament))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout[:27]) == (0, "2 entries hold together; he")
    assert [json.loads(line)["match"] for line in path.read_text().splitlines()] == [match.code] * 2


def test_a_played_evening_holds_together_on_every_page(director):
    tournament = found_tournament(director, one_person=True)
    enter_pairs(tournament, director, 6)
    Tournament.objects.update(demonstration=True)
    stage = draw_first(tournament, director, format_key="round_robin", options={"pool_size": 3}).stage
    actor = build_actor("director")
    first = publish_round(Round.objects.select_related("stage__tournament").get(), actor=director, at=NOW)
    simulate_results(first, enterer=actor, confirmer=actor, rng=random.Random(3), at=NOW, prefix="one")
    close_round(first, actor=director, origin=origin("close", actor))
    publish_round(draw_next_round(stage, actor=director, seed="s", at=NOW), actor=director, at=NOW)
    for name in PAGES:
        assert Client().get(reverse(f"scoring:{name}", args=[tournament.slug])).status_code == 200


def test_the_history_is_public_where_the_director_says_so(phone, match):
    first = enter(match, typed(45)).entry.seq
    correct_entry(match, first, typed(44), origin=origin(fresh_key()), version=None, reason="typed_wrong")
    text = shown(phone.get(page("public_match", match.code)))
    assert "History" in text
    assert "corrected to: " in text
    assert "<s>" in text
    tournament = match.round.stage.tournament
    tournament.history_public = False
    tournament.save()
    assert "History" not in shown(phone.get(page("public_match", match.code)))


def test_an_erased_name_is_on_no_page_that_was_drawn_before(phone, match):
    anna = Person.objects.create(name="Anna Canarini")
    entry = match.seats.first().entry
    Member.objects.create(entry=entry, tournament=entry.tournament, person=anna, position=0)
    entry.name = "Anna Canarini – Berto"
    entry.save()
    before = phone.get(page("public_results"))
    assert "Canarini" in shown(before)
    with write_tx():
        erase_person_rows(anna, at=NOW)
    after = phone.get(page("public_results"), HTTP_IF_NONE_MATCH=before["ETag"])
    assert (after.status_code, "Canarini" in shown(after)) == (200, False)


@pytest.mark.parametrize("searched", ["Teresa Zoli", "Zoli Teresa", "zoli", "ZOLI, Teresa", "dall'òglio zoli", "7", "rocco zoli"])
def test_a_name_is_found_as_italians_write_it(phone, match, searched):
    tournament = match.round.stage.tournament
    club = Club.objects.create(name="Circolo San Rocco")
    Entry.objects.create(tournament=tournament, number=7, name="Teresa Zoli – Piero Dall’Oglio", club=club)
    Entry.objects.create(tournament=tournament, number=17, name="Teresa Bo – Anna Neri")
    found = shown(phone.get("/tournaments/evening/", {"q": searched}))
    assert ("/players/7/" in found, "/players/17/" in found) == (True, False)


@pytest.mark.parametrize("state", ["preparing", "running", "finished"])
def test_of_a_private_tournament_its_staff_can_follow_every_link(state):
    """Of those that lead further on its own pages; for everybody else there is none of them."""
    tournament = (
        found_tournament(build_user("director"))
        if state == "preparing"
        else play_evening(pairs=4, rounds=1, closed=int(state == "finished"))
    )
    Tournament.objects.filter(pk=tournament.pk).update(public=False, demonstration=False, state=state)
    home = reverse("tournaments:public", args=[tournament.slug])
    staff = Client()
    staff.force_login(User.objects.get(username="director"))
    waiting, seen = [home], {}
    while waiting:
        address = waiting.pop()
        answer = staff.get(address)
        seen[address] = answer.status_code
        if "html" not in answer["Content-Type"]:
            continue
        found = {link["href"].partition("#")[0] for link in read_page(answer).find_all("a[href]")}
        waiting += sorted(link for link in found if link.startswith(home) and link not in seen and link not in waiting)
    assert [address for address, status in seen.items() if status >= 400] == []
    assert any(".ics" in address for address in seen) == (state == "preparing")
    assert any("result.json" in address for address in seen) == (state == "finished")
    assert {Client().get(address).status_code for address in seen} == {404}


@pytest.mark.parametrize(
    ("days", "state", "words"), [(0, "preparing", "in preparation"), (-1, "preparing", "not begun"), (-1, "running", "in progress")]
)
def test_an_evening_that_nobody_began_is_not_in_preparation_once_its_day_is_over(days, state, words):
    tournament = found_tournament(build_user("director"))
    day = timezone.localdate() + dt.timedelta(days=days)
    Tournament.objects.filter(pk=tournament.pk).update(date=day, state=state)
    assert read_page(Client().get(tournament.get_absolute_url())).find(".page-head .chip").text == words
