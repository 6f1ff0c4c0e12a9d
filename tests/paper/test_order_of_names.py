"""Names in the order of the alphabet, with letters that other languages have."""

import pytest

from paper.pairings import build_sorting_key
from tournaments.people.names import contains_words
from visitors.tournament_pages.directory import PersonLine


def test_letters_with_a_stroke_stand_beside_those_without():
    names = ["Zanni", "Østby", "Ostuni", "Łukasz", "Luca", "Đoković", "Dora", "Šimić", "Sara", "Ærø", "Aldo"]
    assert sorted(names, key=build_sorting_key) == [
        "Ærø", "Aldo", "Đoković", "Dora", "Luca", "Łukasz", "Østby", "Ostuni", "Sara", "Šimić", "Zanni",
    ]  # fmt: skip


@pytest.mark.parametrize(("typed", "name"), [("ostby", "Østby Lars"), ("Østby", "Ostby Lars"), ("lukasz", "Łukasz Nowak")])
def test_who_has_no_such_key_finds_them_too(typed, name):
    assert contains_words(name, typed)


def test_they_stand_under_the_letter_without_a_stroke():
    assert PersonLine("Østby Lars", 1, 1, "", (), "").initial == "O"
