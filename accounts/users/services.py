"""Logins: create them, change their name and password, and the links that let somebody choose a password once."""

from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from jobs.databases import write_tx

LOGIN_FILE = "login.txt"


def build_password_path(user: User) -> str:
    """The path of a page where the user chooses a password: it works once, until the next login, and for three days at most."""
    return reverse(
        "tournaments:password_link", args=[urlsafe_base64_encode(force_bytes(user.pk)), default_token_generator.make_token(user)]
    )


def create_account(username: str, password: str, email: str = "") -> User:
    """Create a login. Call inside `write_tx`."""
    return User.objects.create_user(username, email=email, password=password)


def store_password(user: User, password: str, *, username: str = "") -> None:
    """Store a new password, and a new name where one is given; logins with the old password end, its file is deleted."""
    with write_tx():
        former_name = user.get_username()
        user.set_password(password)
        if username:
            user.username = username
        user.save()
    delete_login_file(former_name)


def delete_login_file(username: str) -> None:
    """Delete the file with the first password of this user: it is no longer true, and no password stays in a file."""
    if has_login_file(username):
        _get_login_file().unlink(missing_ok=True)


def has_login_file(username: str) -> bool:
    """Whether the first password of this user is still in its file, so nobody has chosen another."""
    try:
        return _get_login_file().read_text(encoding="utf-8").split("\n")[0] == username
    except OSError:
        return False


def _get_login_file() -> Path:
    return Path(settings.DATA) / LOGIN_FILE
