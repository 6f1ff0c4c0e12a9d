"""If this fails, somebody loses a place, two get the same one, or nobody knows why the next was asked first."""

import datetime as dt

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from evenings.enrolment.details import EnrolmentDetails
from evenings.enrolment.services import (
    answer_offer,
    approve,
    change_enrolment,
    enrol,
    let_everybody_in,
    let_in,
    new_code,
    queue_again,
    refuse,
    settle_all_offers,
    settle_offers,
    withdraw,
)
from tests.evenings.conftest import enrol_pair, enrol_single, found_evening, read_states
from tournaments.announcing.queries import count_places, read_announcement
from tournaments.announcing.services import AnnouncementDetails, announce, cancel_evening, open_door
from tournaments.entries.services import EntryDetails, add_entry, withdraw_entry
from tournaments.models import Enrolment, Entry, Person, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.seen import Seen

pytestmark = pytest.mark.both_databases
NAMES = ("Ada", "Bruno", "Carla", "Dino", "Elsa", "Furio", "Gina")


def fill(tournament, count):
    return [enrol_pair(tournament, name) for name in NAMES[:count]]


def refresh(enrolment):
    return Enrolment.objects.get(pk=enrolment.pk)


def let_offers_end():
    Enrolment.objects.filter(state="offered").update(offered_until=timezone.now() - dt.timedelta(minutes=1))


def test_whoever_comes_has_a_place_until_there_is_none(evening):
    fill(evening, 6)
    assert [state for _name, state in read_states(evening)] == ["placed"] * 4 + ["waiting"] * 2
    assert count_places(evening).is_full
    assert Entry.objects.filter(tournament=evening).values_list("number", "name").first() == (1, "Ada Rossi – Ada Bianchi")


def test_a_place_that_becomes_free_is_offered_to_the_first_who_wait(evening):
    ada, *_others = fill(evening, 6)
    withdraw(ada)
    assert read_states(evening) == [
        ("Ada", "withdrawn"), ("Bruno", "placed"), ("Carla", "placed"), ("Dino", "placed"), ("Elsa", "offered"), ("Furio", "waiting"),
    ]  # fmt: skip
    assert not Entry.objects.filter(name__startswith="Ada").exists()
    assert not Person.objects.filter(name__startswith="Ada").exists()


def test_nobody_passes_whoever_was_offered_a_place(evening):
    ada, *_others = fill(evening, 6)
    withdraw(ada)
    assert enrol_pair(evening, "Gina").state == "waiting"
    assert count_places(evening).taken == 4


def test_an_offer_is_accepted_once_however_often_it_is_pressed(evening):
    ada, *_rest, elsa, _furio = fill(evening, 6)
    withdraw(ada)
    assert answer_offer(elsa, accepted=True).state == "placed"
    assert answer_offer(elsa, accepted=True).state == "placed"
    assert Entry.objects.filter(tournament=evening).count() == 4


def test_who_declines_gives_the_place_to_the_next(evening):
    ada, *_rest, elsa, furio = fill(evening, 6)
    withdraw(ada)
    assert answer_offer(elsa, accepted=False).state == "withdrawn"
    assert refresh(furio).state == "offered"


def test_an_offer_that_is_over_goes_to_the_next_and_cannot_be_accepted(evening):
    ada, *_rest, elsa, furio = fill(evening, 6)
    withdraw(ada)
    let_offers_end()
    with pytest.raises(ChangeRefused):
        answer_offer(elsa, accepted=True)
    assert settle_offers(evening)
    assert (refresh(elsa).state, refresh(furio).state) == ("withdrawn", "offered")
    assert [step["what"] for step in refresh(elsa).steps] == ["enrolled", "waiting", "offered", "lapsed"]


def test_the_sweeper_settles_offers_that_nobody_looks_at(evening):
    ada, *_rest, _elsa, furio = fill(evening, 6)
    withdraw(ada)
    let_offers_end()
    assert settle_all_offers(timezone.now()) == 1
    assert refresh(furio).state == "offered"
    assert settle_all_offers(timezone.now()) == 0


def test_an_offer_never_lasts_beyond_the_start(director):
    tournament = found_evening(director, days=0, starts_at=(timezone.localtime() + dt.timedelta(minutes=30)).time())
    if timezone.localdate() != timezone.localdate(timezone.now() + dt.timedelta(minutes=31)):
        tournament.date = timezone.localdate(timezone.now() + dt.timedelta(minutes=30))
        tournament.save()
    ada, *_rest, elsa, _furio = fill(tournament, 6)
    withdraw(ada)
    assert refresh(elsa).state == "offered"
    assert refresh(elsa).offered_until <= timezone.now() + dt.timedelta(minutes=31)


