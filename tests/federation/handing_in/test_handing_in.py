"""The result file of a tournament. If this failed, a union would get wrong places, or somebody's telephone."""

import datetime as dt
import io

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from federation.handing_in.queries import build_result_document, read_facts
from federation.models import EventFacts, SentResult
from federation.result_files.checking import Signed, check_result_file
from publishing.models import DeskKey
from scoring.models import LedgerHead, PaperStyle
from tests.pages import read_page
from tests.scoring.builders import NOW, build_tournament, build_user
from tests.scoring.evenings import play_evening
from tournaments.models import Entry, Member, Person, Tournament
from tournaments.people.erasure import erase_person_rows

pytestmark = [pytest.mark.django_db]
PHONE = "333 7654321"
FACTS = {
    "event_class": "regional",
    "organizer_name": "Circolo Prova",
    "organizer_number": "BO-7",
    "town": "Faenza",
    "card_issuer": "ARCI",
    "card_kind": "association",
}


@pytest.fixture
def evening(data):
    """Four pairs after two rounds, over, with cards, telephones and a prize for the first."""
    tournament = play_evening(pairs=4, rounds=2, closed=2)
    tournament.stages.update(state="finished")
    Tournament.objects.filter(pk=tournament.pk).update(state="finished", demonstration=False, venue="Bar Centrale")
    Person.objects.filter(memberships__tournament=tournament).update(phone=PHONE)
    for member in Member.objects.filter(tournament=tournament).exclude(entry__number=1, position=1):
        Person.objects.filter(pk=member.person_id).update(membership=f"C{member.person_id}")
    PaperStyle.objects.update_or_create(tournament=tournament, defaults={"prizes": "1: Prosciutto | due\n2: 50 €"})
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def director(evening):
    client = Client(headers={"accept-language": "en"})
    client.force_login(build_user("director"))
    return client


def save(client, tournament, spelling="json"):
    answer = client.post(f"/desk/{tournament.slug}/result-file/{spelling}/")
    assert answer.headers["Content-Disposition"].endswith(f'{tournament.slug}.result.{spelling}"')
    checked = check_result_file(answer.content)
    assert (checked.faults, checked.signed) == ((), Signed.RIGHT)
    return answer.content.decode("utf-8-sig"), checked.document


def test_the_director_saves_what_the_union_wants_and_no_telephone(director, evening):
    page = read_page(director.get(f"/desk/{evening.slug}/result-file/"))
    lacking = evening.entries.get(number=1).members.get(position=1).person.name
    assert f"1 person has no membership number: {lacking}." in page.text
    assert "A federation waits with their places and points" in page.text
    answer = director.post(f"/desk/{evening.slug}/result-file/", FACTS | {"with_hands": "on"}, follow=True)
    assert "Saved." in read_page(answer).text
    text, document = save(director, evening)
    assert PHONE not in text
    event = document["event"]
    assert (event["class"], event["organizer"]) == ("regional", {"name": "Circolo Prova", "number": "BO-7"})
    assert (event["state"], event["venue"]) == ("final", {"name": "Bar Centrale", "town": "Faenza"})
    assert (event["game"]["key"], event["game"]["options"]) == (evening.game_key, evening.rules)
    head = LedgerHead.objects.get(tournament=evening)
    assert document["ledger"] == {"entries": head.seq, "digest": head.digest}
    assert [entry["place"] for entry in document["entries"]] == sorted(entry["place"] for entry in document["entries"])
    assert document["entries"][0]["prizes"][0].startswith("Prosciutto / due") or document["entries"][0]["shared"]
    cards = {person["name"]: person["card"] for person in document["persons"]}
    assert cards.pop(lacking) is None
    assert {(card["issuer"], card["kind"]) for card in cards.values()} == {("ARCI", "association")}
    assert len(document["matches"]) == 4
    assert all(match["hands"] for match in document["matches"])
    table, twin = save(director, evening, "csv")
    assert PHONE not in table
    assert twin | {"made_at": 0, "signature": 0} == document | {"made_at": 0, "signature": 0, "matches": None}


