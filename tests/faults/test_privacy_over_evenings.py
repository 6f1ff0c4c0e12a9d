"""What is told over several evenings: cards and pages of persons, ratings, rolls of honour, seasons. If this failed, a name that no evening
tells would stand there: of an opponent, a partner, a winner.
"""

import io

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader

from backup.erasure import order_erasure
from federation.identities.queries import read_persons
from federation.identities.services import answer_identity, open_page
from federation.models import PersonPage
from federation.ratings.services import count_ratings
from rankings.seasons.services import set_rule
from records.models import HonourRoll
from tests.faults.addresses import every_address
from tests.faults.test_privacy import CANARY, FORMS
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import play_evening
from tests.scoring.seasons import RULE, build_season
from tournaments.models import Entry, Member, Person, Season, Stage, Tournament, get_house

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("refusals_unlogged")]
OVER_EVENINGS = {"page_key", "roll_key", "club_slug", "season_slug"}
PUBLIC = {"everybody", "season_visitor"}


@pytest.fixture
def evenings(data):
    """Two evenings of one season, one rating, one roll; everybody but the pair whose pages are public has the surname that is watched."""
    played = [play_evening(game_key="marafon", pairs=4, rounds=2, closed=2, name=f"Serata {number}", seed="lots") for number in (1, 2)]
    keys = [tournament.pk for tournament in played]
    Tournament.objects.filter(pk__in=keys).update(demonstration=False, state="finished", public=True, organizer=get_house())
    for entry in Entry.objects.filter(tournament__in=keys).exclude(number=1):
        for member in Member.objects.filter(entry=entry):
            Person.objects.filter(pk=member.person_id).update(name=f"{('Gina', 'Rino')[member.position]}{entry.number} {CANARY}")
        Entry.objects.filter(pk=entry.pk).update(name=f"Gina{entry.number} {CANARY} – Rino{entry.number} {CANARY}")
    head = User.objects.create_superuser("head", password="asso-due-tre-0000")
    for question in read_persons(get_house()).questions:
        answer_identity(get_house(), {key: 1 for person in question for key in person.keys}, actor=head, at=NOW)
    Stage.objects.filter(tournament__in=keys).update(state="finished")
    set_rule(build_season(*Tournament.objects.filter(pk__in=keys).order_by("pk")), actor=build_user(), typed=RULE)
    Season.objects.update(public=True)
    return keys


@pytest.fixture
def targets(evenings):
    """Arguments of the public addresses."""
    head = User.objects.get(username="head")
    own = Member.objects.filter(tournament=evenings[0], entry__number=1, position=0).get()
    open_page(get_house(), read_persons(get_house()).by_key[own.pk], actor=head, at=NOW)
    PersonPage.objects.update(shown="listed")
    client = Client()
    client.force_login(head)
    client.post("/organizers/house/honours/", {"name": "Memorial"})
    roll = HonourRoll.objects.get()
    HonourRoll.objects.update(public=True)
    for key in evenings:
        client.post(f"/organizers/house/honours/{roll.key}/", {"what": "tournament", "tournament": key})
    return {
        "page_key": PersonPage.objects.get().key,
        "roll_key": roll.key,
        "club_slug": "house",
        "season_slug": Season.objects.get().slug,
        "paper_size": "a4",
    }


def read_answers(targets):
    """By name of the address, what anybody is answered there."""
    count_ratings(get_house())
    told = {}
    for address in every_address():
        if address.policy in PUBLIC and OVER_EVENINGS & set(address.arguments):
            answer = Client(headers={"accept-language": "en"}).get(address.of(targets), follow=True)
            content = answer.content
            if content.startswith(b"%PDF"):
                content = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages).encode()
            told[address.name] = (answer.status_code, content.decode(errors="replace"))
    return told


def test_the_canary_sings_where_full_names_are_told(targets):
    told = read_answers(targets)
    assert {name for name, (status, _text) in told.items() if status != 200} == set()
    silent = {name for name, (_status, text) in told.items() if CANARY not in text}
    assert silent == {"federation:public_person", "federation:public_rating"}, "they tell of those who want to be seen there"


@pytest.mark.parametrize("form", [*FORMS, "erased"])
def test_a_name_that_no_evening_tells_stands_nowhere(evenings, targets, form):
    if form == "hidden":
        Entry.objects.filter(tournament__in=evenings).exclude(number=1).update(hidden=True)
    elif form == "erased":
        for person in Person.objects.filter(name__contains=CANARY):
            order_erasure(person, actor=User.objects.get(username="head"), at=timezone.now(), page="/")
    else:
        Tournament.objects.filter(pk__in=evenings).update(public_names=form)
    assert [name for name, (_status, text) in read_answers(targets).items() if CANARY in text] == []
