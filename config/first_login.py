"""The first user of a desk, and the way back in when the password is lost."""

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
class Login:
    username: str
    password: str


def readable_password() -> str:
    """Four words and four digits, such as `noce-luna-asso-vino-4071`: about 37 bits, behind the login throttle."""
    words = "-".join(secrets.choice(WORDS) for _ in range(4))
    return f"{words}-{secrets.randbelow(10_000):04d}"


def make_first_login(data: Path) -> Login | None:
    """Create the director when nobody exists yet, and note the password in DATA/login.txt; None when somebody exists."""
    if User.objects.exists():
        return None
    login = Login(USERNAME, readable_password())
    with write_tx():
        User.objects.create_superuser(login.username, password=login.password)
    _note(data, login)
    return login


def reset_login(data: Path) -> Login:
    """Give the director a new password; whoever is logged in with the old one is logged out."""
    login = Login(USERNAME, readable_password())
    with write_tx():
        user, _ = User.objects.get_or_create(username=USERNAME, defaults={"is_staff": True, "is_superuser": True})
        user.set_password(login.password)
        user.is_active = True
        user.save()
    _note(data, login)
    return login


def _note(data: Path, login: Login) -> None:
    path = data / "login.txt"
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(f"{login.username}\n{login.password}\n")
