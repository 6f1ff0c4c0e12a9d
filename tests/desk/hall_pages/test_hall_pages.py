"""The pages of the hall as somebody uses them: each button does its thing, says so, and refuses with the reason."""

import pytest
from django.test import Client

from config import tournament_context as context
from printing.sheets_back.progress import read_desk_steps
from scoring.clocks.queries import read_hall_status
from scoring.models import LedgerEntry
from tests.scoring.builders import build_user
from tests.scoring.hands import enter, typed, win
from tests.tournaments.conftest import NOON, draw_first, enter_pairs, found_tournament
from tests.tournaments.doors import publish_round
from tournaments.models import Entry, Match, Substitution, Tournament


@pytest.fixture
def evening(db):
    """Three matches at two tables: the third waits."""
    director = build_user()
    tournament = found_tournament(director, table_count=2, one_person=True, substitutions=True, fee_cents=1000, round_minutes=40)
    enter_pairs(tournament, director, 6)
    publish_round(draw_first(tournament, director, format_key="swiss", options={"rounds": 3}), actor=director, at=NOON)
    return Tournament.objects.get(pk=tournament.pk)


@pytest.fixture
def client(evening):
    client = Client(headers={"accept-language": "en"})
    client.force_login(build_user())
    return client


def address(tournament, rest):
    return f"/desk/{tournament.slug}/{rest}"


def at(tournament, position):
    return Match.objects.select_related("round__stage__tournament").get(round__stage__tournament=tournament, position=position)


def told(client, path, data=None):
    """The page that a posted form leads to."""
    return client.post(path, data or {}, follow=True).content.decode()


def test_the_queue_is_seen_at_the_desk_and_by_everybody_and_one_click_seats(client, evening):
    assert "1 match is waiting for a table" in client.get(address(evening, "results/")).content.decode()
    public = client.get(f"/tournaments/{evening.slug}/").content.decode()
    assert "Next to play" in public
    assert "next free" in public
    win(at(evening, 1))
    ready = client.get(address(evening, "tables/")).content.decode()
    assert "Free tables: please sit down" in ready
    assert "is free for you" in client.get(f"/tournaments/{evening.slug}/results/").content.decode()
    assert "Table 1: " in told(client, address(evening, "hall/seat/"), {"back": "tables"})
    assert (at(evening, 3).table, at(evening, 3).sitting) == (1, 2)
    assert "No table is free, or nobody is waiting" in told(client, address(evening, "hall/seat/"))


def test_a_broken_table(client, evening):
    assert "waiting for a free table" in told(client, address(evening, "hall/close/"), {"numbers": "2"})
    assert "is not a table" in told(client, address(evening, "hall/close/"), {"numbers": "two"})


def test_moving_and_not_before(client, evening):
    place = f"matches/{at(evening, 1).code}/place/"
    assert client.get(address(evening, place)).status_code == 200
    assert "Exchanged: this match is at table 2, the other one at 1." in told(client, address(evening, place + "move/"), {"table": "2"})
    refused = client.post(address(evening, place + "move/"), {"table": "many"})
    assert (refused.status_code, "Write the number of a table." in refused.content.decode()) == (422, True)
    assert "Not before 21:30" in told(client, address(evening, place + "time/"), {"time": "21:30"})
    assert "begins with its round" in told(client, address(evening, place + "time/"), {"time": ""})
    assert client.post(address(evening, place + "time/"), {"time": "late"}).status_code == 422


