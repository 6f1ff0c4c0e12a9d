"""A shortened address leads somewhere. If this failed, whoever cuts an address at `/desk/` would read that there is no such page."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_the_shortened_address_of_a_desk_leads_to_the_start_page():
    answer = Client().get("/desk/")
    assert (answer.status_code, answer["Location"]) == (302, "/")
