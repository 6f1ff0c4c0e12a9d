"""What a phone loads to enrol: if this failed, somebody far from a good network would not wait for the form, or would see it undressed."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from config import phone_files
from evenings.enrolment.services import withdraw
from tests.evenings.conftest import enrol_pair
from tests.pages import read_page
from tests.visitors.phones.test_phone_weight import count_bytes, list_loaded

pytestmark = pytest.mark.django_db
MOST_BYTES = 45_000


@pytest.fixture
def pages(evening):
    """The form, the notice, and pages of people in every state, as a phone gets them that has nothing yet."""
    people = [enrol_pair(evening, name) for name in ("Ada", "Bruno", "Carla", "Dino", "Elsa", "Furio")]
    withdraw(people[0])  # Elsa is offered the place, Furio waits
    own = [reverse("evenings:own", args=[person.code]) for person in (people[0], people[1], people[4], people[5])]
    addresses = [reverse(f"evenings:{name}", args=[evening.slug]) for name in ("enrol", "notice")]
    refused = Client().post(addresses[0], {"code": "", "person_0": "Ada"})
    assert refused.status_code == 422
    return [*(Client().get(address).content.decode() for address in (*addresses, *own)), refused.content.decode()]


def test_the_first_page_has_no_script_and_weighs_less_than_45_kilobytes(pages, figures):
    for page in pages:
        assert (list_loaded(page) & {"written/enrol.css"}, "<script" in page, "@font-face" in page) == ({"written/enrol.css"}, False, False)
        assert count_bytes(page) <= MOST_BYTES
    figures(first_page=count_bytes(pages[0]))


def test_every_class_of_these_pages_keeps_its_rules(pages):
    vocabulary = phone_files.collect_vocabulary(phone_files.ENROLLING)
    sheets = "".join((phone_files.STATIC / name).read_text(encoding="utf-8") for name in phone_files.ENROLLING.sheets)
    dressed = set(re.findall(r"\.([A-Za-z][\w-]*)", sheets))
    for page in pages:
        elements = list(read_page(page).walk())
        classes = {name for element in elements for name in element.classes}
        assert [name for name in sorted(classes & dressed) if not vocabulary.has_word(name)] == []
        assert {element.tag for element in elements} - vocabulary.elements <= {"html", "head", "meta"}
        assert {box["type"] for box in elements if box.tag == "input" and "type" in box} <= phone_files.TYPES
