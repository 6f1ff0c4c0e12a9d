"""Every match of every round, closed ones too, is one door away: board, picture, standings, its entry's page, and each box for a table."""

import pytest
from django.test import Client
from django.urls import reverse

from jobs.worker import report_worker_alive
from scoring.models import MatchResult
from tests.scoring.builders import build_user
from tests.scoring.evenings import play_evening
from tournaments.models import Match, Seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(db):
    """A bracket of eight with a closed quarter-final and a semi-final that is being played."""
    report_worker_alive()
    return play_evening(pairs=8, rounds=2, closed=1, format_key="knockout")


@pytest.fixture
def client(evening):
    client = Client()
    client.force_login(build_user("director"))
    return client


def list_codes(tournament):
    return list(Match.objects.filter(round__stage__tournament=tournament, kind="played").values_list("code", flat=True))


def list_missing(client, tournament, *addresses):
    pages = "".join(client.get(address).content.decode() for address in addresses)
    return [code for code in list_codes(tournament) if f"/desk/{tournament.slug}/matches/{code}/" not in pages]


def test_board_picture_and_standings_lead_to_every_match(client, evening):
    results = reverse("scoring:results", args=[evening.slug])
    assert list_missing(client, evening, f"{results}?stage=1&round=1", f"{results}?stage=1&round=2") == []
    assert list_missing(client, evening, f"{results}?view=picture") == []
    standings = reverse("scoring:desk_standings", args=[evening.slug])
    cells = [f"{standings}?stage=1&explain={number}.points" for number in evening.entries.values_list("number", flat=True)]
    assert list_missing(client, evening, *cells) == []


def test_the_page_of_an_entry_leads_to_all_its_matches(client, evening):
    for entry in evening.entries.all():
        page = client.get(reverse("tournaments:entry_edit", args=[evening.slug, entry.number])).content.decode()
        played = Seat.objects.filter(entry=entry, match__kind="played").values_list("match__code", flat=True)
        assert [code for code in played if f"/matches/{code}/" not in page] == []


@pytest.mark.parametrize("write", [str, str.lower, lambda code: f"{code[:4]} {code[4:]}"])
def test_a_printed_code_opens_its_match_from_every_box_for_a_table(client, evening, write):
    for code in list_codes(evening):
        match = reverse("scoring:match", args=[evening.slug, code])
        went = client.get(reverse("scoring:go", args=[evening.slug]), {"table": write(code)})
        assert (went.status_code, went.url) == (302, match)
        opened = client.post(
            reverse("scoring:command", args=[evening.slug]), {"command": write(code)}, headers={"accept": "application/json"}
        )
        assert opened.json() == {"open": match}


def test_a_result_typed_for_a_decided_match_says_how_to_change_it(client, evening):
    match = Match.objects.filter(round__stage__tournament=evening, round__number=2, kind="played").first()
    MatchResult.objects.filter(match=match).update(state=MatchResult.State.SUBMITTED)
    answer = client.post(
        reverse("scoring:command", args=[evening.slug]),
        {"command": f"{match.code} 0-2", "key": "k"},
        headers={"accept": "application/json"},
    )
    assert answer.status_code == 422
    assert answer.json()["said"].endswith("To change the result, open the match and press its row, or undo the last entry with u.")


def test_a_match_of_a_closed_round_opens_and_asks_why_it_is_opened_again(client, evening):
    code = Match.objects.filter(round__stage__tournament=evening, round__number=1, kind="played").values_list("code", flat=True)[0]
    page = client.get(reverse("scoring:match", args=[evening.slug, code])).content.decode()
    assert reverse("scoring:reopen", args=[evening.slug, code]) in page
    refused = client.post(reverse("scoring:reopen", args=[evening.slug, code]), {"key": "without-a-reason"})
    assert refused.status_code == 409
    assert Match.objects.get(code=code).result.state == "locked"
