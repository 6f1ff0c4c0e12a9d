"""What is announced goes to another desk and comes home: if this failed, who enrolled would lose their place or their own page."""

import datetime as dt

import pytest
from django.db import transaction

from exchange.announcing import iterate_announcing_texts
from exchange.continuing import compare_ledgers, continue_tournament, has_news, list_lost_work
from exchange.importing import import_tournament
from exchange.places import describe_place
from exchange.reading import check_document
from exchange.values import BrokenCopy
from exchange.writing import build_document
from jobs.databases import write_tx
from tests.exchange.encoded import encode_document, parse_document
from tests.scoring.builders import NOW, build_user
from tournaments.models import Announcement, Enrolment, Entry
from tournaments.people.erasure import erase_person_rows
from tournaments.people.names import ERASED_NAME

pytestmark = pytest.mark.django_db


def write_again(tournament):
    return parse_document(encode_document(build_document(tournament)))


@pytest.mark.both_databases
def test_an_announcement_and_its_enrolments_come_back_the_same(document, elsewhere):
    tournament = import_tournament(document, actor=elsewhere).tournament
    again = write_again(tournament)["persons"]
    assert (again["announcement"], again["enrolments"]) == (document["persons"]["announcement"], document["persons"]["enrolments"])
    assert tournament.announcement.starts_at == dt.time(20, 30)
    assert tournament.enrolments.get(state="placed").entry == tournament.entries.get(number=1)


def test_the_secret_of_the_door_stays_where_it_was_printed(document, elsewhere):
    assert "porta" not in str(document)
    assert import_tournament(document, actor=elsewhere).tournament.announcement.door_key == ""


STRAYS = {
    "two with one number": (lambda p: p["enrolments"][1].update(number=1), "persons.enrolments.number", "appears twice"),
    "two with one code": (
        lambda p: p["enrolments"][1].update(code=p["enrolments"][0]["code"]),
        "persons.enrolments.code",
        "appears twice",
    ),
    "no such entry": (lambda p: p["enrolments"][0].update(entry=77), "persons.enrolments[0].entry", "refers to something"),
    "an offer for ever": (lambda p: p["enrolments"][2].update(offered_until=None), "persons.enrolments[2].offered_until", "not possible"),
    "a name that turns the line": (lambda p: p["enrolments"][0]["names"].append("a\u202eb"), "persons.enrolments[0].names", "invisible"),
    "a text that turns the line": (lambda p: p["announcement"].update(more="x" * 90 + "\u202e"), "persons.announcement.more", "invisible"),
}


@pytest.mark.parametrize("name", STRAYS)
def test_what_cannot_be_is_refused_with_its_place(document, name):
    damage, place, sentence = STRAYS[name]
    damage(document["persons"])
    with pytest.raises(BrokenCopy, match=sentence) as refused:
        check_document(document)
    assert refused.value.place == place


def test_an_enrolment_is_named_by_its_number(document):
    assert describe_place(document, "persons.enrolments[1].phone") == "enrolment 2, “phone”"


def test_long_texts_are_read_in_pieces(document):
    document["persons"]["announcement"]["address"] = "Via Roma " * 20
    assert all(len(piece) <= 80 for _place, piece in iterate_announcing_texts(document["persons"]))
    check_document(document)


def test_a_code_that_opens_another_page_here_is_refused(document, elsewhere):
    other = Entry.objects.get(tournament__name="Un altro torneo", number=1)
    code = document["persons"]["enrolments"][0]["code"]
    Enrolment.objects.create(tournament=other.tournament, number=1, code=code, names=["Pia"], made_at=NOW)
    with pytest.raises(BrokenCopy, match="something impossible"):
        import_tournament(document, actor=elsewhere)
    assert Enrolment.objects.count() == 1


def change_elsewhere(tournament, change):
    """The document after a change that this desk never saw."""
    before = transaction.savepoint()
    change(tournament)
    document = write_again(tournament)
    transaction.savepoint_rollback(before)
    return document


def let_waiting_in(tournament):
    waiting = tournament.enrolments.get(state="waiting")
    waiting.state, waiting.steps = "placed", [*waiting.steps, {"at": NOW.isoformat(), "what": "placed"}]
    waiting.save()
    Announcement.objects.filter(tournament=tournament).update(places=30, sequence=4)


def test_a_file_that_comes_home_replaces_what_is_announced_here(evening):
    document = change_elsewhere(evening, let_waiting_in)
    assert has_news(document, compare_ledgers(document))
    Enrolment.objects.create(tournament=evening, number=90, code="here", names=["Pia", "Ugo"], made_at=NOW)
    assert list_lost_work(document, evening) == ("enrolment 90, Pia – Ugo: made here, not in the file",)
    continue_tournament(document, actor=build_user("director"))
    announcement = Announcement.objects.get(tournament=evening)
    assert (announcement.places, announcement.sequence, announcement.door_key) == (30, 4, "porta")
    assert list(evening.enrolments.order_by("number").values_list("state", flat=True)) == [
        section["state"] for section in document["persons"]["enrolments"]
    ]
    assert not evening.enrolments.filter(code="here").exists()


def test_a_file_without_a_new_step_has_no_news(evening):
    document = write_again(evening)
    assert not has_news(document, compare_ledgers(document))


def test_a_name_that_was_erased_here_does_not_come_home(evening):
    document = write_again(evening)
    person = evening.entries.get(number=1).members.get(position=0).person
    name = person.name
    with write_tx():
        erase_person_rows(person, at=NOW)
    continue_tournament(document, actor=build_user("director"))
    placed = evening.enrolments.get(state="placed")
    assert (placed.names[0], placed.phone, placed.memberships) == (ERASED_NAME, "", ["", ""])
    assert name not in str(write_again(evening)["persons"]["enrolments"])
