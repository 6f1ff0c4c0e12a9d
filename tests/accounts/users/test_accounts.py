"""One's own login: first start, password, open logins, second factor, and connections that nobody protects."""

import datetime as dt
import time

import pyotp
import pytest
import time_machine
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.users.second_factor import check_second_factor, confirm_second_factor
from accounts.users.services import build_password_path
from accounts.users.sessions import allow_network_logins
from config.first_login import create_first_login
from jobs import machine
from tests.tournaments.conftest import found_tournament
from tournaments.models import SecondFactor

pytestmark = pytest.mark.django_db
PASSWORD = "noce-luna-asso-vino"
NEW = "sole-vento-mare-monte"
IN_THE_HALL = {"REMOTE_ADDR": "192.168.1.77"}


@pytest.fixture
def time_passes(monkeypatch):
    """Time that really passes: the counter that nobody sets goes on with the clock."""
    begun, counter = timezone.now(), machine._read_counter()
    monkeypatch.setattr(machine, "_read_counter", lambda: counter + (timezone.now() - begun).total_seconds())


@pytest.fixture
def user():
    return User.objects.create_user("anna", password=PASSWORD)


def log_in(name="anna", password=PASSWORD, **more):
    client = Client(**more)
    return client, client.post("/login/", {"username": name, "password": password})


def is_logged_in(client):
    return client.get("/account/").status_code == 200


def test_the_first_director_chooses_name_and_password_by_a_link_that_works_once(tmp_path, settings):
    settings.DATA = tmp_path
    first = create_first_login(tmp_path)
    path, client = build_password_path(User.objects.get()), Client()
    assert 'value="director"' in client.get(path).content.decode()
    assert client.post(path, {"username": "maria", "password": NEW, "repetition": NEW})["Location"] == "/"
    assert is_logged_in(client)
    assert not (tmp_path / "login.txt").exists(), "no password stays in a file"
    assert Client().get(path).status_code == 404
    assert log_in(first.username, first.password)[1].status_code == 200
    assert log_in("maria", NEW)[1].status_code == 302


def test_the_link_of_the_first_start_ends_with_the_first_login(tmp_path, settings):
    settings.DATA = tmp_path
    first = create_first_login(tmp_path)
    path = build_password_path(User.objects.get())
    assert log_in(first.username, first.password)[1].status_code == 302
    assert Client().get(path).status_code == 404
    assert (tmp_path / "login.txt").exists()


def test_changing_the_password_ends_other_logins_and_deletes_the_file(tmp_path, settings):
    settings.DATA = tmp_path
    first = create_first_login(tmp_path)
    client, other = (log_in(first.username, first.password)[0] for _ in range(2))
    refused = client.post("/account/", {"current": "wrong", "password": NEW, "repetition": NEW})
    assert (refused.status_code, "not your present password" in refused.content.decode()) == (422, True)
    assert client.post("/account/", {"current": first.password, "password": NEW, "repetition": NEW}).status_code == 302
    assert (is_logged_in(client), is_logged_in(other), (tmp_path / "login.txt").exists()) == (True, False, False)


def test_open_logins_are_listed_and_ended(user):
    agents = ("Mozilla/5.0 (Windows NT 10.0) Firefox/130.0", "Mozilla/5.0 (Linux; Android 14) Chrome/128.0 Safari/537.36")
    laptop, phone = (log_in(HTTP_USER_AGENT=agent)[0] for agent in agents)
    Client().force_login(User.objects.create_user("berto"))
    logins = laptop.get("/account/").context["logins"]
    assert [(login.device, login.is_this) for login in logins] == [("Firefox, Windows", True), ("Chrome, Android", False)]
    assert laptop.post("/account/logins/end/", {"login": logins[1].handle}).status_code == 302
    assert (is_logged_in(laptop), is_logged_in(phone)) == (True, False)
    third = log_in()[0]
    laptop.post("/account/logins/end/")
    assert (is_logged_in(laptop), is_logged_in(third), Session.objects.count()) == (True, False, 2)


