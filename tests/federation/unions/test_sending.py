"""A desk sends the result of an evening to a union by a command, over HTTP."""

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from federation.models import TakenResult, Union, UnionClub
from federation.union_rankings.services import found_union
from publishing.models import Target
from publishing.targets.services import provide_public_key
from tests.pages import read_page
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import play_evening
from tournaments.models import Organizer, OrganizerMember, Tournament


def build_director_of(organizer):
    OrganizerMember.objects.create(organizer=organizer, user=build_user("director"), role="director")
    return organizer


def test_the_command_sends_what_counts_and_says_why_it_was_not_taken_in(data, committed, live_server, capsys):
    tournament = play_evening(pairs=2, rounds=1)
    organizer = Organizer.objects.create(slug="federazione", name="Federazione Prova")
    union = found_union(build_director_of(organizer), actor=build_user("director"))
    address = f"{live_server.url}/unions/federazione/"
    with pytest.raises(CommandError, match="hand in the first file on your club’s page"):
        call_command("send_result", tournament.slug, address)
    UnionClub.objects.create(union=union, number="MO-1", name="Burraco Modena", key=provide_public_key(NOW))
    with pytest.raises(CommandError, match="This is practice"):
        call_command("send_result", tournament.slug, address)
    Tournament.objects.filter(pk=tournament.pk).update(demonstration=False, state="finished")
    call_command("send_result", tournament.slug, address)
    assert "Sent: the federation looks at it." in capsys.readouterr().out
    assert (Union.objects.get().waiting.count(), TakenResult.objects.count()) == (1, 0)
    with pytest.raises(CommandError, match="There is no tournament none"):
        call_command("send_result", "none", address)
    with pytest.raises(CommandError, match="Not sent: "):
        call_command("send_result", tournament.slug, "http://127.0.0.1:1/unions/federazione/")


def test_the_button_sends_to_a_connected_site_alone(data, committed, live_server):
    tournament = play_evening(pairs=2, rounds=1)
    Tournament.objects.filter(pk=tournament.pk).update(demonstration=False, state="finished")
    organizer = Organizer.objects.create(slug="federazione", name="Federazione Prova")
    union = found_union(build_director_of(organizer), actor=build_user("director"))
    UnionClub.objects.create(union=union, number="MO-1", name="Burraco Modena", key=provide_public_key(NOW))
    client = Client(headers={"accept-language": "en"})
    client.force_login(build_user("director"))
    page = f"/desk/{tournament.slug}/result-file/"
    assert "Send to a federation" not in read_page(client.get(page)).text
    site = Target.objects.create(kind="site", address=live_server.url, public_address=live_server.url, made_at=NOW)
    answer = client.post(f"{page}send/", {"site": site.pk, "union": "http://elsewhere"}, follow=True)
    assert "Not sent: choose a site" in read_page(answer).text
    answer = client.post(f"{page}send/", {"site": site.pk, "union": "nessuna"}, follow=True)
    assert "Not taken in: 404" in read_page(answer).text
    text = read_page(client.post(f"{page}send/", {"site": site.pk, "union": "federazione"}, follow=True)).text
    assert ("Sent: the federation looks at it." in text, Union.objects.get().waiting.count()) == (True, 1)
    assert 'value="federazione"' in client.get(page).content.decode()
