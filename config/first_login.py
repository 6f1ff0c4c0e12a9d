"""The first user of a desk, and a new password when it is lost."""

import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from django.contrib.auth.models import User

from tournaments.transactions import write_tx

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
    with write_tx():
        User.objects.create_superuser(login.username, password=login.password)
    _write_login_file(data, login)
    return login


def reset_login(data: Path) -> LoginDetails:
    """Give the director a new password; sessions with the old one end."""
    login = LoginDetails(USERNAME, make_password())
    with write_tx():
        user, _ = User.objects.get_or_create(username=USERNAME, defaults={"is_staff": True, "is_superuser": True})
        user.set_password(login.password)
        user.is_active = True
        user.save()
    _write_login_file(data, login)
    return login


def _write_login_file(data: Path, login: LoginDetails) -> None:
    path = data / "login.txt"
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(f"{login.username}\n{login.password}\n")