def test_a_login_that_nobody_uses_ends_and_polls_are_no_use(user, settings, time_passes):
    settings.SESSION_IDLE_HOURS = 1
    start = timezone.now()
    with time_machine.travel(start, tick=False) as traveller:
        client = log_in()[0]
        traveller.move_to(start + dt.timedelta(minutes=50))
        assert is_logged_in(client)
        traveller.move_to(start + dt.timedelta(minutes=100))
        client.get("/account/", headers={"HX-Request": "true"})
        traveller.move_to(start + dt.timedelta(minutes=112))
        assert not is_logged_in(client)
        assert "You have been logged out" in client.get("/login/?next=/account/").content.decode() or Session.objects.count() == 0


def test_over_an_unprotected_network_nobody_logs_in_until_it_is_allowed(user):
    client, refused = log_in(**IN_THE_HALL)
    assert (refused.status_code, "could read a password" in refused.content.decode()) == (403, True)
    assert client.get("/login/").status_code == 403
    assert client.get("/").status_code == 200
    allow_network_logins(allowed=True)
    client, answer = log_in(**IN_THE_HALL)
    assert (answer.status_code, is_logged_in(client)) == (302, True)
    allow_network_logins(allowed=False)
    assert not is_logged_in(client), "forbidding ends what is open"


@pytest.mark.parametrize("more", [{"REMOTE_ADDR": "::1"}, {"REMOTE_ADDR": "::ffff:127.0.0.1"}, {"REMOTE_ADDR": ""}])
def test_this_computer_is_always_allowed(user, more):
    assert log_in(**more)[1].status_code == 302


def test_https_is_always_allowed(user):
    client = Client(**IN_THE_HALL)
    assert client.post("/login/", {"username": "anna", "password": PASSWORD}, secure=True).status_code == 302


def test_only_an_administrator_allows_other_devices(user):
    client = log_in()[0]
    assert client.post("/account/network/", {"allowed": "yes"}).status_code == 403
    User.objects.update(is_superuser=True)
    assert client.post("/account/network/", {"allowed": "yes"}).status_code == 302
    assert log_in(**IN_THE_HALL)[1].status_code == 302


@pytest.fixture
def codes(user):
    """A second factor that is on: recovery codes. Codes of the app come from another implementation of RFC 6238 in the test below."""
    return set_up_app(user)


def set_up_app(user):
    secret = pyotp.random_base32()
    return confirm_second_factor(user, secret, pyotp.TOTP(secret).now(), at=timezone.now())


def test_totp_gives_the_values_of_the_standard(user):
    """RFC 6238, appendix B: SHA-1, the last six of the eight digits."""
    factor = SecondFactor.objects.create(user=user, secret="GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", confirmed_at=timezone.now())
    for seconds, digits in ((59, "287082"), (1111111109, "081804"), (1234567890, "005924"), (2000000000, "279037")):
        at = dt.datetime.fromtimestamp(seconds, tz=dt.UTC)
        assert check_second_factor(user, digits, at=at)
        assert not check_second_factor(user, digits, at=at), "a code counts once"
    factor.refresh_from_db()
    assert factor.last_step == 2000000000 // 30


def test_setting_up_asks_for_a_first_code_and_shows_recovery_codes_once(user):
    client = log_in()[0]
    page = client.get("/account/second-factor/")
    secret = page.context["secret"]
    assert client.get("/account/second-factor/").context["secret"] == secret, "reloading does not change the QR code"
    assert client.post("/account/second-factor/", {"code": "000000"}).status_code == 422
    done = client.post("/account/second-factor/", {"code": pyotp.TOTP(secret).now()})
    assert all(code in done.content.decode() for code in done.context["recovery_codes"])
    assert client.get("/account/second-factor/").status_code == 302


