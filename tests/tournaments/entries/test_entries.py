"""Entries one by one and as a list."""

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from tests.tournaments.conftest import enter_pairs, found_tournament
from tournaments.entries.forms import EntryForm
from tournaments.entries.services import EntryDetails, add_entry, edit_entry, readmit_entry, withdraw_entry
from tournaments.importing.services import ListRefused, import_entries
from tournaments.models import Club, Entry, Member, Person
from tournaments.reading.files import UnreadableListError
from tournaments.reading.headings import FIELD_ROLES, PERSON_ROLES

pytestmark = pytest.mark.both_databases

ROSSI = EntryDetails(("Rossi Mario", "Bianchi Anna"), club="Bar Sport", seed=1)


def test_an_entry_has_number_name_persons_club_and_history(evening, director):
    entry = add_entry(evening, ROSSI, actor=director)
    assert (entry.number, entry.name, entry.club.name, entry.seed, entry.state) == (
        1,
        "Rossi Mario – Bianchi Anna",
        "Bar Sport",
        1,
        "entered",
    )
    assert list(entry.members.values_list("position", "person__name", "tournament")) == [
        (0, "Rossi Mario", evening.pk),
        (1, "Bianchi Anna", evening.pk),
    ]
    assert entry.history.count() == 1


def test_a_team_may_have_a_name_of_its_own(evening, director):
    assert add_entry(evening, EntryDetails(("A", "B"), name="I Briscoloni"), actor=director).name == "I Briscoloni"


def test_numbers_are_never_given_again(evening, director):
    enter_pairs(evening, director, 3)
    withdraw_entry(Entry.objects.get(number=3), actor=director)
    assert add_entry(evening, ROSSI, actor=director).number == 4


@pytest.mark.parametrize(
    ("details", "fields"),
    [
        (EntryDetails(("Rossi Mario", "Verdi")), ["person_0"]),
        (EntryDetails(("Verdi", "Mario ROSSI")), ["person_1"]),
        (EntryDetails(("Verdi", "Verdi")), ["person_1"]),
        (EntryDetails(("Verdi",)), ["person_1"]),
        (EntryDetails(()), ["person_0"]),
        (EntryDetails(("Verdi", "Neri"), seed=1), ["seed"]),
        (EntryDetails(("Verdi", "Neri"), fixed_table=4), ["fixed_table"]),
        (EntryDetails(("Verdi", "a\u202eb"), club="\u200b", note="\u200b", name="\u200b"), ["club", "name", "note", "person_1"]),
        (EntryDetails(("x" * 81, "Neri")), ["person_0"]),
    ],
)
def test_what_cannot_be_entered_is_said_at_its_box(evening, director, details, fields):
    add_entry(evening, EntryDetails(ROSSI.persons, seed=1, fixed_table=4), actor=director)
    with pytest.raises(ValidationError) as refusal:
        add_entry(evening, details, actor=director)
    assert sorted(refusal.value.message_dict) == fields
    assert (Entry.objects.count(), Person.objects.count()) == (1, 2)


def test_an_entry_may_keep_its_own_persons_seed_and_table(evening, director):
    details = EntryDetails(ROSSI.persons, seed=1, fixed_table=4)
    entry = add_entry(evening, details, actor=director)
    members = list(entry.members.values_list("pk", flat=True))
    edited = edit_entry(entry, EntryDetails(ROSSI.persons, seed=1, fixed_table=4, note="paid"), actor=director)
    assert (edited.note, list(edited.members.values_list("pk", flat=True))) == ("paid", members)


def test_a_corrected_name_leaves_no_trace_of_the_wrong_one(evening, director):
    entry = add_entry(evening, EntryDetails(("Rosi Mario", "Bianchi Anna")), actor=director)
    edited = edit_entry(entry, EntryDetails(("Rossi Mario", "Bianchi Anna")), actor=director)
    assert edited.name == "Rossi Mario – Bianchi Anna"
    assert sorted(Person.objects.values_list("name", flat=True)) == ["Bianchi Anna", "Rossi Mario"]
    assert not Person.history.filter(name="Rosi Mario").exists()
    assert edited.history.count() == 2


def test_a_person_is_known_again_in_ones_own_tournaments_only(evening, director, stranger):
    first = add_entry(evening, ROSSI, actor=director)
    again = add_entry(found_tournament(director, "Seconda serata"), ROSSI, actor=director)
    other = add_entry(found_tournament(stranger, "Altrove"), ROSSI, actor=stranger)
    persons = [list(entry.members.values_list("person", flat=True)) for entry in (first, again, other)]
    assert persons[0] == persons[1]
    assert set(persons[0]).isdisjoint(persons[2])


def test_editing_here_renames_nobody_elsewhere(evening, director):
    there = add_entry(found_tournament(director, "Seconda serata"), ROSSI, actor=director)
    here = add_entry(evening, ROSSI, actor=director)
    edit_entry(here, EntryDetails(("Rossi Maria", "Bianchi Anna")), actor=director)
    assert list(there.members.values_list("person__name", flat=True)) == ["Rossi Mario", "Bianchi Anna"]


