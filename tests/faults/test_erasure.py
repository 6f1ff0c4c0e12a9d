"""After a person is erased the name is nowhere that is ours, and everything else is as it was."""

import io
from pathlib import Path

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test import Client
from django.utils import timezone

from jobs.files import result_directory
from scoring.models import LedgerText
from scoring.queries.ledger import current_head
from scoring.queries.verification import standings_digest, verify_tournament
from scoring.safety import backups
from scoring.services.erasure import erase_person
from tests.scoring.builders import build_actor, build_user
from tests.scoring.evenings import play_evening, quarrel
from tournaments.models import Entry, Person
from tournaments.services.entries import EntryDetails, edit_entry

pytestmark = [pytest.mark.slow, pytest.mark.both_databases, pytest.mark.usefixtures("committed")]
NAME = "Zebedea Canarini"
PARTS = ("Zebedea", "Canarini")


@pytest.fixture
def evening(data, settings):
    settings.BACKUPS = data / "backups"
    tournament = play_evening()
    director = build_user("director")
    entry = tournament.entries.get(number=1)
    edit_entry(entry, EntryDetails(persons=(NAME, "Berto001"), club="Bar 1", note=f"portata da {NAME}"), actor=director)
    match = quarrel(tournament)
    text = LedgerText.objects.get(tournament=tournament)
    assert (match.ledger.exists(), bool(text.text)) == (True, True)
    result_directory().mkdir(parents=True)
    (result_directory() / "old.pdf").write_bytes(NAME.encode())
    backups.make_backup(occasion="asked")
    return tournament


def person():
    return Person.objects.get(name=NAME)


def everything_kept(tournament, data):
    """Name and bytes of whatever could hold a name: files, and every page and export of the tournament."""
    if connection.vendor == "sqlite":
        database = connection.settings_dict["NAME"]
        for path in (Path(database), Path(f"{database}-wal")):
            if path.is_file():
                yield str(path), path.read_bytes()
    else:
        yield "rows", all_rows()
    for path in data.rglob("*"):
        if path.is_file():
            yield str(path), path.read_bytes()
    client = Client()
    client.force_login(build_user("director"))
    slug = tournament.slug
    for page in ("entries/", "entries/export.csv", "results/", "standings/", "safety/", "safety/file/", "print/"):
        yield page, client.get(f"/desk/{slug}/{page}").content


def all_rows():
    with connection.cursor() as cursor:
        found = io.StringIO()
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {table}")  # the tables' own names
            found.write(repr(cursor.fetchall()))
    return found.getvalue().encode()


def places_of_the_name(tournament, data):
    return [name for name, content in everything_kept(tournament, data) if any(part.encode() in content for part in PARTS)]


def test_the_name_is_gone_and_nothing_else(evening, data, figures):
    before = (str(current_head(evening)), standings_digest(evening))
    found = places_of_the_name(evening, data)
    erase_person(person(), actor=build_user("director"), at=timezone.now())
    left = places_of_the_name(evening, data)
    figures(places_before=len(found), places_after=len(left), database=connection.vendor)
    assert found != []
    assert left == []
    assert verify_tournament(evening) == ()
    assert (str(current_head(evening)), standings_digest(evening)) == before
    assert Entry.objects.get(tournament=evening, number=1).name == "… – Berto001"


def test_emptying_the_row_alone_is_not_enough(evening, data):
    """The positive control: histories, names of entries, files, and what lingers in the database file."""
    Person.objects.filter(name=NAME).update(name="")
    assert places_of_the_name(evening, data) != []


def test_words_beside_the_ledger_lose_the_name_with_their_salt(evening):
    erase_person(Person.objects.get(name="Anna002"), actor=build_user("director"), at=timezone.now())
    assert LedgerText.objects.get(tournament=evening).text != ""
    LedgerText.objects.get(tournament=evening)
    Person.objects.filter(name=NAME).update(name="Anna001")
    erase_person(Person.objects.get(name="Anna001"), actor=build_user("director"), at=timezone.now())
    words = LedgerText.objects.get(tournament=evening)
    assert (words.text, words.salt) == ("", "")
    assert verify_tournament(evening) == ()


def test_only_who_directs_every_tournament_of_the_person_may(evening):
    build_actor("assistant", evening)
    with pytest.raises(PermissionDenied):
        erase_person(person(), actor=build_user("assistant"), at=timezone.now())
    assert person().name == NAME
