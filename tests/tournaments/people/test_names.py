import pytest
from django.core.exceptions import ValidationError

from tournaments.people.names import (
    clean_name,
    compute_person_key,
    fold_name,
    format_first_name_and_initial,
    format_initials,
    validate_name,
)


def test_a_name_is_put_in_order():
    assert clean_name("  De\u00a0Luca \t Nicolo\u0300\n") == "De Luca Nicolò"


@pytest.mark.parametrize("name", ["D’Amico Ʒ", "Łukasz Żółw", "Nicolò dell’Ò", "李", "x" * 80])
def test_names_of_anywhere_are_allowed(name):
    validate_name(name)


@pytest.mark.parametrize("name", ["a\u202eb", "a\u200bb", "a\x00b", "a\u2028b", "a\ue000b", "\ud800", "x" * 81])
def test_names_that_deceive_are_refused(name):
    with pytest.raises(ValidationError):
        validate_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Rossi Mario", "MARIO  ROSSI"), ("D’Amico Nicolò", "nicolo d'amico"), ("Straße", "STRASSE"), ("De-Luca", "de luca")],
)
def test_one_person_written_in_two_ways(one, other):
    assert compute_person_key(one) == compute_person_key(other)


def test_different_people_have_different_keys():
    assert compute_person_key("Rossi Maria") != compute_person_key("Rossi Mario")
    assert fold_name("Bar  Sport!") == "bar sport"


@pytest.mark.parametrize(
    ("name", "surname_first", "short"),
    [
        ("Maria Bianchi", False, "Maria B."),
        ("Bianchi Maria", True, "Maria B."),
        ("Bianchi, Maria", False, "Maria B."),
        ("Anna Maria Bianchi", False, "Anna B."),
        ("Maria De Luca", False, "Maria D."),
        ("De Luca Maria", True, "Maria D."),
        ("Nicolò dell’Ò", False, "Nicolò d."),
        ("Mario “il Rosso” Rossi", False, "Mario R."),
        ("Bianchi M.", False, "B. M."),
        ("Bianchi", False, "B."),
        ("", False, ""),
        ("!", True, ""),
    ],
)
def test_a_first_name_and_an_initial_tell_no_surname(name, surname_first, short):
    assert format_first_name_and_initial(name, surname_first=surname_first).casefold() == short.casefold()


def test_initials_stand_in_the_order_of_the_name():
    assert [format_initials(name) for name in ("Maria De Luca", "èlia D’Amico", "(Pippo)", "")] == ["M. D. L.", "È. D.", "P.", ""]
