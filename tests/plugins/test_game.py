"""A game that lives outside the house goes through a whole evening, and is missed without harm. If this failed, a club with a game of its
own could not play it, or would lose what it played when the plug-in is gone.
"""

import io
import sys

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pypdf import PdfReader

from desk.verification.queries import verify_tournament
from exchange.importing import import_tournament
from exchange.writing import build_document
from rules import game_by_key, is_absent
from scoring.models import LedgerEntry, MatchResult
from scoring.standings.stored import read_standings
from tests.exchange.conftest import forget_everything
from tests.exchange.encoded import encode_document, parse_document
from tests.pages import read_page
from tests.scoring.builders import build_user
from tests.scoring.evenings import play_evening
from tournaments.models import Match, Tournament
from tournaments.refusals import ChangeRefused

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def evening(installed, data):
    return play_evening(pairs=4, rounds=2, closed=1, game_key="scopa", name="Serata di scopa")


@pytest.fixture
def director(evening):
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.get(username="director"))
    return client


def test_an_evening_of_it_is_played_checked_printed_and_taken_along(evening, director):
    assert evening.game.name == "Scopa"
    results = MatchResult.objects.filter(match__round__stage__tournament=evening)
    assert {max(result.summary["games"][0]) >= 21 for result in results} == {True}
    assert len(list(read_standings(evening.stages.get()).lines)) == 4
    assert verify_tournament(evening) == ()
    match = Match.objects.filter(round__state="published", round__stage__tournament=evening, kind="played").first()
    hands = f"/desk/{evening.slug}/matches/{match.code}/"
    assert "Sweeps" in read_page(director.get(hands)).text
    sheets = director.post(f"/desk/{evening.slug}/print/sheets/", {"which": "all", "paper": "a4"})
    words = PdfReader(io.BytesIO(sheets.content)).pages[0].extract_text()
    assert [heading for heading in ("Scopa", "Points", "Sweeps") if heading not in words] == []
    points = [line.points for line in read_standings(evening.stages.get()).lines]
    document = parse_document(encode_document(build_document(evening)))
    forget_everything()
    copied = import_tournament(document, actor=build_user("other")).tournament
    assert verify_tournament(copied) == ()
    assert [line.points for line in read_standings(copied.stages.get()).lines] == points


def test_a_hand_of_it_is_judged_by_its_own_rules(installed):
    game = game_by_key("scopa")
    state = game.start(game.options_from({}))
    boxes = {"points_0": "3", "points_1": "2", "sweeps_0": "0", "sweeps_1": "1"}
    assert [problem.fact.code for problem in game.problems(state, game.entry_from(state, boxes))] == ["scopa_too_many"]


def test_without_its_plug_in_names_and_results_stay_and_nothing_is_entered(evening, director, forget, monkeypatch):
    before = list(MatchResult.objects.order_by("pk").values_list("pk", "winner", "summary", "version"))
    places = [(line.entrant, line.points) for line in read_standings(evening.stages.get()).lines]
    document = parse_document(encode_document(build_document(evening)))
    monkeypatch.undo()  # the folder of packages is gone
    forget()
    assert is_absent("scopa")
    again = Tournament.objects.get(pk=evening.pk)
    assert (again.game.name, again.entry_size) == ("scopa", 2)
    assert [(line.entrant, line.points) for line in read_standings(again.stages.get()).lines] == places
    match = Match.objects.filter(round__state="published", round__stage__tournament=evening, kind="played").first()
    address = f"/desk/{evening.slug}/matches/{match.code}/"
    for page in (f"/desk/{evening.slug}/", address, f"/desk/{evening.slug}/standings/", f"/desk/{evening.slug}/entries/"):
        assert director.get(page).status_code == 200, page
    entries = LedgerEntry.objects.count()
    refused = [
        director.post(f"{address}{action}/", {"key": f"absent-{action}", "points_0": "3"})
        for action in ("hands", "undo", "dispute", "reopen")
    ]
    assert {answer.status_code for answer in refused} <= {403, 409, 422}
    assert LedgerEntry.objects.count() == entries
    assert list(MatchResult.objects.order_by("pk").values_list("pk", "winner", "summary", "version")) == before
    admin = Client(headers={"accept-language": "en"})
    admin.force_login(User.objects.create_superuser("admin", password="asso-due-tre-0000"))
    assert "the game “scopa” is not installed" in read_page(admin.get("/plugins/")).text
    forget_everything()
    with pytest.raises(ChangeRefused, match="“scopa” is not installed here"):
        import_tournament(document, actor=build_user("other"))


@pytest.mark.parametrize("method", ["compute_steps", "hand_problems"])
def test_one_that_raises_in_the_middle_of_an_evening_is_named_and_stores_nothing(evening, director, installed, monkeypatch, method):
    match = Match.objects.filter(round__state="published", round__stage__tournament=evening, kind="played").last()
    before = list(MatchResult.objects.order_by("pk").values_list("pk", "winner", "summary", "version"))
    entries = LedgerEntry.objects.count()
    module = sys.modules["labella_scopa"]
    exec("def fail(self, state, entry):\n    return 1 / 0", vars(module))
    monkeypatch.setattr(module.Scopa, method, module.fail)
    director.raise_request_exception = False
    boxes = {"key": "failing-game", "points_0": "3", "points_1": "1", "sweeps_0": "0", "sweeps_1": "0"}
    answer = director.post(f"/desk/{evening.slug}/matches/{match.code}/hands/", boxes)
    assert (answer.status_code, "It happened in the plug-in Scopa (labella-scopa 1.2)." in read_page(answer).text) == (500, True)
    assert LedgerEntry.objects.count() == entries
    assert list(MatchResult.objects.order_by("pk").values_list("pk", "winner", "summary", "version")) == before
    admin = Client(headers={"accept-language": "en"})
    admin.force_login(User.objects.create_superuser("admin", password="asso-due-tre-0000"))
    assert "ZeroDivisionError" in read_page(admin.get("/plugins/")).text
    assert admin.get("/").status_code == 200
    assert director.get(f"/desk/{evening.slug}/standings/").status_code == 200
