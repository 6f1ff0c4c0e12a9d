"""The declared fields: what a declaration must say, and that everything follows from it."""

from dataclasses import replace

import pytest
from django.utils import timezone, translation

from jobs.databases import write_tx
from tests.tournaments.conftest import found_tournament
from tournaments.entries.exports import FILE_KINDS, read_entries_list
from tournaments.entries.forms import EntryForm
from tournaments.entries.queries import read_entry_lines
from tournaments.entries.services import add_entry, edit_entry, withdraw_entry
from tournaments.fields.declaration import DeclarationError, Erasure, ValueKind, check_fields
from tournaments.fields.declared import ENTRY_FIELDS, FIELDS, FIELDS_BY_KEY, PERSON_FIELDS
from tournaments.fields.details import EntryDetails
from tournaments.importing.services import import_entries
from tournaments.models import Entry, Person
from tournaments.people.erasure import erase_person_rows
from tournaments.people.naming import PublicNaming
from tournaments.reading.files import read_file_sheets
from tournaments.reading.lists import parse_list
from tournaments.reading.rows import ExistingEntries

PHONE, NOTE, SEED = (FIELDS_BY_KEY[key] for key in ("phone", "note", "seed"))
WRONG = {
    "declared twice": [PHONE, replace(PHONE, headings="")],
    "no attribute “fax”": [replace(PHONE, key="fax")],
    "stands for “phone” and for “membership”": [PHONE, replace(FIELDS_BY_KEY["membership"], headings="tel")],
    "about a person and has no rule for erasing": [replace(PHONE, erasure=None)],
    "about a person and is no text": [replace(PHONE, kind=ValueKind.NUMBER, highest=9)],
    "may hold a name": [replace(NOTE, erasure=None)],
    "cannot be emptied with one person": [replace(NOTE, erasure=Erasure.EMPTY)],
    "without bounds": [replace(SEED, highest=0)],
    "its model has no choices": [replace(SEED, kind=ValueKind.CHOICE)],
    "neither an entry nor a person": [replace(SEED, model=object)],
}


@pytest.mark.parametrize(("sentence", "fields"), WRONG.items(), ids=WRONG)
def test_a_wrong_declaration_is_refused_with_a_sentence(sentence, fields):
    with pytest.raises(DeclarationError, match=sentence):
        check_fields(fields)


def test_ours_are_right():
    assert check_fields(FIELDS) == FIELDS


def test_an_unknown_field_is_no_detail():
    with pytest.raises(TypeError, match="fax"):
        EntryDetails(("A", "B"), fax="x")


@pytest.mark.parametrize(("model", "own"), [(Person, {"name"}), (Entry, set())])
def test_every_text_of_an_entry_or_a_person_is_declared(model, own):
    """A column that nobody declared would neither be erased nor exported."""
    declared = {field.name for field in FIELDS if field.model is model}
    texts = {column.name for column in model._meta.concrete_fields if column.get_internal_type() in {"CharField", "TextField"}}
    assert texts - declared == own


def filled(model):
    """A value for each declared field of the model that is not empty."""
    samples = {ValueKind.TEXT: "Qz", ValueKind.CLUB: "Bar Sport", ValueKind.NUMBER: 7, ValueKind.MONEY: 1250, ValueKind.YES_NO: True}
    return {field.key: samples[field.kind] for field in FIELDS if field.model is model and field.kind in samples and field.key != "number"}


def enter(tournament, director):
    """Two entries, the first with a value in every declared field."""
    people = [{key: f"{value} {at}" for key, value in filled(Person).items()} for at in (1, 2)]
    add_entry(tournament, EntryDetails(("Dessì Niccolò", "=SUM(1)"), person_values=people, **filled(Entry)), actor=director)
    return add_entry(tournament, EntryDetails(("Rossi", "Bianchi")), actor=director)


