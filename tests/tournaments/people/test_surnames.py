"""Which part of a name is the surname, and the page on which the desk says so."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.scoring.builders import build_user
from tests.tournaments.conftest import enter_pairs, found_tournament
from tournaments.entries.surnames import read_surnames
from tournaments.models import Person, Tournament
from tournaments.people.name_parts import guess_surname_first, list_splits, split_name


@pytest.mark.parametrize(
    ("name", "listed"),
    [
        ("Anna Cavina", "Cavina Anna"),
        ("Cavina Anna", "Cavina Anna"),
        ("Maria Antonietta Pinna-Pintor", "Pinna-Pintor Maria Antonietta"),
        ("Anna Maria Di Lorenzo", "Di Lorenzo Anna Maria"),
        ("De Rossi Anna Maria", "De Rossi Anna Maria"),
        ("Giovanni Lo Presti", "Lo Presti Giovanni"),
        ("ROSSI Wiebke", "ROSSI Wiebke"),
        ("Wiebke DE ROSSI", "DE ROSSI Wiebke"),
        ("Rossi, Wiebke Ilse", "Rossi Wiebke Ilse"),
        ("Niccolò D’Àmico", "D’Àmico Niccolò"),
        ("Pelé", "Pelé"),
        ("Mattia Luca", "Luca Mattia"),
        ("Nino Podda junior", "Podda Nino junior"),
        ("Podda Nino jr.", "Podda Nino jr."),
        ("Sanna M.", "Sanna M."),
        ("M. Sanna", "Sanna M."),
        ("Sanna M.L.", "Sanna M.L."),
        ("De Luca José", "De Luca José"),
        ("Di Xu Wiebke", "Di Xu Wiebke"),
        ("", ""),
    ],
)
def test_the_surname_stands_in_front(name, listed):
    assert split_name(name).listed == listed


@pytest.mark.parametrize(
    ("name", "surname_first", "surname", "listed", "sure"),
    [
        ("Wiebke Xu", False, "", "Xu Wiebke", False),
        ("Wiebke Xu", True, "", "Wiebke Xu", False),
        ("Wiebke Xu", False, "Wiebke", "Wiebke Xu", True),
        ("Anna Cavina", False, "Anna", "Anna Cavina", True),
        ("Luca Mattia Xu", True, "Mattia Xu", "Mattia Xu Luca", True),
        ("Anna Cavina", False, "Verdi", "Cavina Anna", True),
    ],
)
def test_what_the_tournament_and_the_desk_say_decides(name, surname_first, surname, listed, sure):
    split = split_name(name, surname_first=surname_first, surname=surname)
    assert (split.listed, split.sure) == (listed, sure)


def test_no_reading_loses_a_word():
    for split in list_splits("Anna Maria Di Lorenzo"):
        assert sorted(split.listed.split()) == sorted(["Anna", "Maria", "Di", "Lorenzo"])


def test_a_list_shows_how_it_is_written():
    assert guess_surname_first(["Rossi Anna", "Bianchi Mario", "Luca Verdi", "Xu Wei"]) == (1, 2)


@pytest.fixture
def tournament(db) -> Tournament:
    director = build_user()
    tournament = found_tournament(director, "Serata")
    enter_pairs(tournament, director, 2)
    Person.objects.filter(name="Anna001").update(name="Wiebke Xu")
    Person.objects.filter(name="Berto001").update(name="Anna Cavina")
    return tournament


@pytest.fixture
def desk(tournament) -> Client:
    client = Client()
    client.force_login(build_user())
    return client


def press(client: Client, tournament: Tournament, reading: str) -> str:
    return client.post(reverse("tournaments:surnames", args=[tournament.slug]), {"reading": reading}, follow=True).content.decode()


def test_a_click_corrects_a_guess_and_takes_it_back(tournament, desk):
    (guessed, *_rest) = read_surnames(tournament).lines
    assert (guessed.name, guessed.split.listed, guessed.split.sure) == ("Wiebke Xu", "Xu Wiebke", False)
    assert "Lists now show “Wiebke Xu”." in press(desk, tournament, f"{guessed.person}:Wiebke")
    assert Person.objects.get(pk=guessed.person).surname == "Wiebke"
    press(desk, tournament, f"{guessed.person}:")
    assert Person.objects.get(pk=guessed.person).surname == ""


@pytest.mark.parametrize("reading", ["", "x:Xu", "999999:Xu", "{person}:Verdi", "{person}:" + "x" * 500])
def test_a_reading_that_is_none_changes_nothing(tournament, desk, reading):
    person = Person.objects.get(name="Wiebke Xu")
    assert "Not saved" in press(desk, tournament, reading.format(person=person.pk))
    assert set(Person.objects.values_list("surname", flat=True)) == {""}


def test_a_list_written_the_other_way_is_remarked(tournament, desk):
    page = reverse("tournaments:surnames", args=[tournament.slug])
    assert "Most names here" not in desk.get(page).content.decode()
    Tournament.objects.update(surname_first=True)
    assert "Most names here are written with the first name in front" in desk.get(page).content.decode()
