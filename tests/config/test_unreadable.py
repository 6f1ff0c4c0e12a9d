"""What a command says that cannot work on its data: only damaged data are called damaged."""

import shutil
import subprocess
import sys
import tarfile
from argparse import SUPPRESS

import pytest
from django.core.management import get_commands, load_command_class
from django.db import OperationalError

from backup.unreadable import explain_unreadable
from config.opening import find_running_desk
from exchange.management.commands.export_tournament import Command
from jobs import program
from tests.desks import ROOT, environment, manage

OLDEST = ROOT / "tests" / "fixtures" / "desk-f322ca1.tar.xz"


def test_data_of_an_older_release_are_not_called_damaged(tmp_path):
    with tarfile.open(OLDEST) as packed:
        packed.extraction_filter = getattr(tarfile, "data_filter", None)  # Debian’s Python 3.11.2 has none
        packed.extractall(tmp_path / "old")
    refused = manage(tmp_path / "old", "verify")
    assert "come from an older release, and nothing is damaged" in refused.stderr
    assert refused.returncode == 1


def test_a_place_without_data_is_not_called_damaged(tmp_path):
    refused = manage(tmp_path / "new", "verify")
    assert f"There are no data in {tmp_path / 'new'}." in refused.stderr
    assert "damaged" not in refused.stderr


def test_data_that_nobody_may_write_are_neither_missing_nor_damaged():
    sentence = explain_unreadable(OperationalError("attempt to write a readonly database"))
    assert sentence.startswith("Nothing can be written to")
    assert "Nothing is damaged." in sentence


def test_a_damaged_file_is_called_damaged(tmp_path):
    (tmp_path / "labella.sqlite3").write_bytes(b"no database " * 1000)
    assert "file or disk is damaged" in manage(tmp_path, "verify").stderr


def test_a_place_that_cannot_be_written_has_no_open_desk(settings, tmp_path):
    settings.DATA = tmp_path
    (tmp_path / "desk.lock").mkdir()  # what no right forbids to root
    assert find_running_desk() is None


def test_a_command_names_the_place_of_its_data(monkeypatch, tmp_path):
    monkeypatch.setattr(program, "IS_CHECKOUT", False)
    monkeypatch.setattr(program, "choose_data_directory", lambda: tmp_path / "usual")
    monkeypatch.setenv("DATA", str(tmp_path / "another place"))
    assert program.format_command("desk --reset-password") == f'labella --data "{tmp_path / "another place"}" password'
    assert program.format_start("PORT", "8001") == f'labella --data "{tmp_path / "another place"}" --port 8001'
    monkeypatch.setenv("DATA", str(tmp_path / "usual"))
    assert program.format_command("desk --reset-password") == "labella password"


def test_a_file_that_cannot_be_written_is_told_without_a_trace_of_python(tmp_path):
    manage(tmp_path, "desk", "--prepare")
    refused = manage(tmp_path, "export_tournament", "memorial-tziu-mundicu-2026", str(tmp_path / "labella.sqlite3" / "file.json"))
    assert refused.returncode == 1
    assert "Traceback" not in refused.stderr
    assert refused.stderr.startswith("Cannot write ")


def test_the_help_of_a_command_has_its_name_and_no_options_for_developers():
    said = Command().create_parser("labella", "export_tournament").format_help()
    assert said.startswith("usage: labella export [-h]")
    assert "--settings" not in said
    assert "--skip-checks" not in said
    assert "--settings" in Command().create_parser("manage.py", "export_tournament").format_help()


@pytest.mark.parametrize("name", [name for name, package in get_commands().items() if (ROOT / package).is_dir()])
def test_the_help_of_a_command_calls_nothing_by_its_name_in_the_code(name):
    """What somebody types has a name in capitals, or is one of a list."""
    parser = load_command_class(get_commands()[name], name).create_parser("labella", name)
    typed = [action for action in parser._actions if action.nargs != 0 and action.help != SUPPRESS]
    assert [action.dest for action in typed if not (action.choices or action.metavar)] == []
    assert [action.dest for action in typed if not action.help] == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["password", "--help"], "uso: labella password"),
        (["export"], "mancano questi argomenti: TORNEO, FILE"),
        (["check", "none"], "Il torneo none non esiste."),
        (["--port", "abc"], "abc non è una porta."),
    ],
)
def test_commands_speak_italian_to_whoever_does(prepared_data, words, said):
    program = f"import sys; from config.command_line import main; sys.exit(main({words!r}))"
    command = [sys.executable, "-c", program]
    italian = environment(prepared_data, LANG="it_IT.UTF-8")
    asked = subprocess.run(command, cwd=ROOT, env=italian, capture_output=True, text=True, check=False)
    assert said in asked.stdout + asked.stderr


def test_a_check_without_a_tournament_takes_the_only_one_or_names_them(prepared_data, tmp_path):
    data = shutil.copytree(prepared_data, tmp_path / "data")
    assert "Memorial Tziu Mundicu (memorial-tziu-mundicu-2026)" in manage(data, "check_event").stdout
    manage(data, "demo", "marafon")
    refused = manage(data, "check_event")
    assert refused.stderr.startswith("Which tournament? Name one: ")
    assert "memorial-tziu-mundicu-2026" in refused.stderr
