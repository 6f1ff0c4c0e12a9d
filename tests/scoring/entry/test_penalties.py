"""A penalty from the form of the match to its line, the ledger, the standings and the public page."""

from html import unescape

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from rankings.standings_pages.table_penalties import TablePenalty
from scoring.entry.services import undo_last
from scoring.models import LedgerEntry, LedgerText
from tests.pages import read_page
from tests.scoring.builders import build_user, origin
from tests.scoring.corrected import draw_and_publish, found_stage
from tests.scoring.hands import enter, fresh_key, typed
from tournaments.models import Match, StaffRole

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def address(name, match):
    return reverse(f"scoring:{name}", args=[match.round.stage.tournament.slug, match.code])


def test_a_penalty_says_for_what_and_who_ruled(client, match):
    """Offence, rule, referee and reason come with it, stand in the standings, and without any of them it is refused."""
    client.force_login(build_user())
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    typed = {"kind": "penalty", "side": "0", "what": "game", "version": "0", "key": fresh_key()}
    refused = client.post(address("enter_event", match), typed)
    assert (refused.status_code, "choose the offence, or write what happened" in refused.content.decode()) == (422, True)
    told = {"offence": "talk", "ruling-words": "“denari!” aloud", "ruling-law": "art. 22", "ruling-referee": "Anna Riva"}
    assert client.post(address("enter_event", match), {**typed, **told, "key": fresh_key()}).status_code == 303
    entry = LedgerEntry.objects.get(match=match)
    assert LedgerText.objects.get(seq=entry.seq).text == "“denari!” aloud · art. 22 · referee: Anna Riva"
    assert "Riva" not in entry.payload
    standings = reverse("scoring:desk_standings", args=[match.round.stage.tournament.slug])
    page = unescape(client.get(standings).content.decode())
    assert "the game is lost · talk out of turn or in code" in page
    assert "art. 22" in page
    public = unescape(Client().get(reverse("scoring:public_standings", args=[match.round.stage.tournament.slug])).content.decode())
    assert ("Penalties at the tables" in public, "Riva" in public) == (True, False)
    assert undo_last(match, origin=origin(fresh_key()), version=None)
    assert "Penalties at the tables" not in client.get(standings).content.decode()


def test_a_referee_enters_a_penalty_where_no_card_was_wrong_and_nothing_else(client, match):
    """From the list of what infringements cost, or from the match: a word out of turn needs no hand card by card."""
    client.force_login(build_user("referee"))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    StaffRole.objects.create(tournament=match.round.stage.tournament, user=build_user("referee"), role=StaffRole.Role.REFEREE)
    assert "?kind=penalty" in client.get(address("match", match)).content.decode()
    page = client.get(f"{address('match', match)}?kind=penalty&offence=talk")
    form = read_page(page).find("form[data-entry]")
    assert form["action"] == address("enter_penalty", match)
    sent = {**form.hidden, "side": "0", "what": "game", "offence": "talk", "ruling-referee": "Anna Riva"}
    assert client.post(address("enter_penalty", match), {**sent, "kind": "hand", "version": "0"}).status_code == 303
    assert ['"penalty"' in entry.payload for entry in LedgerEntry.objects.filter(match=match)] == [True]
    assert client.post(address("enter_event", match), {**sent, "version": "1", "key": fresh_key()}).status_code == 403


def test_a_referee_whom_somebody_overtook_has_what_was_typed_and_a_form_that_he_may_send(client, match):
    client.force_login(build_user("referee"))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    StaffRole.objects.create(tournament=match.round.stage.tournament, user=build_user("referee"), role=StaffRole.Role.REFEREE)
    sent = {"side": "0", "what": "game", "offence": "talk", "ruling-referee": "Anna Riva", "version": "0", "key": fresh_key()}
    enter(match, typed(45))
    answer = client.post(address("enter_penalty", match), sent)
    page = read_page(answer)
    form = page.find("form[data-entry]")
    assert (answer.status_code, form["action"], "somebody else changed this match" in page.text) == (
        409,
        address("enter_penalty", match),
        True,
    )
    again = {**form.fields, **form.hidden}
    assert (again["offence"], again["version"], again["ruling-referee"]) == ("talk", "1", "Anna Riva")
    assert client.post(address("enter_penalty", match), again).status_code == 303


def test_a_penalty_names_its_round_as_every_page_does():
    """“round 1” of a knockout was nobody’s word: the page of the match says “Semi-final”."""
    draw_and_publish(found_stage(4))
    match = Match.objects.select_related("round__stage").filter(table=1).get()
    penalty = TablePenalty(match, "Anna – Berto", "a fine", "", evidence=False)
    text = " ".join(render_to_string("scoring/penalties.html", {"table_penalties": [penalty]}).split())
    assert "Semi-final, table 1" in text
