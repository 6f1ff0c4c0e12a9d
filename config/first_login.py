"""The first user of a desk, and a new password when it is lost."""

import logging
import os
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import check_password
from django.contrib.auth.models import User
from django.http import HttpRequest

from accounts.users.services import LOGIN_FILE
from jobs.databases import write_tx
from tournaments.models import SecondFactor

logger = logging.getLogger(__name__)

USERNAME = "director"
# fmt: off
WORDS = (
    "asso", "due", "tre", "quattro", "cinque", "sei", "sette", "fante", "cavallo", "re", "coppe", "denari", "bastoni",
    "spade", "briscola", "mazzo", "mano", "presa", "carta", "tavolo", "partita", "bella", "punto", "gioco", "turno",
    "coppia", "linea", "busso", "striscio", "volo", "accuso", "cricca", "marafona", "mariglia", "maranna", "trionfo",
    "frillo", "amico", "cappotto", "sancagna", "marjolet", "banco", "seme", "taglio", "scarto", "pozzo", "osteria",
    "piazza", "fiasco", "vino", "pane", "olio", "noce", "fico", "grano", "luna", "sole", "vento", "mare", "monte",
    "fiume",
)
# fmt: on


@dataclass(frozen=True, slots=True)
class LoginDetails:
    username: str
    password: str


def make_password() -> str:
    """Four words and four digits, such as `noce-luna-asso-vino-4071`: about 37 bits, behind the login throttle."""
    words = "-".join(secrets.choice(WORDS) for _ in range(4))
    return f"{words}-{secrets.randbelow(10_000):04d}"


def create_first_login(data: Path) -> LoginDetails | None:
    """Create the director and write the password to DATA/login.txt; None when a user exists already."""
    if User.objects.exists():
        return None
    login = LoginDetails(USERNAME, make_password())
    _write_login_file(data, login)  # first: a director without a known password would be nobody's
    with write_tx():
        User.objects.create_superuser(login.username, password=login.password)
    return login


def reset_login(data: Path) -> LoginDetails:
    """Give the first administrator a new password; logins with the old one end, and the second factor is off."""
    with write_tx():
        user = User.objects.filter(is_superuser=True).order_by("pk").first() or User(username=USERNAME, is_staff=True, is_superuser=True)
        login = LoginDetails(user.username, make_password())
        user.set_password(login.password)
        user.is_active = True
        user.save()
        SecondFactor.objects.filter(user=user).delete()
    _write_login_file(data, login)
    return login


def forget_outdated_login(data: Path) -> bool:
    """Delete DATA/login.txt when its password opens nothing any more: it was changed, or the data are another desk's. Return whether."""
    login = read_login_file(data)
    if not login.username:
        return False
    user = User.objects.filter(username=login.username).first()
    if user is not None and check_password(login.password, user.password):
        return False
    (data / LOGIN_FILE).unlink(missing_ok=True)
    return True


def follow_password_change(sender: type[User], instance: User, update_fields: Collection[str] | None = None, **rest: Any) -> None:
    """Receiver of `post_save`: a password that was changed does not stay in login.txt."""
    if update_fields is None or "password" in update_fields:
        forget_outdated_login(Path(settings.DATA))


def log_login(sender: type[User], request: HttpRequest, user: User, **rest: Any) -> None:
    """Receiver of `user_logged_in`."""
    logger.info("%s logged in from %s", user.get_username(), request.META.get("REMOTE_ADDR", "?"))


def read_login_file(data: Path) -> LoginDetails:
    """The first name and password, empty when somebody has chosen others."""
    try:
        name, password = (data / LOGIN_FILE).read_text(encoding="utf-8").split()
    except (OSError, ValueError):
        return LoginDetails("", "")
    return LoginDetails(name, password)


def _write_login_file(data: Path, login: LoginDetails) -> None:
    path = data / LOGIN_FILE
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(f"{login.username}\n{login.password}\n")