def stored(tournament):
    return [(line.number, line.name, line.persons, line.values) for line in read_entry_lines(tournament)]


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_what_leaves_as_a_list_comes_back_whole(evening, director, language, kind):
    withdraw_entry(enter(evening, director), actor=director)
    with translation.override(language):
        content = FILE_KINDS[kind][0](read_entries_list(evening))
    elsewhere = found_tournament(director, "Un’altra sera")
    import_entries(elsewhere, read_file_sheets(content)[0].text, actor=director)
    assert stored(elsewhere) == stored(evening)
    assert {key for key, value in stored(elsewhere)[0][3].items() if value in ("", None, 0, False)} == set()
    assert stored(elsewhere)[1][3]["state"] == "withdrawn"


def test_persons_who_are_new_there_get_their_values(evening, director, stranger):
    """Another director's desk knows none of these persons."""
    enter(evening, director)
    content = FILE_KINDS["csv"][0](read_entries_list(evening))
    elsewhere = found_tournament(stranger, "Altrove")
    import_entries(elsewhere, read_file_sheets(content)[0].text, actor=stranger)
    assert stored(elsewhere) == stored(evening)
    assert Person.objects.filter(name="Dessì Niccolò").count() == 2


def test_numbers_of_a_list_count_only_where_they_can(evening, director):
    text = "Numero;Coppia\n12;A / B\n4;C / D"
    import_entries(evening, text, actor=director)
    assert list(Entry.objects.values_list("number", "name")) == [(4, "C – D"), (12, "A – B")]
    import_entries(evening, "Numero;Coppia\n1;E / F\n2;G / H", actor=director)
    assert list(Entry.objects.filter(number__gt=12).values_list("number", "name")) == [(13, "E – F"), (14, "G – H")]
    twice = found_tournament(director, "Due uguali")
    import_entries(twice, "Numero;Coppia\n7;A / B\n7;C / D", actor=director)
    assert list(twice.entries.values_list("number", flat=True)) == [1, 2]


@pytest.mark.parametrize(
    ("heading", "cells"),
    [
        ("Giocatore 1;Giocatore 2;Telefono 1;Telefono 2;Tessera 1;Tessera 2", "Anna;Ugo;333 1;333 2;T1;T2"),
        ("Nome;Cellulare;N. tessera;Nome;Cellulare;N. tessera", "Anna;333 1;T1;Ugo;333 2;T2"),
        ("Giocatore;Compagno;Tel. giocatore;Tel. compagno;Tessera;Tessera compagno", "Anna;Ugo;333 1;333 2;T1;T2"),
        ("Player 1;Player 2;Phone 1;Phone 2;Membership number 1;Membership number 2", "Anna;Ugo;333 1;333 2;T1;T2"),
    ],
)
def test_telephone_and_membership_in_the_lists_of_clubs(evening, director, heading, cells):
    import_entries(evening, f"{heading}\n{cells}", actor=director)
    assert list(Person.objects.order_by("name").values_list("name", "phone", "membership")) == [
        ("Anna", "333 1", "T1"),
        ("Ugo", "333 2", "T2"),
    ]


def test_a_column_of_other_words_is_not_used(evening):
    parsed = parse_list("Giocatore 1;Giocatore 2;Pagato\nA;B;sì\nC;D;no", size=2, existing=ExistingEntries())
    assert [role.value for role in parsed.roles] == ["person_1", "person_2", "unused"]


@pytest.mark.parametrize(("cell", "key"), [("Pagato;dieci", "fee_paid"), ("Sempre al tavolo;0", "fixed_table"), ("Stato;boh", "state")])
def test_a_cell_that_is_no_value_is_named(cell, key):
    heading, value = cell.split(";")
    good = {"fee_paid": "10", "fixed_table": "4", "state": "presente"}[key]
    parsed = parse_list(f"Giocatore 1;Giocatore 2;{heading}\nA;B;{good}\nC;D;{value}", size=2, existing=ExistingEntries())
    assert [fault.field for row in parsed.bad_rows for fault in row.faults] == [key]