def test_wrong_seats(client, evening):
    one, other = at(evening, 1), at(evening, 2)
    place = f"matches/{one.code}/place/"
    enter(one, typed(40))
    asked = {"exchange-match": other.code, "exchange-words": "scambio", "key": "a"}
    assert "Corrected" in told(client, address(evening, place + "exchange/"), asked)
    back = client.post(address(evening, f"matches/{other.code}/place/turn/"), {"turn-words": "", "key": "b"})
    assert back.status_code == 422
    assert "Corrected: every hand is now in the right column" in told(
        client, address(evening, f"matches/{other.code}/place/turn/"), {"turn-words": "colonne", "key": "c"}
    )
    first, second = one.seats.get(side=0).entry.number, other.seats.get(side=1).entry.number
    seats = {"entries-first": first, "entries-second": second, "entries-words": "sedute male", "key": "d"}
    assert "have changed places" in told(client, address(evening, place + "entries/"), seats)
    assert client.post(address(evening, place + "entries/"), {"entries-first": first}).status_code == 422
    assert LedgerEntry.objects.filter(tournament=evening, reason__in=["wrong_table", "wrong_side"]).count() == 5


def test_the_start_and_the_forecast(client, evening):
    assert "The round begins at" in told(client, address(evening, "stages/1/rounds/1/start/"))
    assert "Write a time" in told(client, address(evening, "stages/1/rounds/1/start/"), {"time": "x"})
    page = client.get(address(evening, "forecast/")).content.decode()
    assert "With 2 tables." in page
    assert "most likely" in page


def test_a_late_entry_is_led_to_the_offer(client, evening):
    said = told(client, address(evening, "entries/add/"), {"person_0": "Zeno Tardi", "person_1": "Zita Tardi"})
    assert "Plays from round 2 on" in said
    assert "plays “Swiss system”" in told(client, address(evening, "entries/7/join/1/"))
    assert "This entry already plays this stage" in told(client, address(evening, "entries/7/join/1/"))


def test_a_substitution_from_the_page_of_the_entry(client, evening):
    entry = at(evening, 1).seats.get(side=0).entry
    path = address(evening, f"entries/{entry.number}/substitute/")
    assert "Carlo Nuovo plays for" in told(client, path, {"leaves": "0", "comes": "Carlo Nuovo", "words": "febbre"})
    assert "Write who leaves" in told(client, path, {"leaves": "9", "comes": "", "words": ""})
    match = client.get(address(evening, f"matches/{at(evening, 1).code}/")).content.decode()
    public = client.get(f"/tournaments/{evening.slug}/matches/{at(evening, 1).code}/").content.decode()
    assert ("Carlo Nuovo" in match, "febbre" in match, "Carlo Nuovo" in public, "febbre" in public) == (True, True, True, False)
    assert Substitution.objects.count() == 1


def test_the_door_by_keyboard(client, evening):
    page = client.get(address(evening, "check-in/"), {"q": "3"}).content.decode()
    assert "Here, paid €10.00" in page
    assert "here and paid" in told(client, address(evening, "check-in/3/"), {"what": "paid"})
    assert "not here" in told(client, address(evening, "check-in/3/"), {"what": "back"})
    assert "6 more checked in." in told(client, address(evening, "check-in/all/"), {"what": "here"})
    assert set(Entry.objects.filter(tournament=evening).values_list("state", flat=True)) == {"present"}


def test_the_rehearsal_from_the_overview(client, evening):
    assert "Practise on a copy" in client.get(address(evening, "")).content.decode()
    assert "This is a practice copy" in told(client, address(evening, "rehearsal/"))
    copy = Tournament.objects.get(demonstration=True)
    assert "publish one first" in told(client, address(copy, "rehearsal/round/"))
    assert "Practice copy deleted" in told(client, address(copy, "rehearsal/away/"))
    assert client.get(address(copy, "")).status_code == 404


def test_a_page_looks_at_the_hall_once_however_often_it_tells_of_it(client, evening, monkeypatch):
    asked = []
    monkeypatch.setattr(context, "read_hall_status", lambda *args, **more: asked.append("hall") or read_hall_status(*args, **more))
    monkeypatch.setattr(context, "read_desk_steps", lambda *args, **more: asked.append("steps") or read_desk_steps(*args, **more))
    for page, looks in (("results/", ["hall"]), ("tables/", ["hall", "steps"])):  # the board has tabs instead of steps
        asked.clear()
        assert "1 match is waiting for a table" in client.get(address(evening, page)).content.decode()
        assert sorted(asked) == looks