def test_the_password_alone_opens_nothing(user, codes):
    client, answer = log_in()
    assert answer["Location"] == "/login/code/"
    assert not is_logged_in(client)
    wrong = client.post("/login/code/", {"code": "123456"})
    assert (wrong.status_code, "not right" in wrong.content.decode()) == (422, True)
    later = pyotp.TOTP(SecondFactor.objects.get().secret).at(int(time.time()) + 30)
    assert client.post("/login/code/", {"code": later})["Location"] == "/"
    assert is_logged_in(client)


def test_a_recovery_code_opens_once(user, codes):
    for expected in (302, 422):
        client = log_in()[0]
        assert client.post("/login/code/", {"code": codes[0].lower()}).status_code == expected


def test_five_wrong_codes_lock_the_step_for_a_quarter_of_an_hour(user, codes):
    now = timezone.now()
    for _number in range(5):
        assert not check_second_factor(user, "000000", at=now)
    assert not check_second_factor(user, codes[0], at=now)
    assert check_second_factor(user, codes[0], at=now + dt.timedelta(minutes=16))


def test_a_clock_that_was_two_years_ahead_keeps_nobody_out_after_it_is_right_again(user, codes):
    now, ahead = timezone.now(), timezone.now() + dt.timedelta(days=730)
    secret = SecondFactor.objects.get().secret
    assert check_second_factor(user, pyotp.TOTP(secret).at(ahead), at=ahead)
    assert check_second_factor(user, pyotp.TOTP(secret).at(now), at=now)
    for _try in range(5):
        assert not check_second_factor(user, "000000", at=ahead)
    soon = now + dt.timedelta(minutes=1)
    assert check_second_factor(user, pyotp.TOTP(secret).at(soon), at=soon)


def test_a_step_that_waits_too_long_begins_again(user, codes, time_passes):
    client = log_in()[0]
    with time_machine.travel(timezone.now() + dt.timedelta(minutes=11)):
        assert client.get("/login/code/")["Location"] == "/login/"


def test_it_is_turned_off_by_a_code_only(user, codes):
    client = log_in()[0]
    client.post("/login/code/", {"code": codes[0]})
    client.post("/account/second-factor/remove/", {"code": "000000"})
    assert SecondFactor.objects.exists()
    client.post("/account/second-factor/remove/", {"code": codes[1]})
    assert not SecondFactor.objects.exists()


def test_where_the_site_requires_it_a_director_sets_it_up_first(user, settings):
    settings.SECOND_FACTOR_REQUIRED = True
    tournament = found_tournament(user)
    client = log_in()[0]
    assert client.get(f"/desk/{tournament.slug}/")["Location"] == "/account/second-factor/"
    assert client.get("/account/").status_code == 200
    set_up_app(user)
    assert client.get(f"/desk/{tournament.slug}/").status_code == 200


def test_without_mail_the_page_says_whom_to_ask(user):
    page = Client().get("/password/forgotten/").content.decode()
    assert "Ask its director" in page
    assert Client().post("/password/forgotten/", {"username": "anna"}).status_code == 422


def test_with_mail_a_link_is_sent_and_nobody_learns_who_has_a_login(user, settings, mailoutbox):
    settings.EMAIL_HOST = "mail.example.org"
    client = log_in()[0]
    assert client.post("/account/", {"save_address": "", "address-email": "anna@example.org"}).status_code == 422
    typed = {"save_address": "", "address-email": "anna@example.org", "address-current": PASSWORD}
    assert client.post("/account/", typed).status_code == 302
    answers = [Client().post("/password/forgotten/", {"username": name}, follow=True) for name in ("ANNA@example.org", "nobody")]
    assert answers[0].content.split(b"csrf")[0] == answers[1].content.split(b"csrf")[0]
    (mail,) = mailoutbox
    assert mail.to == ["anna@example.org"]
    path = mail.body.partition("http://testserver")[2].split()[0]
    assert Client().post(path, {"password": NEW, "repetition": NEW})["Location"] == "/"
