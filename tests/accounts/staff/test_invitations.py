"""How somebody gets a login: invitations by the director, and what happens with old, used and foreign ones."""

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from accounts.staff.invitations import MOST_OPEN, accept_invitation, build_invitation_path, invite_to_staff
from tournaments.models import Invitation, StaffRole

PASSWORD = "noce-luna-asso-vino"
CHOSEN = {"username": "pina", "password": PASSWORD, "repetition": PASSWORD}


@pytest.fixture
def director_client(client_of, director):
    return client_of(director)


@pytest.fixture
def invitation(evening, director):
    return invite_to_staff(evening, actor=director, role=StaffRole.Role.DOOR, note="Pina", at=timezone.now())


def test_the_director_makes_a_link_and_its_qr_code(evening, director_client):
    made = director_client.post(f"/desk/{evening.slug}/staff/", {"role": "referee", "note": "Ugo"}, follow=True)
    line = made.context["invitations"][0]
    assert (line.role_label, line.note, line.url) == (
        "referee",
        "Ugo",
        f"http://testserver{build_invitation_path(Invitation.objects.get())}",
    )
    assert line.qr_code.path in made.content.decode()


def test_whoever_opens_it_chooses_a_login_and_works(evening, invitation):
    client, path = Client(), build_invitation_path(invitation)
    page = client.get(path).content.decode()
    assert "check-in and fees" in page
    assert "enter and confirm results" not in page
    answer = client.post(path, CHOSEN)
    assert answer["Location"] == f"/desk/{evening.slug}/"
    assert client.get(answer["Location"]).status_code == 200
    assert StaffRole.objects.get(user__username="pina").role == "door"
    assert client.get(f"/desk/{evening.slug}/entries/add/").status_code == 200
    assert client.get(f"/desk/{evening.slug}/sheets/").status_code == 403


def test_a_link_works_once(invitation):
    path = build_invitation_path(invitation)
    Client().post(path, CHOSEN)
    for answer in (Client().get(path), Client().post(path, {**CHOSEN, "username": "lina"})):
        assert answer.status_code == 404
        assert "was used already" in answer.content.decode()
    assert not User.objects.filter(username="lina").exists()


def test_an_old_one_a_withdrawn_one_and_a_forged_one_say_what_to_do(evening, director, director_client, invitation):
    path = build_invitation_path(invitation)
    Invitation.objects.update(made_at=timezone.now() - dt.timedelta(days=8))
    assert "too old" in Client().get(path).content.decode()
    assert "too old" in Client().post(path, CHOSEN).content.decode()
    assert director_client.post(f"/desk/{evening.slug}/staff/invitations/{invitation.pk}/withdraw/").status_code == 302
    for address in (path, "/join/1:forged/", "/join/x/"):
        for answer in (Client().get(address), Client().post(address, CHOSEN)):
            assert (answer.status_code, "withdrew it" in answer.content.decode()) == (404, True)
    assert not User.objects.filter(username="pina").exists()


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"username": "DIRECTOR"}, "Somebody here has this user name"),
        ({"repetition": "something else"}, "The two passwords differ"),
        ({"password": "short", "repetition": "short"}, "Too short"),
        ({"password": "1234567890", "repetition": "1234567890"}, "Too common"),
        ({"password": "Marafon-2026!", "repetition": "Marafon-2026!"}, "everybody tries"),
        ({"username": "no spaces here"}, "without spaces"),
    ],
)
def test_a_refused_login_keeps_the_invitation(invitation, typed, sentence):
    answer = Client().post(build_invitation_path(invitation), CHOSEN | typed)
    assert (answer.status_code, sentence in answer.content.decode()) == (422, True)
    assert Invitation.objects.get().used_at is None


def test_somebody_with_a_login_takes_the_role_with_it(evening, invitation, client_of, stranger):
    client, path = client_of(stranger), build_invitation_path(invitation)
    assert "Accept as stranger" in client.get(path).content.decode()
    assert client.post(path).status_code == 302
    assert StaffRole.objects.get(tournament=evening, user=stranger).role == "door"
    assert User.objects.count() == 2


def test_a_director_who_opens_an_invitation_stays_director(evening, invitation, director):
    accept_invitation(invitation, user=director, at=timezone.now())
    assert StaffRole.objects.get(tournament=evening, user=director).role == "director"


def test_only_the_director_invites_and_not_without_end(evening, director, director_client, assistant, client_of):
    assert client_of(assistant).post(f"/desk/{evening.slug}/staff/", {"role": "director"}).status_code == 403
    for _number in range(MOST_OPEN):
        invite_to_staff(evening, actor=director, role=StaffRole.Role.READER, note="", at=timezone.now())
    refused = director_client.post(f"/desk/{evening.slug}/staff/", {"role": "reader"})
    assert (refused.status_code, Invitation.objects.count()) == (422, MOST_OPEN)


def test_the_director_makes_a_link_for_a_forgotten_password(evening, director_client, assistant, client_of):
    logged_in = client_of(assistant)
    page = director_client.post(f"/desk/{evening.slug}/staff/{assistant.pk}/password/")
    path = page.context["url"].removeprefix("http://testserver")
    client = Client()
    assert client.get(path).status_code == 200
    assert client.post(path, {"password": PASSWORD, "repetition": PASSWORD})["Location"] == "/"
    assert client.get("/account/").status_code == 200
    assert logged_in.get("/account/").status_code == 302, "logins with the old password have ended"
    assert "no longer works" in Client().get(path).content.decode()


def test_no_link_for_somebody_who_works_elsewhere_or_administers(evening, director_client, stranger):
    """The link would hand the director the other rights of that login."""
    admin = User.objects.create_superuser("admin")
    for user in (stranger, admin):
        StaffRole.objects.create(tournament=evening, user=user, role="reader")
        answer = director_client.post(f"/desk/{evening.slug}/staff/{user.pk}/password/", follow=True)
        assert "works for others too" in answer.content.decode()
