"""The persons of a club through its pages. If this failed, a person could not be joined, parted, shown, taken along or erased."""

import json

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from backup.erasure import order_erasure
from federation.identities import queries
from federation.identities.queries import read_club, read_persons
from federation.models import IdentityAnswer, PersonPage
from tests.pages import read_page
from tests.scoring.evenings import play_evening
from tournaments.models import Entry, Member, Organizer, OrganizerMember, Person, Tournament, get_house

pytestmark = [pytest.mark.django_db]
FIRST, SECOND = "Maria Bianchi", "Marie Bianchi"


@pytest.fixture
def evenings(data):
    """Two evenings that are over. On both the first player of entry 1 is the same, written in two ways."""
    played = [play_evening(pairs=2, rounds=1, name=f"Serata {number}") for number in (1, 2)]
    for tournament in played:
        Tournament.objects.filter(pk=tournament.pk).update(demonstration=False, state="finished", organizer=get_house())
        for member in Member.objects.filter(tournament=tournament):
            name = {(1, 0): FIRST}.get((member.entry.number, member.position), f"Chi {tournament.pk}-{member.pk}")
            person = Person.objects.create(name=name, phone="333 1", membership="")
            Member.objects.filter(pk=member.pk).update(person=person)
    return played


@pytest.fixture
def admin(evenings):
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.create_superuser("admin", password="asso-due-tre-0000"))
    return client


def find_members(evenings):
    return [Member.objects.get(tournament=tournament, entry__number=1, position=0) for tournament in evenings]


def address_of(key, more=""):
    return f"/organizers/house/persons/{key}/{more}"


def count_persons():
    return len(read_persons(get_house()).persons)


def test_one_name_is_asked_once_joined_parted_and_the_history_tells_it(admin, evenings):
    first, second = find_members(evenings)
    assert count_persons() == 8
    assert "1 name to decide" in read_page(admin.get("/organizers/house/persons/")).text
    page = read_page(admin.get("/organizers/house/persons/questions/"))
    assert page.texts("main h2") == [FIRST]
    answer = admin.post("/organizers/house/persons/questions/", {"person": [first.pk, second.pk], "same": ""}, follow=True)
    assert "Nothing to decide: everybody is known." in read_page(answer).text
    assert count_persons() == 7
    answer = admin.post(address_of(first.pk, "part/"), {"evening": [second.pk]}, follow=True)
    assert "This person’s evenings: 1; somebody else’s: 1." in read_page(answer).text
    assert count_persons() == 8
    assert "Nothing to decide" in read_page(admin.get("/organizers/house/persons/questions/")).text
    page = read_page(admin.get(address_of(first.pk), {"join": "bianchi"}))
    assert page.texts("main form button").count("Join them") == 1
    admin.post(address_of(first.pk, "join/"), {"other": second.pk})
    assert (count_persons(), IdentityAnswer.objects.count()) == (7, 3)


def test_a_card_joins_two_spellings_and_typed_nonsense_changes_nothing(admin, evenings):
    first, second = find_members(evenings)
    Person.objects.filter(pk=second.person_id).update(name=SECOND)
    Person.objects.filter(pk__in=[first.person_id, second.person_id]).update(membership="0071")
    assert count_persons() == 7
    page = read_page(admin.get("/organizers/house/persons/", {"q": "0071"}))
    assert [row.split()[:3] for row in page.texts("main tbody tr")] == [["Marie", "Bianchi", "0071"]]
    other = Member.objects.get(tournament=evenings[0], entry__number=2, position=0)
    for path, values, sentence in (
        ("part/", {}, "tick the evenings of the other person"),
        ("part/", {"evening": [first.pk, second.pk]}, "tick the evenings of the other person"),
        ("join/", {"other": "x"}, "find the other person first"),
        ("join/", {"other": other.pk}, "nobody plays twice on an evening"),
    ):
        answer = admin.post(address_of(first.pk, path), values, follow=True)
        assert sentence in read_page(answer).text
    answer = admin.post("/organizers/house/persons/questions/", {"person": [first.pk, other.pk], f"part-{first.pk}": "0"}, follow=True)
    assert "every line needs a number from 1 to 20" in read_page(answer).text
    assert (count_persons(), IdentityAnswer.objects.count(), admin.get(address_of(999999)).status_code) == (7, 0, 404)