def test_clubs_are_one_however_they_are_written(evening, director):
    for number, club in enumerate(["Società Bàr", "SOCIETÀ BÀR", "societa  bar."]):
        add_entry(evening, EntryDetails((f"A{number}", f"B{number}"), club=club), actor=director)
    assert list(Club.objects.values_list("name", flat=True)) == ["Società Bàr"]


def test_withdrawing_can_be_undone(evening, director):
    entry = add_entry(evening, ROSSI, actor=director)
    assert withdraw_entry(entry, actor=director).state == "withdrawn"
    assert withdraw_entry(entry, actor=director).history.count() == 2
    assert readmit_entry(entry, actor=director).state == "entered"


def test_assistants_enter_and_directors_withdraw(evening, director, assistant, stranger):
    entry = add_entry(evening, ROSSI, actor=assistant)
    for act in (withdraw_entry, readmit_entry):
        for user in (assistant, stranger):
            with pytest.raises(PermissionDenied):
                act(entry, actor=user)
    with pytest.raises(PermissionDenied):
        add_entry(evening, EntryDetails(("C", "D")), actor=stranger)
    with pytest.raises(PermissionDenied):
        edit_entry(entry, ROSSI, actor=stranger)
    for user in (assistant, stranger):
        with pytest.raises(PermissionDenied):
            import_entries(evening, "A / B", actor=user)


def test_a_list_is_brought_in_at_once(evening, director):
    add_entry(evening, EntryDetails(("Uno", "Due")), actor=director)
    done = import_entries(evening, "Player 1;Player 2;Club;Seed\nA;B;Bar;2\nC;D;BAR;1", actor=director)
    assert (done.first, done.last, done.count, done.left_out) == (2, 3, 2, 0)
    stored = Entry.objects.filter(number__gte=2).values_list("number", "name", "club__name", "seed")
    assert list(stored) == [(2, "A – B", "Bar", 2), (3, "C – D", "Bar", 1)]
    assert [entry.history.count() for entry in Entry.objects.all()] == [1, 1, 1]
    assert Member.objects.filter(tournament=evening).count() == 6


def test_one_bad_row_stops_the_whole_list(evening, director):
    with pytest.raises(ListRefused) as refusal:
        import_entries(evening, "A / B, Bar\nC\nD / E", actor=director)
    assert [row.line for row in refusal.value.read.bad_rows] == [2]
    assert (Entry.objects.count(), Person.objects.count(), Club.objects.count()) == (0, 0, 0)


def test_the_director_may_leave_bad_rows_out(evening, director):
    done = import_entries(evening, "A / B\nC\nD / E", actor=director, only_good=True)
    assert (done.count, done.left_out) == (2, 1)


def test_a_list_without_a_good_row_is_refused_even_so(evening, director):
    with pytest.raises(ListRefused):
        import_entries(evening, "A\nB", actor=director, only_good=True)


def test_the_list_is_judged_against_what_is_entered_at_that_moment(evening, director):
    import_entries(evening, "A / B", actor=director)
    with pytest.raises(ListRefused) as refusal:
        import_entries(evening, "B / C", actor=director)
    assert [fault.fault for fault in refusal.value.read.bad_rows[0].faults] == ["already_entered"]


def test_the_directors_word_on_the_columns_reaches_the_store(evening, director):
    import_entries(evening, "Bar\tA\tB", actor=director, roles=[FIELD_ROLES["club"], *PERSON_ROLES[:2]])
    assert Entry.objects.get().name == "A – B"


def test_a_list_that_is_none_is_refused(evening, director):
    with pytest.raises(UnreadableListError):
        import_entries(evening, ";".join("a" * 40), actor=director)


def test_a_failure_in_the_middle_stores_nothing(evening, director, monkeypatch):
    def fail(*_arguments, **_options):
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(Member.objects.__class__, "bulk_create", fail)
    with pytest.raises(RuntimeError):
        import_entries(evening, "A / B", actor=director)
    assert (Entry.objects.count(), Person.objects.count()) == (0, 0)


def test_a_telephone_at_which_nobody_answers_is_refused_where_it_is_typed_and_kept_where_it_is_stored(evening, director):
    typed = {"person_0": "Rossi Mario", "person_1": "Bianchi Anna", "phone_0": "1", "phone_1": "abc"}
    assert sorted(EntryForm(typed, size=2).errors) == ["phone_0", "phone_1"]
    assert EntryForm({**typed, "phone_0": "333 1234567", "phone_1": ""}, size=2).is_valid()
    stored = add_entry(evening, EntryDetails(ROSSI.persons, person_values=[{"phone": "1"}, {"phone": "abc"}]), actor=director)
    assert EntryForm(typed, size=2, entry=stored).is_valid()
