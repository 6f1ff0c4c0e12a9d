"""The page that other sites show in a frame. If these failed, clubs could not show their evenings, or any page could be framed."""

import pytest
from django.test import Client

from tests.pages import read_page

pytestmark = pytest.mark.django_db


def test_only_the_page_made_for_it_may_be_framed(announce):
    announce("Serata", 1)
    framed, page = Client().get("/embed/calendar/"), Client().get("/calendar/")
    assert ("frame-ancestors *" in framed["Content-Security-Policy"], "X-Frame-Options" in framed) == (True, False)
    assert ("frame-ancestors 'none'" in page["Content-Security-Policy"], page["X-Frame-Options"]) == (True, "DENY")
    again = Client().get("/embed/calendar/", headers={"if-none-match": framed["ETag"]})
    assert (again.status_code, "frame-ancestors *" in again["Content-Security-Policy"]) == (304, True)


def test_a_framed_page_is_small_and_has_no_form_and_no_cookie(announce):
    announce("Serata", 1)
    answer = Client().get("/embed/calendar/")
    text = answer.content.decode()
    assert (answer.cookies, "<form" in text, len(text) < 3_000) == ({}, False, True)
    assert 'target="_blank"' in text


def test_a_framed_page_speaks_the_language_of_its_address(announce):
    assert 'lang="it"' in Client().get("/embed/calendar/?lang=it").content.decode()


def test_a_framed_page_is_the_same_for_somebody_with_a_login(announce, director_client):
    announce("Serata", 1)
    answer = director_client.get("/embed/calendar/?lang=it")
    assert ('lang="it"' in answer.content.decode(), "frame-ancestors *" in answer["Content-Security-Policy"]) == (True, True)


def test_the_calendar_gives_the_text_of_the_frame(announce, settings):
    settings.ALLOWED_HOSTS = ["*"]
    answer = Client().get("/calendar/?place=forl%C3%AC", headers={"host": "tornei.example.org"})
    text, line = answer.content.decode(), read_page(answer).find("#frame-line").text
    assert line.startswith('<iframe src="http://tornei.example.org/embed/calendar/?place=forl%C3%AC&amp;lang=en" ')
    assert "webcal://tornei.example.org/calendar/evenings.ics?" in text
    assert "empty frame" not in text


def test_a_private_address_is_warned_of(announce):
    text = Client().get("/calendar/").content.decode()
    assert ("empty frame" in text, "webcal:" in text) == (True, False)
