"""Passwords of web spaces. If this failed, whoever finds a copy of the desk could read them."""

import pytest

from publishing.models import Target
from publishing.targets.passwords import PasswordLost, hide_password, reveal_password
from tests.scoring.builders import NOW


@pytest.mark.django_db
def test_a_password_is_nowhere_in_clear():
    Target.objects.create(
        kind="files", address="sftp://x@y/z", public_address="https://y", secret=hide_password("Kanarienvogel"), made_at=NOW
    )
    row = Target.objects.values().get()
    assert "Kanarienvogel" not in repr(row)
    assert reveal_password(row["secret"]) == "Kanarienvogel"


def test_another_key_reads_nothing(settings):
    hidden = hide_password("Kanarienvogel")
    assert hidden != hide_password("Kanarienvogel")
    settings.SECRET_KEY = "another"
    with pytest.raises(PasswordLost):
        reveal_password(hidden)
    assert reveal_password("") == hide_password("") == ""
