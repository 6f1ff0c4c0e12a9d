"""The command that imports a tournament's file: who directs it here."""

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from exchange.management.commands import import_tournament

pytestmark = pytest.mark.django_db


def test_without_a_name_the_one_administrator_directs():
    chief = User.objects.create_superuser("maria.rossi")
    User.objects.create_user("helper")
    assert import_tournament.find_director(None) == chief


@pytest.mark.parametrize("count", [0, 2])
def test_where_there_is_not_one_administrator_it_asks_for_the_name(count):
    for number in range(count):
        User.objects.create_superuser(f"chief-{number}")
    with pytest.raises(CommandError, match="--director NAME"):
        import_tournament.find_director(None)


def test_a_missing_file_is_told_in_a_sentence(tmp_path):
    User.objects.create_superuser("maria.rossi")
    with pytest.raises(CommandError, match=r"Cannot read .*missing.json: No such file or directory"):
        call_command("import_tournament", str(tmp_path / "missing.json"))