def test_a_table_that_is_somebodys_already_is_named(evening, director):
    add_entry(evening, EntryDetails(("Rossi", "Bianchi"), fixed_table=4), actor=director)
    text = "Giocatore 1;Giocatore 2;Sempre al tavolo\nA;B;4\nC;D;5\nE;F;5"
    existing = ExistingEntries(values={("fixed_table", 4): 1})
    parsed = parse_list(text, size=2, existing=existing)
    assert [[fault.fault for fault in row.faults] for row in parsed.rows] == [["value_taken"], [], ["value_twice"]]


def test_the_form_has_every_field_and_gives_back_what_it_shows(evening, director):
    enter(evening, director)
    entry = Entry.objects.get(number=1)
    form = EntryForm(size=2, entry=entry)
    names = {field.key for field in ENTRY_FIELDS if field.typed} | {f"{field.key}_{at}" for field in PERSON_FIELDS for at in (0, 1)}
    assert set(form.fields) == names | {"person_0", "person_1"}
    before = stored(evening)
    sent = EntryForm({name: form[name].value() for name in form.fields}, size=2, entry=entry)
    assert sent.is_valid(), sent.errors
    edit_entry(entry, sent.build_details(), actor=director)
    assert stored(evening) == before


def test_an_empty_box_empties_what_it_showed_and_nothing_else(evening, director):
    """Whoever is entered in a second tournament with empty boxes keeps the number that the desk knows."""
    enter(evening, director)
    elsewhere = found_tournament(director, "Un’altra sera")
    empty = [{"phone": "", "membership": ""}] * 2
    add_entry(elsewhere, EntryDetails(("Dessì Niccolò", "Nuova"), person_values=empty), actor=director)
    person = Person.objects.get(name="Dessì Niccolò")
    assert person.phone == "Qz 1"
    edit_entry(elsewhere.entries.get(), EntryDetails(("Dessì Niccolò", "Nuova"), person_values=empty), actor=director)
    person.refresh_from_db()
    assert (person.phone, person.membership) == ("", "")


def test_a_corrected_name_keeps_its_telephone(evening, director):
    entry = add_entry(evening, EntryDetails(("Rosi", "B"), person_values=[{"phone": "333"}]), actor=director)
    form = EntryForm(size=2, entry=entry)
    sent = EntryForm({**{name: form[name].value() for name in form.fields}, "person_0": "Rossi"}, size=2, entry=entry)
    assert sent.is_valid(), sent.errors
    edit_entry(entry, sent.build_details(), actor=director)
    assert list(Person.objects.filter(phone="333").values_list("name", flat=True)) == ["Rossi"]
    assert not Person.history.filter(name="Rosi").exists()


@pytest.mark.parametrize("field", PERSON_FIELDS, ids=lambda field: field.key)
def test_every_field_of_a_person_is_erased_with_its_history(evening, director, field):
    values = {text[: field.max_length] for text in ("CANARINO", "FRINGUELLO")}
    for text in sorted(values):
        person_values = [{field.key: text}]
        details = EntryDetails(("Rossi", "Bianchi"), person_values=person_values)
        entry = Entry.objects.filter(tournament=evening).first()
        edit_entry(entry, details, actor=director) if entry else add_entry(evening, details, actor=director)
    person = Person.objects.get(name="Rossi")
    texts = {*Person.history.filter(id=person.pk).values_list(field.name, flat=True)}
    assert values <= texts
    with write_tx():
        erase_person_rows(person, at=timezone.now())
    left = {*Person.history.values_list(field.name, flat=True), *Person.objects.values_list(field.name, flat=True)}
    assert left == {""}


def test_the_desk_sees_what_the_public_does_not(evening, director, client_of):
    enter(evening, director)
    page = client_of(director).get(f"/desk/{evening.slug}/entries/").content.decode()
    assert "Qz 1 / Qz 2" in page
    private = {field.key for field in FIELDS if not field.public}
    assert private >= {"phone", "membership", "note", "fee_paid"}
    assert all(private.isdisjoint(line.values) for line in read_entry_lines(evening, PublicNaming(evening)))
    assert "Qz 1" not in client_of().get(evening.get_absolute_url()).content.decode()
