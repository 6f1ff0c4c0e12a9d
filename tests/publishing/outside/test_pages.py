"""The director's pages about what is seen outside. If this failed, an evening could not be connected, or not stopped from being seen."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from exchange.extras import format_time
from publishing.models import DeskKey, Target
from publishing.targets.passwords import reveal_password
from tests.pages import read_page
from tests.publishing.conftest import Drive
from tests.publishing.sites import DESK
from tests.publishing.sources import Folder
from tests.scoring.builders import build_user
from tournaments.models import StaffRole, Tournament

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def admin(db):
    client = Client()
    client.force_login(User.objects.create_superuser("admin", password="asso-due-tre-0000"))
    return client


def client_of(name):
    client = Client()
    client.force_login(build_user(name))
    return client


def fill(site, **values):
    return {"address": site.address, "code": "ABCD2345", "name": "Bar Centrale"} | values


def test_a_desk_is_paired_with_a_code(admin, site, sources, evening):
    page = read_page(admin.get("/outside/"))
    assert page.texts("main a[role=button]") == ["Connect a site", "Connect a web space"]
    answer = admin.post("/outside/site/", fill(site), follow=True)
    assert "Connected with “Prova · Circolo Prova”" in read_page(answer).text
    target = Target.objects.get()
    assert (target.kind, target.tournament, target.address, target.desk) == ("site", "", site.address, DESK)
    assert target.public_address == "https://cards.example.org"
    assert (site.keys[DESK] != "", DeskKey.objects.count()) == (True, 1)
    assert DeskKey.objects.get().private_key not in str(site.keys)
    Drive(target).until_quiet()
    assert "Seen outside as of" in read_page(admin.get("/outside/")).find("#outside-lines").text


def test_a_pasted_link_carries_its_code(admin, site, sources, evening):
    admin.post("/outside/site/", fill(site, address=f"{site.address}/bridge/pair/?code=abcd2345", code=""))
    assert Target.objects.get().address == site.address


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"code": "WRONG222"}, "Kein solcher Code."),
        ({"code": ""}, "Type the code that the site shows."),
        ({"address": "http://127.0.0.1:1"}, "The other end does not answer."),
        ({"address": "http://cards.example.org"}, "Write https:// instead."),
        ({"address": "what is it"}, "is no address of a site"),
        ({"name": "a\x07"}, "cannot be typed"),
    ],
)
def test_what_does_not_connect_says_why_and_loses_nothing(admin, site, sources, evening, values, words):
    answer = admin.post("/outside/site/", fill(site, **values))
    assert answer.status_code == 422
    page = read_page(answer)
    assert words in page.text
    assert page.find("main form").fields["address"] == fill(site, **values)["address"]
    assert Target.objects.count() == 0


def test_a_director_connects_one_tournament_alone(site, sources, evening):
    client = client_of("director")
    client.post(f"/desk/{evening.slug}/outside/site/", fill(site))
    target = Target.objects.get()
    assert target.tournament != ""
    assert read_page(client.get(f"/desk/{evening.slug}/outside/")).find("#outside-lines h2").text == "Prova · Circolo Prova"
    assert client.get("/outside/").status_code == 403


def fill_space(folder, **values):
    shown = {"way": "file", "folder": str(folder), "password": "asso", "public_address": "https://club.example.org/cards", "language": "it"}
    return shown | values


def test_a_trial_says_what_would_be_seen_and_stores_nothing(admin, sources, evening, tmp_path):
    page = read_page(admin.post("/outside/space/", fill_space(tmp_path, **{"try": "1"})))
    assert "A small file was written, read and removed." in page.find("#trial").text
    assert f"https://club.example.org/cards/{evening.slug}/" in page.find("#trial").text
    assert "8 files" in page.find("#trial").text
    assert "The front page, which leads to all of them: https://club.example.org/cards/" in page.find("#trial").text
    assert (list(tmp_path.iterdir()), Target.objects.count()) == ([], 0)


def test_a_trial_says_that_a_front_page_of_somebody_else_stays(admin, sources, evening, tmp_path):
    (tmp_path / "index.html").write_text("<h1>Circolo</h1>")
    page = read_page(admin.post("/outside/space/", fill_space(tmp_path, **{"try": "1"})))
    assert "It stays: link to the tournaments from it." in page.find("#trial").text
    assert "which leads to all of them" not in page.find("#trial").text


def test_a_web_space_is_stored_when_it_takes_a_small_file(admin, sources, evening, tmp_path):
    answer = admin.post("/outside/space/", fill_space(tmp_path, password="wrong"))
    assert answer.status_code == 422
    assert "wrong password" in read_page(answer).text
    assert Target.objects.count() == 0
    admin.post("/outside/space/", fill_space(tmp_path))
    target = Target.objects.get()
    assert (target.kind, reveal_password(target.secret), target.language) == ("files", "asso", "it")
    assert list(tmp_path.iterdir()) == []


def test_only_who_looks_after_the_computer_writes_into_its_folders(sources, evening, tmp_path):
    answer = client_of("director").post(f"/desk/{evening.slug}/outside/space/", fill_space(tmp_path))
    assert (answer.status_code, Target.objects.count()) == (422, 0)


def change(client, target, **values):
    return read_page(client.post(f"/outside/targets/{target.pk}/", values, follow=True))


def test_a_target_is_paused_slowed_and_goes_on(admin, target):
    assert "Paused." in change(admin, target, change="pause").text
    assert "Go on sending" in change(admin, target, change="speed", speed="16000").text
    row = Target.objects.get()
    assert (row.paused, row.bytes_per_minute) == (True, 16_000)
    change(admin, target, change="go_on")
    change(admin, target, change="speed", speed="17")
    row = Target.objects.get()
    assert (row.paused, row.bytes_per_minute) == (False, 16_000)


def test_a_password_that_changed_is_typed_on_the_page(admin, space, evening):
    Folder.password = "due"
    Drive(space).steps(2)
    page = read_page(admin.get("/outside/"))
    assert page.find("#outside-lines .notice").text.startswith("The web space refuses. wrong password Read what it says.")
    change(admin, space, change="password", password="due")
    Drive(space).until_quiet()
    assert read_page(admin.get("/outside/")).find_all("#outside-lines .notice") == []


def test_a_trial_of_a_paired_site_asks_it(admin, target, evening, site):
    page = read_page(admin.post(f"/outside/targets/{target.pk}/trial/"))
    assert "The site answers" in page.find("#trial").text
    site.keys.clear()
    page = read_page(admin.post(f"/outside/targets/{target.pk}/trial/"))
    assert "The site does not know this desk any more." in page.find("#trial").text
    assert site.documents() == {}


def test_disconnecting_asks_what_becomes_of_what_is_outside(admin, target, evening, site):
    drive = Drive(target).until_quiet()
    page = read_page(admin.get(f"/outside/targets/{target.pk}/end/"))
    assert "1 tournament is outside: Serata" in page.text
    assert page.find("main form").fields["outside"] == "keep"
    admin.post(f"/outside/targets/{target.pk}/end/", {"outside": "remove"})
    assert "what is outside is being removed" in read_page(admin.get("/outside/")).text
    drive.until_quiet()
    assert (site.documents(), Target.objects.count()) == ({}, 0)


def test_the_console_says_it_in_one_line_that_goes_on_by_itself(target, evening, site):
    client = client_of("assistant")
    console = read_page(client.get(f"/desk/{evening.slug}/results/"))
    line = console.find("#outside-line")
    assert (line.text, line["hx-get"]) == ("Outside: nothing yet.", f"/desk/{evening.slug}/outside/line/")
    first = client.get(line["hx-get"], headers={"HX-Request": "true"})
    assert client.get(line["hx-get"], headers={"HX-Request": "true", "If-None-Match": first["ETag"]}).status_code == 304
    Drive(target).until_quiet()
    later = client.get(line["hx-get"], headers={"HX-Request": "true", "If-None-Match": first["ETag"]})
    assert read_page(later).text.startswith("Seen outside as of")


def test_without_a_target_the_console_asks_nothing(sources, evening):
    console = read_page(client_of("director").get(f"/desk/{evening.slug}/results/"))
    assert console.find("#outside-line").text == "Outside: not connected. Connect"
    assert "hx-get" not in console.find("#outside-line")
    assert read_page(client_of("assistant").get(f"/desk/{evening.slug}/results/")).find_all("#outside-line") == []


def test_others_find_no_target(target, evening, sources):
    other = client_of("stranger")
    gone = other.get(f"/outside/targets/{target.pk}/end/")
    assert (gone.status_code, "Open “Outside” at the desk of your tournament." in read_page(gone).text) == (404, True)
    assert read_page(other.get("/outside/targets/999/")).text == read_page(gone).text, "nobody learns which there are"
    assert client_of("director").post(f"/outside/targets/{target.pk}/", {"change": "pause"}).status_code == 404
    assert not Target.objects.get().paused
    assert other.get(f"/desk/{evening.slug}/outside/").status_code == 404


def test_the_directors_of_a_tournament_manage_its_own_target(target, evening, sources):
    Target.objects.update(tournament=format_time(evening.created_at))
    assert "Paused." in change(client_of("director"), target, change="pause").text
    StaffRole.objects.filter(tournament=evening, user=build_user("director")).delete()
    assert client_of("assistant").post(f"/outside/targets/{target.pk}/", {"change": "go_on"}).status_code == 404


def test_a_site_of_the_internet_publishes_nothing_elsewhere(admin, sources, evening, settings):
    settings.DATABASE_URL = "postgres://x"
    answer = admin.get("/outside/")
    assert (answer.status_code, "sends nothing itself" in read_page(answer).text) == (404, True)
    assert admin.get(f"/desk/{evening.slug}/outside/").status_code == 404
    assert read_page(admin.get("/")).find_all("a[href=/outside/]") == []


def test_a_tournament_that_was_deleted_here_is_still_named(admin, target, evening, site):
    site.faults = lambda _request: (503, {})
    Drive(target).steps(1)
    Tournament.objects.filter(pk=evening.pk).update(created_at="2020-01-01T00:00:00Z", public=False)
    assert "(deleted here)" in read_page(admin.get("/outside/")).find("#outside-lines").text


@pytest.mark.parametrize(
    "press",
    [lambda client, path: client.post(path, {"change": "pause"}, follow=True), lambda client, path: client.get(f"{path}end/", follow=True)],
)
def test_a_page_that_is_older_than_the_end_says_so(admin, target, evening, press):
    path = f"/outside/targets/{target.pk}/"
    admin.post(f"{path}end/", {"outside": "keep"})
    answer = press(admin, path)
    assert (answer.status_code, answer.redirect_chain[-1][0]) == (200, "/outside/")
    assert "Nothing changed: this is disconnected already." in read_page(answer).text
