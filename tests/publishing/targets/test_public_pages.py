"""Links, codes and messages once pages are published elsewhere. If this failed, friends would get addresses that open in the hall alone."""

import pytest
from django.test import RequestFactory
from django.urls import reverse

from evenings.posters.links import build_poster_link
from publishing.models import Target
from publishing.targets.services import end_target
from scoring.page_versions import read_page_version
from tests.publishing.conftest import Drive
from tournaments.models import Announcement, Match, Tournament
from tournaments.pages.addresses import build_phone_address, build_public_address, has_public_address

pytestmark = [pytest.mark.django_db]
SITE, WEB = "https://cards.example.org/tournaments/x", "https://club.example.org/cards"


def link(name, *arguments, host="localhost"):
    return build_public_address(RequestFactory().get("/", HTTP_HOST=host), reverse(name, args=arguments))


def test_without_a_target_nothing_changes(evening, sources, settings, django_assert_num_queries):
    settings.PUBLIC_ADDRESS = "https://own.example.org"
    assert link("tournaments:public", evening.slug) == f"https://own.example.org/tournaments/{evening.slug}/"
    with django_assert_num_queries(0):
        link("tournaments:public", evening.slug)


def test_a_site_has_every_page_below_its_own_path(target, evening):
    code = Match.objects.filter(round__stage__tournament=evening, kind="played").first().code
    assert link("tournaments:public", evening.slug) == ""
    Drive(target).until_quiet()
    assert link("tournaments:public", evening.slug) == f"{SITE}/"
    assert link("scoring:public_match", evening.slug, code) == f"{SITE}/matches/{code}/"
    assert link("tournaments:home") == "https://cards.example.org/"
    assert has_public_address(RequestFactory().get("/"))


def test_a_folder_has_the_file_of_a_page_else_the_overview(space, evening):
    Drive(space).until_quiet()
    assert link("tournaments:public", evening.slug) == f"{WEB}/{evening.slug}/"
    assert link("scoring:public_standings", evening.slug) == f"{WEB}/{evening.slug}/standings/"
    assert link("scoring:public_player", evening.slug, 3) == f"{WEB}/{evening.slug}/players/3.html"
    assert link("scoring:public_bracket", evening.slug) == f"{WEB}/{evening.slug}/"


def test_who_enrols_is_led_to_the_overview_unless_the_desk_itself_is_reached(target, evening, settings):
    Drive(target).until_quiet()
    request, announcement = RequestFactory().get("/"), Announcement(tournament=evening)
    poster = build_poster_link(request, evening, announcement, enrols=True, hall=False)
    assert (poster.address, poster.caption) == (f"{SITE}/", "Everything about it")
    settings.PUBLIC_ADDRESS = "https://own.example.org"
    poster = build_poster_link(request, evening, announcement, enrols=True, hall=False)
    assert (poster.address, poster.caption) == (f"https://own.example.org/tournaments/{evening.slug}/enrol/", "Enrol here")


def test_what_belongs_into_the_hall_stays_there(target, evening):
    Drive(target).until_quiet()
    assert build_public_address(RequestFactory().get("/"), "/t") == ""
    assert build_phone_address(RequestFactory().get("/"), "/t") == "http://testserver/t"


def test_private_ones_and_those_that_were_removed_have_no_address_outside(target, evening):
    drive = Drive(target).until_quiet()
    Tournament.objects.filter(pk=evening.pk).update(public=False)
    assert link("tournaments:public", evening.slug) == ""
    drive.until_quiet()
    Tournament.objects.filter(pk=evening.pk).update(public=True)
    assert link("tournaments:public", evening.slug) == ""
    drive.until_quiet()
    assert link("tournaments:public", evening.slug) == f"{SITE}/"
    Target.objects.update(ending="removes")
    assert link("tournaments:public", evening.slug) == ""


@pytest.mark.parametrize("removes", [True, False])
def test_pages_that_were_drawn_before_are_drawn_anew_when_it_is_outside_and_when_it_is_gone(target, evening, removes):
    """They hold addresses: those of the hall before, those outside from then on."""
    before = read_page_version(evening.slug)
    Drive(target).until_quiet()
    outside = read_page_version(evening.slug)
    end_target(Target.objects.get(), removes=removes)
    if removes:
        Drive(target).until_quiet()
    after = read_page_version(evening.slug)
    assert len({version.text for version in (before, outside, after)}) == 3