def test_without_time_to_answer_a_free_place_goes_to_the_next_at_once(director):
    tournament = found_evening(director, offer_hours=0)
    ada, *_rest, elsa, _furio = fill(tournament, 6)
    withdraw(ada)
    assert refresh(elsa).state == "placed"


def test_whoever_comes_back_comes_to_the_end_of_the_list(evening):
    ada, *_rest, elsa, furio = fill(evening, 6)
    withdraw(elsa)
    assert queue_again(elsa).state == "waiting"
    assert refresh(elsa).number > furio.number
    withdraw(ada)
    assert refresh(furio).state == "offered"


def test_a_place_that_the_desk_makes_free_is_offered_too(evening, director):
    *_rest, elsa, _furio = fill(evening, 6)
    withdraw_entry(Entry.objects.get(tournament=evening, number=1), actor=director)
    assert settle_offers(evening)
    assert refresh(elsa).state == "offered"


def test_a_higher_limit_is_offered_to_who_wait(evening, director):
    *_rest, elsa, furio = fill(evening, 6)
    announce(evening, AnnouncementDetails(**{**declared(evening), "places": 5}), actor=director)
    settle_offers(evening)
    assert (refresh(elsa).state, refresh(furio).state) == ("offered", "waiting")


def declared(tournament):
    details = AnnouncementDetails.of(read_announcement(tournament))
    return {name: getattr(details, name) for name in details.__slots__}


def test_entries_that_the_desk_types_take_places_too(evening, director):
    for number in range(4):
        add_entry(evening, EntryDetails((f"A{number}", f"B{number}")), actor=director)
    assert enrol_pair(evening, "Ada").state == "waiting"


def test_singles_fill_a_place_by_two(evening):
    fill(evening, 3)
    assert [enrol_single(evening, name).state for name in ("Ivo", "Lia", "Mino")] == ["placed", "placed", "waiting"]
    assert enrol_pair(evening, "Gina").state == "waiting"


def test_a_single_who_completes_a_pair_passes_pairs_that_wait(evening):
    fill(evening, 3)
    enrol_single(evening, "Ivo")
    assert enrol_pair(evening, "Gina").state == "waiting"
    assert enrol_single(evening, "Lia").state == "placed"


def test_with_approval_the_director_decides_first(director):
    tournament = found_evening(director, enrols="approved")
    asked = enrol_pair(tournament, "Ada")
    assert (asked.state, Entry.objects.filter(tournament=tournament).count()) == ("asked", 0)
    assert approve(asked, actor=director).state == "placed"
    refused = refuse(enrol_pair(tournament, "Bruno"), actor=director)
    assert (refused.state, approve(refused, actor=director).state) == ("refused", "placed")


def test_the_director_lets_in_one_or_all_beyond_the_limit(evening, director):
    *_rest, elsa, _furio, gina = fill(evening, 7)
    assert let_in(gina, actor=director).state == "placed"
    assert refresh(elsa).state == "waiting"
    assert let_everybody_in(evening, actor=director) == 2
    assert read_announcement(evening).places == 7
    assert [state for _name, state in read_states(evening)] == ["placed"] * 7


def test_only_staff_decides(evening, django_user_model):
    stranger = django_user_model.objects.create_user("stranger")
    enrolment = fill(evening, 5)[-1]
    for decide in (approve, refuse, let_in, withdraw):
        with pytest.raises(PermissionDenied):
            decide(enrolment, actor=stranger)


@pytest.mark.parametrize(
    ("names", "field"),
    [
        (("Ada Rossi", "Nuovo Neri"), "person_0"),
        (("Nuovo Neri", "bianchi ADA"), "person_1"),
        (("Nuovo Neri", "Nuovo Neri"), "person_1"),
        (("Nuovo Neri", "a\u202eb"), "person_1"),
        (("Nuovo Neri", "x" * 81), "person_1"),
        (("Nuovo Neri",), "person_1"),
    ],
)
def test_who_is_in_the_list_already_and_names_that_are_none_are_said_at_their_box(evening, names, field):
    fill(evening, 5)
    before = Enrolment.objects.count()
    with pytest.raises(ValidationError) as refusal:
        enrol(evening, EnrolmentDetails(names, phone="1"), code=new_code(), origin="phone")
    assert field in refusal.value.message_dict
    assert Enrolment.objects.count() == before


