"""The roll of honour. If this failed, a trophy would go to the wrong pair, or a wall would show a name that was erased."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from backup.erasure import order_erasure
from records.honour_rolls.trophies import find_kept_trophies
from records.models import HonourLine, HonourRoll
from tests.pages import read_page
from tests.scoring.evenings import play_evening
from tournaments.models import Entry, Tournament, get_house
from tournaments.templatetags.days import day

pytestmark = pytest.mark.django_db
A, B, NOBODY = frozenset("ab"), frozenset("cd"), frozenset()


@pytest.mark.parametrize(
    ("winners", "wins", "in_a_row", "kept"),
    [
        ((A, B, A, A), 3, False, (False, False, False, True)),
        ((A, B, A, A), 2, True, (False, False, False, True)),
        ((A, A, A, A), 2, True, (False, True, False, True)),
        ((A, NOBODY, A), 2, True, (False, False, False)),
        ((NOBODY, NOBODY), 1, False, (False, False)),
        ((A, A), 0, False, (False, False)),
        ((A, B, B, A), 2, False, (False, False, True, False)),
    ],
)
def test_a_trophy_is_kept_after_so_many_wins_and_a_new_one_begins(winners, wins, in_a_row, kept):
    assert find_kept_trophies(winners, wins, in_a_row=in_a_row) == kept


@pytest.fixture
def client(data):
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.create_superuser("head", password="asso-due-tre-0000"))
    return client


@pytest.fixture
def roll(client):
    get_house()
    client.post("/organizers/house/honours/", {"name": "Memorial"})
    return HonourRoll.objects.get()


def desk_of(roll):
    return f"/organizers/house/honours/{roll.key}/"


def test_typed_years_count_for_the_trophy_in_any_order_of_the_names(client, roll):
    client.post(desk_of(roll), {"what": "rule", "name": "Memorial", "wins": "2", "public": "on"})
    for year, winners in ((1998, "Rossi – Bianchi"), (1999, "Loi – Manca"), (2001, "bianchi - ROSSI")):
        client.post(desk_of(roll), {"what": "year", "year": year, "winners": winners, "title": "Torneo", "remark": ""})
    page = read_page(Client(headers={"accept-language": "en"}).get(f"/honours/{roll.key}/"))
    lines = page.texts(".honour-lines li")
    assert [line.split()[0] for line in lines] == ["2001", "1999", "1998"]
    assert ["keeps the trophy for good" in line for line in lines] == [True, False, False]
    for size in ("a4", "a3"):
        assert Client().get(f"/honours/{roll.key}/poster-{size}.pdf").content.startswith(b"%PDF")
    assert Client().get(f"/honours/{roll.key}/poster-b5.pdf").status_code == 404


def test_what_is_typed_wrong_stays_in_the_form_with_a_sentence(client, roll):
    answer = client.post(desk_of(roll), {"what": "year", "year": "12", "winners": "Loi – Manca"})
    assert answer.status_code == 422
    assert 'value="Loi – Manca"' in answer.content.decode()
    client.post(desk_of(roll), {"what": "year", "year": "1998", "winners": "Loi – Manca"})
    for values, sentence in (
        ({"what": "year", "year": "1998", "winners": "Loi – Manca"}, "in the roll already"),
        ({"what": "remove", "line": "999999"}, "not there any more"),
        ({"what": "remove", "line": "x"}, "not there any more"),
    ):
        answer = client.post(desk_of(roll), values)
        assert (answer.status_code, sentence in read_page(answer).text) == (422, True)
    assert client.post(desk_of(roll), {"what": "nonsense"}).status_code == 404
    client.post(desk_of(roll), {"what": "remove", "line": HonourLine.objects.get().pk})
    assert not HonourLine.objects.exists()


def test_a_tournament_brings_its_winners_and_a_private_one_is_not_shown_outside(client, roll):
    tournament = play_evening(pairs=4, rounds=2, closed=2, name="Serata")
    Tournament.objects.filter(pk=tournament.pk).update(demonstration=False, state="finished", public=True, organizer=get_house())
    assert f"{day(tournament.date)} · Serata" in client.get(desk_of(roll)).content.decode()  # evenings of a series have one name
    client.post(desk_of(roll), {"what": "tournament", "tournament": tournament.pk})
    shown = read_page(Client().get(f"/honours/{roll.key}/")).texts(".honour-lines li")
    assert len(shown) == 1
    assert "Anna" in shown[0]
    Tournament.objects.filter(pk=tournament.pk).update(public=False)
    assert read_page(Client().get(f"/honours/{roll.key}/")).texts(".honour-lines li") == []
    HonourRoll.objects.update(public=False)
    assert (Client().get(f"/honours/{roll.key}/").status_code, client.get(f"/honours/{roll.key}/").status_code) == (404, 200)


def test_hidden_and_erased_winners_are_dots_also_where_they_were_typed(client, roll):
    tournament = play_evening(pairs=4, rounds=2, closed=2, name="Serata")
    Tournament.objects.filter(pk=tournament.pk).update(demonstration=False, state="finished", public=True, organizer=get_house())
    client.post(desk_of(roll), {"what": "tournament", "tournament": tournament.pk})
    entry = Entry.objects.get(tournament=tournament, number=1)
    person = entry.persons.first()
    name = person.name
    client.post(desk_of(roll), {"what": "year", "year": "1998", "winners": f"{name} – Manca"})
    Entry.objects.filter(tournament=tournament).update(hidden=True)
    order_erasure(person, actor=User.objects.get(username="head"), at=timezone.now(), page="/")
    text = read_page(Client().get(f"/honours/{roll.key}/")).text
    assert ("Anna" in text, "Berto" in text, "No. " in text, "Manca" in text) == (False, False, False, True)
