"""What the tests fork is what a Python of its own would be; where nothing can be forked, both are one."""

import json
import re
from pathlib import Path

from tests.desks import manage

READ = """
import json
from django.conf import settings
from django.core.files.storage import default_storage
from django.db import connections
databases = [str(connections[alias].settings_dict["NAME"]) for alias in connections]
values = {name: repr(getattr(settings, name)) for name in dir(settings) if name.isupper()}
print(json.dumps({**values, "databases": databases, "files": str(default_storage.location)}))
"""
NO_ADDRESS = {"LC_ALL": "C.UTF-8"}
"""With more than an address in its environment a command is not forked."""


def read_values(data: Path, **more: str) -> dict[str, object]:
    finished = manage(data, "shell", "--verbosity", "0", "-c", READ, **more)
    assert finished.returncode == 0, finished.stderr
    return json.loads(re.sub(r" at 0x\w+", "", finished.stdout))


def test_a_forked_command_has_the_settings_of_its_own_environment(tmp_path):
    first, second = (read_values(tmp_path / name, PORT=port) for name, port in (("one", "8001"), ("two", "8002")))
    assert second == read_values(tmp_path / "two", PORT="8002", **NO_ADDRESS)
    assert {value for value in map(str, first.values()) if str(tmp_path / "two") in value} == set()
    assert first["databases"] == [str(tmp_path / "one" / f"{name}.sqlite3") for name in ("labella", "ephemeral")]
    assert first["SECRET_KEY"] != second["SECRET_KEY"]
