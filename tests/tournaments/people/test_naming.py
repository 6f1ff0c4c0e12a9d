"""What everybody reads instead of a name."""

import pytest
from django.utils import timezone

from jobs.databases import write_tx
from tests.tournaments.conftest import enter_pairs, found_tournament
from tournaments.entries.services import EntryDetails, add_entry
from tournaments.models import Member, Substitution
from tournaments.people.erasure import erase_person_rows
from tournaments.people.naming import IN_FULL, PublicNaming

pytestmark = pytest.mark.django_db

PAIRS = (
    (("Maria Bianchi", "Luca Rossi"), ""),
    (("Maria Boni", "Luisa Rei"), ""),
    (("Marco Neri", "Mario Neri"), ""),
    (("Pia Verdi", "Elsa De Luca"), "Le Regine"),
    (("Ugo Zanetti", "Ivo Gallo"), "Zanetti e compagno"),
)


@pytest.fixture
def entries(evening, director):
    return [add_entry(evening, EntryDetails(persons, name=name), actor=director) for persons, name in PAIRS]


def told(evening, entries, form, **settings):
    evening.public_names = form
    for name, value in settings.items():
        setattr(evening, name, value)
    naming = PublicNaming(evening)
    return [naming.format_name(entry) for entry in entries]


def test_full_names_are_as_they_were_typed_and_cost_nothing(evening, entries, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert told(evening, entries, "full") == [entry.name for entry in entries]


def test_a_first_name_and_an_initial(evening, entries, django_assert_num_queries):
    with django_assert_num_queries(3):
        names = told(evening, entries, "first")
    assert names == ["Maria B. – Luca R.", "Maria B. – Luisa R.", "Marco N. – Mario N.", "Le Regine", "Ugo Z. – Ivo G."]


def test_initials_that_two_have_stand_beside_a_number(evening, entries):
    assert told(evening, entries, "initials") == [
        "M. B. – L. R. (1)",
        "M. B. – L. R. (2)",
        "M. N. (3.1) – M. N. (3.2)",
        "Le Regine",
        "U. Z. – I. G.",
    ]


def test_numbers_only(evening, entries, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert told(evening, entries, "numbers") == ["No. 1", "No. 2", "No. 3", "No. 4", "No. 5"]
    assert [PublicNaming(evening).format_numbered_name(entry) for entry in entries[:2]] == ["No. 1", "No. 2"]


@pytest.mark.parametrize("form", ["full", "first", "initials", "numbers"])
def test_who_asked_for_it_is_hidden_however_others_are_called(evening, entries, form):
    entries[3].hidden = True
    entries[3].save()
    assert told(evening, entries, form)[3] == "No. 4"
    assert PublicNaming(evening).format_club(entries[3]) == ""
    assert IN_FULL.format_name(entries[3]) == "Le Regine"


def test_surnames_first(evening, director):
    entry = add_entry(evening, EntryDetails(("Bianchi Maria", "De Luca Elsa")), actor=director)
    assert told(evening, [entry], "first", surname_first=True) == ["Maria B. – Elsa D."]


def test_a_team_called_after_somebody_who_was_replaced_does_not_tell(evening, director, entries):
    team = add_entry(evening, EntryDetails(("Rina Sala", "Nora Conti"), name="Gli amici di Ferrari"), actor=director)
    gone = Member.objects.get(entry=entries[0], position=0).person
    gone.name = "Enzo Ferrari"
    gone.save()
    at = {"made_by": director, "made_at": timezone.now(), "reason": "…"}
    Substitution.objects.create(entry=team, leaves=gone, comes=Member.objects.get(entry=team, position=0).person, **at)
    assert told(evening, [team], "initials") == ["R. S. – N. C."]


def test_erased_people_have_no_initial(evening, entries):
    person = Member.objects.get(entry=entries[0], position=1).person
    with write_tx():
        erase_person_rows(person, at=timezone.now())
    entries[0].refresh_from_db()
    assert told(evening, entries, "first")[0] == "Maria B. – …"


@pytest.mark.parametrize("form", ["first", "initials", "numbers"])
def test_only_a_whole_name_finds_what_is_not_shown(evening, entries, form):
    told(evening, entries, form)
    naming = PublicNaming(evening)
    wholes = ("Luca Rossi", "ROSSI luca", "Maria Bianchi – Luca Rossi", "le regine", "Elsa De Luca")
    assert [naming.find_hidden_matches(name) for name in wholes] == [{entries[at].pk} for at in (0, 0, 0, 3, 3)]
    assert [naming.find_hidden_matches(part) for part in ("Rossi", "Luca", "Luca Ros", "De Luca", "", "  ")] == [frozenset()] * 6


def test_words_of_the_staff_are_told_where_all_names_are(evening, entries):
    evening.public_names = "full"
    assert PublicNaming(evening).filter_staff_text("Rossi came late") == "Rossi came late"
    entries[0].hidden = True
    entries[0].save()
    assert PublicNaming(evening).filter_staff_text("Rossi came late") == ""


def test_names_of_another_tournament_make_no_two_the_same(director, evening, entries):
    other = found_tournament(director, "Altre azioni")
    enter_pairs(other, director, 2)
    other.public_names = "first"
    assert [PublicNaming(other).format_name(entry) for entry in other.entries.all()] == ["A. – B. (1)", "A. – B. (2)"]
