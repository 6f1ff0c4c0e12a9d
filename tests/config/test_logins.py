"""The file with the first password goes with the password; logins are logged."""

import logging

import pytest
from django.contrib.auth.models import User
from django.test import Client

from config.first_login import create_first_login, forget_outdated_login, reset_login

pytestmark = pytest.mark.django_db(transaction=True, databases="__all__")


@pytest.fixture
def login(data):
    return create_first_login(data)


def test_login_txt_goes_when_the_password_is_changed(login, data):
    user = User.objects.get()
    user.save()
    assert (data / "login.txt").is_file()
    user.set_password("another-password-42")
    user.save()
    assert not (data / "login.txt").exists()
    assert reset_login(data).password in (data / "login.txt").read_text()


def test_login_txt_of_another_desk_goes_at_the_next_start(login, data):
    assert not forget_outdated_login(data)
    User.objects.update(password="!")
    assert forget_outdated_login(data)
    assert not (data / "login.txt").exists()


def test_a_login_is_logged_with_its_address(login, caplog):
    with caplog.at_level(logging.INFO, logger="config"):
        Client().post("/login/", {"username": login.username, "password": login.password})
    assert [record.getMessage() for record in caplog.records if record.name == "config.first_login"] == [
        "director logged in from 127.0.0.1"
    ]


def test_a_refused_login_is_called_so(login):
    page = Client().post("/login/", {"username": login.username, "password": "wrong"}).content.decode()
    assert "You are not logged in" in page
    assert "please correct this" not in page