def test_after_a_change_only_its_evening_is_read_and_the_club_is_what_a_new_process_reads(admin, evenings, django_assert_num_queries):
    first, second = find_members(evenings)
    house, second_pair = get_house(), Member.objects.get(tournament=evenings[0], entry__number=2, position=1)
    former = read_club(house)
    with django_assert_num_queries(3):
        assert read_club(house) is former
    Entry.objects.filter(pk=second.entry_id).update(note="changed")
    with django_assert_num_queries(4):
        changed = read_club(house)
    assert (changed.recognised is former.recognised, changed.version == former.version) == (True, False)
    assert changed.seated[evenings[0].pk] is former.seated[evenings[0].pk]
    for change in (
        lambda: Person.objects.filter(pk=second.person_id).update(name=SECOND),
        lambda: Person.objects.filter(pk__in=[first.person_id, second.person_id]).update(membership="0071"),
        lambda: Entry.objects.filter(pk=first.entry_id).update(hidden=True),
        lambda: Member.objects.filter(pk=second_pair.pk).update(position=3),
        lambda: Tournament.objects.filter(pk=evenings[0].pk).update(date="2031-01-01"),
        lambda: admin.post(address_of(first.pk, "part/"), {"evening": [second.pk]}),
        lambda: order_erasure(second_pair.person, actor=User.objects.get(username="admin"), at=timezone.now(), page="/"),
        lambda: Tournament.objects.filter(pk=evenings[1].pk).update(demonstration=True),
        lambda: Tournament.objects.filter(pk=evenings[1].pk).update(demonstration=False),
    ):
        change()
        step = read_club(house)
        queries._known_clubs.clear()
        assert (step, step.version) == (read_club(house), step.version)
        assert step.version != former.version
        former = step


def test_others_see_a_person_only_when_the_person_says_so(admin, evenings):
    first, second = find_members(evenings)
    admin.post(address_of(first.pk, "join/"), {"other": second.pk})
    admin.post(address_of(first.pk, "page/"))
    page = PersonPage.objects.get()
    public, own = f"/persons/{page.key}/", f"/persons/own/{page.own_code}/"
    assert (Client().get(public).status_code, Client().get(own).status_code) == (404, 200)
    assert Client().post(own, {"shown": "world"}).status_code == 422
    Client().post(own, {"shown": "link"})
    Tournament.objects.filter(pk=evenings[1].pk).update(public=False)
    Tournament.objects.filter(pk=evenings[0].pk).update(public_names="initials")
    shown = Client(headers={"accept-language": "en"}).get(public)
    text = read_page(shown).text
    assert ("Serata 1" in text, "Serata 2" in text, FIRST in text, "Chi" in text) == (True, False, True, False)
    assert 'content="noindex"' in shown.content.decode()
    data = json.loads(Client().get(f"{own}data.json").content)
    assert [evening["tournament"] for evening in data["evenings"]] == ["Serata 1", "Serata 2"]
    assert {(row["name"], row["phone"]) for row in data["persons"]} == {(FIRST, "333 1")}
    assert "Chi" not in json.dumps(data["persons"])
    Client().post(own, {"shown": "nobody"})
    assert Client().get(public).status_code == 404


def test_erasing_reaches_every_evening_of_the_person_and_the_pages_go(admin, evenings):
    first, second = find_members(evenings)
    Person.objects.filter(pk=second.person_id).update(name=SECOND)
    admin.post(address_of(first.pk, "join/"), {"other": second.pk})
    admin.post(address_of(first.pk, "page/"))
    own = f"/persons/own/{PersonPage.objects.get().own_code}/"
    order_erasure(first.person, actor=User.objects.get(username="admin"), at=timezone.now(), page="/")
    erased = Person.objects.filter(pk__in=[first.person_id, second.person_id])
    assert set(erased.values_list("name", "phone")) == {("", "")}
    assert not Entry.objects.filter(name__contains="Bianchi").exists()
    assert (PersonPage.objects.count(), Client().get(own).status_code) == (0, 404)
    assert (count_persons(), admin.get(address_of(first.pk)).status_code) == (6, 404)


def test_another_club_knows_nobody_of_this_one(evenings):
    club = Organizer.objects.create(slug="altro", name="Altro circolo")
    user = User.objects.create_user("altro", password="asso-due-tre-0000")
    OrganizerMember.objects.create(organizer=club, user=user, role="director")
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    assert read_page(client.get("/organizers/altro/persons/")).text.count("Nobody.") == 1
    first = find_members(evenings)[0]
    assert client.get(f"/organizers/altro/persons/{first.pk}/").status_code == 404
    assert client.get(address_of(first.pk)).status_code == 404


def test_only_an_evening_that_is_over_has_a_place(admin, evenings):
    """Before the first hand everybody shared the first place, and the page of a person said so."""
    first, _second = find_members(evenings)
    admin.post(address_of(first.pk, "page/"))
    own = f"/persons/own/{PersonPage.objects.get().own_code}/"
    assert read_page(admin.get(own)).texts("td[data-label]") == ["1 / 2"]
    Tournament.objects.filter(pk=evenings[0].pk).update(state="running")
    assert read_page(admin.get(own)).texts("td[data-label]") == []