def test_everybody_saves_names_as_they_are_shown_and_neither_cards_nor_prizes(director, evening):
    director.post(f"/desk/{evening.slug}/result-file/", FACTS)
    Tournament.objects.filter(pk=evening.pk).update(public_names="initials")
    Entry.objects.filter(tournament=evening, number=2).update(hidden=True)
    address = f"/tournaments/{evening.slug}/result.json"
    assert address in director.get(f"/tournaments/{evening.slug}/").content.decode()
    answer = Client().get(address)
    assert answer.content == Client(headers={"accept-language": "it"}).get(address).content
    assert Client().get(address.replace(".json", ".csv")).status_code == 200
    document = check_result_file(answer.content).document
    assert [person["card"] for person in document["persons"]] == [None] * 6
    assert all("." in person["name"] for person in document["persons"])
    hidden = next(entry for entry in document["entries"] if entry["number"] == 2)
    assert (hidden["persons"], hidden["name"], hidden["prizes"]) == ([], "N. 2", [])
    for changed in ({"public": False}, {"public": True, "state": "running"}, {"state": "finished", "demonstration": True}):
        Tournament.objects.filter(pk=evening.pk).update(**changed)
        assert Client().get(address).status_code == 404


def test_what_was_sent_before_a_correction_or_an_erasure_is_named_as_out_of_date(director, evening):
    address = f"/desk/{evening.slug}/result-file/"
    save(director, evening)
    assert "out of date" not in read_page(director.get(address)).text
    Person.objects.filter(memberships__entry__number=3).update(name="Corretta Maria")
    assert "is out of date" in read_page(director.get(address)).text
    save(director, evening)
    assert "is out of date" not in read_page(director.get(address)).text
    sent = SentResult.objects.first()
    person = evening.entries.get(number=1).members.get(position=0).person
    name = person.name
    erase_person_rows(person, at=sent.made_at)
    page = read_page(director.get(address)).text
    assert "1 name was erased since. Ask the person who got the old file to delete it." in page
    text, document = save(director, evening)
    assert name not in text
    assert sum(person["name"] == "" and person["card"] is None for person in document["persons"]) == 1


def test_a_tournament_that_goes_on_again_gives_a_provisional_file_and_practice_says_so(director, evening):
    Tournament.objects.filter(pk=evening.pk).update(state="running")
    assert "The result is not final" in read_page(director.get(f"/desk/{evening.slug}/result-file/")).text
    assert save(director, evening)[1]["event"]["state"] == "provisional"
    Tournament.objects.filter(pk=evening.pk).update(demonstration=True)
    assert save(director, evening)[1]["event"]["state"] == "practice"


def test_one_key_signs_everything_and_what_is_typed_wrong_stays(director, evening):
    first, second = save(director, evening)[1], save(director, evening, "csv")[1]
    assert first["signature"]["key"] == second["signature"]["key"]
    assert DeskKey.objects.count() == 1
    answer = director.post(f"/desk/{evening.slug}/result-file/", FACTS | {"event_class": "world", "town": "Forlì"})
    assert (answer.status_code, EventFacts.objects.count()) == (422, 0)
    assert 'value="Forlì"' in answer.content.decode()
    assert director.post(f"/desk/{evening.slug}/result-file/xml/").status_code == 404


def test_the_validator_answers_on_its_page_and_on_the_console(director, evening, tmp_path, capsys):
    content = director.post(f"/desk/{evening.slug}/result-file/json/").content
    page = read_page(director.post("/result-file/", {"file": io.BytesIO(content)}))
    assert "is sound." in page.text
    broken = content.replace(b'"final"', b'"provisional"')
    answer = director.post("/result-file/", {"file": io.BytesIO(broken)})
    assert answer.status_code == 422
    assert "signature: does not fit: the file was changed after it was signed." in read_page(answer).text
    assert director.post("/result-file/", {}).status_code == 422
    assert director.get("/result-file/schema.json").json()["properties"]["format"] == {"const": "card-result"}
    path = tmp_path / "evening.json"
    path.write_bytes(content)
    call_command("check_result_file", str(path))
    assert ": sound, signed by " in capsys.readouterr().out
    path.write_bytes(broken)
    with pytest.raises(CommandError, match=r"Files that are not sound: 1\."):
        call_command("check_result_file", str(path))


def test_the_next_evening_of_a_club_knows_whose_cards_they_are(director, evening):
    director.post(f"/desk/{evening.slug}/result-file/", FACTS)
    later, before = (build_tournament(slug=slug, state="finished") for slug in ("later", "before"))
    Tournament.objects.filter(pk=later.pk).update(date=evening.date + dt.timedelta(days=7), organizer=evening.organizer)
    Tournament.objects.filter(pk=before.pk).update(date=evening.date - dt.timedelta(days=7), organizer=evening.organizer)
    told = [build_result_document(Tournament.objects.get(pk=one.pk), at=NOW, public=False)["event"] for one in (later, before)]
    assert [event["organizer"].get("number") for event in told] == ["BO-7", ""]
    assert (read_facts(Tournament.objects.get(pk=later.pk)).card_issuer, told[0]["class"]) == ("ARCI", "club")