def test_somebody_who_waits_cannot_enrol_twice_either(evening):
    fill(evening, 5)
    with pytest.raises(ValidationError):
        enrol(evening, EnrolmentDetails(("Elsa Rossi", "Altro Neri"), phone="1"), code=new_code(), origin="phone")


def test_the_same_form_sent_twice_is_one_enrolment(evening):
    code, details = new_code(), EnrolmentDetails(("Ada Rossi", "Ada Bianchi"), phone="1")
    first, second = (enrol(evening, details, code=code, origin="phone") for _time in range(2))
    assert first.pk == second.pk
    assert Entry.objects.filter(tournament=evening).count() == 1


def test_what_is_stored_of_a_known_person_is_never_changed_by_a_stranger(evening, director):
    add_entry(evening, EntryDetails(("Ada Rossi", "Ada Bianchi"), person_values=[{"phone": "111"}, {}]), actor=director)
    other = found_evening(director, name="Venerdì")
    enrol_pair(other, "Ada")
    assert Person.objects.get(name="Ada Rossi").phone == "111"
    assert Person.objects.filter(name="Ada Rossi").count() == 1


def close_by_deadline(tournament, director):
    announce(tournament, AnnouncementDetails(**{**declared(tournament), "closes_at": timezone.now() - dt.timedelta(1)}), actor=director)


def close_by_choice(tournament, director):
    announce(tournament, AnnouncementDetails(**{**declared(tournament), "enrols": "closed"}), actor=director)


def call_off(tournament, director):
    cancel_evening(tournament, actor=director)


def begin(tournament, director):
    Tournament.objects.filter(pk=tournament.pk).update(state="running")


def let_the_day_pass(tournament, director):
    Tournament.objects.filter(pk=tournament.pk).update(date=timezone.localdate() - dt.timedelta(days=1))


def hide(tournament, director):
    Tournament.objects.filter(pk=tournament.pk).update(public=False)


@pytest.mark.parametrize("close", [close_by_deadline, close_by_choice, call_off, begin, let_the_day_pass, hide])
def test_a_form_that_comes_back_after_the_enrolment_was_closed_stores_nothing(evening, director, close):
    close(evening, director)
    evening.refresh_from_db()
    with pytest.raises(ChangeRefused):
        enrol_pair(evening, "Ada")
    assert Enrolment.objects.count() == 0


def test_at_the_entrance_people_enrol_after_the_deadline_until_the_code_is_closed(evening, director):
    close_by_deadline(evening, director)
    key = open_door(evening, actor=director).door_key
    details = EnrolmentDetails(("Ada Rossi", "Ada Bianchi"), phone="1")
    assert enrol(evening, details, code=new_code(), origin="door", door_key=key).state == "placed"
    assert open_door(evening, actor=director).door_key != key
    with pytest.raises(ChangeRefused):
        enrol(evening, EnrolmentDetails(("B Rossi", "B Bianchi"), phone="1"), code=new_code(), origin="door", door_key=key)


def test_a_change_of_names_changes_the_entry_and_keeps_its_number(evening):
    ada = fill(evening, 2)[0]
    change_enrolment(ada, EnrolmentDetails(("Ada Rossi", "Neri Piero"), phone="333 1234567"))
    assert Entry.objects.get(tournament=evening, number=1).name == "Ada Rossi – Neri Piero"
    assert not Person.objects.filter(name="Ada Bianchi").exists()


def test_a_form_that_was_filled_in_on_an_outdated_page_changes_nothing(evening):
    ada = fill(evening, 1)[0]
    with pytest.raises(ChangeRefused):
        change_enrolment(ada, EnrolmentDetails(("Ada Rossi", "Neri Piero"), phone="1"), seen=Seen("old", lambda: "new"))
    assert refresh(ada).names == ["Ada Rossi", "Ada Bianchi"]


def test_once_it_has_begun_only_the_desk_withdraws_and_the_entry_stays_in_the_results(evening, director):
    ada = fill(evening, 1)[0]
    begin(evening, director)
    with pytest.raises(ChangeRefused):
        withdraw(ada)
    Entry.objects.filter(tournament=evening).update(state="present")
    withdraw(ada, actor=director)
    assert Entry.objects.get(tournament=evening, number=1).state == "withdrawn"


def test_the_number_of_an_entry_that_was_deleted_is_not_given_again(evening):
    ada, _bruno = fill(evening, 2)
    bruno = Entry.objects.get(tournament=evening, number=2)
    withdraw(Enrolment.objects.get(entry=bruno))
    withdraw(ada)
    enrol_pair(evening, "Carla")
    assert list(Entry.objects.filter(tournament=evening).values_list("number", flat=True)) == [3]
