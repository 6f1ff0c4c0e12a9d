"""Desks that several tests of the program start from."""

import shutil
from pathlib import Path

import pytest

from tests.desks import ROOT, find_shared_place, make_once, manage, prepare

CHANGED_APPS = ("tournaments", "scoring")


@pytest.fixture(scope="session")
def empty_data(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data directory of a desk without any tournament, to be copied or read; made once for all workers."""
    return make_once(find_shared_place(request.config, tmp_path_factory) / "empty", lambda place: prepare(place, "--no-demonstration"))


@pytest.fixture(scope="session")
def changed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a newer release, whose models have changed; its migrations are made by the command and by nobody's hand."""
    place = make_once(find_shared_place(request.config, tmp_path_factory) / "changed", _change_models)
    return _name_changed(place)


def _change_models(place: Path) -> Path:
    copies = place / "copied_migrations"
    for app in CHANGED_APPS:
        shutil.copytree(ROOT / app / "migrations", copies / app, ignore=shutil.ignore_patterns("__pycache__"))
    done = manage(place / "data", "makemigrations", *CHANGED_APPS, "--name", "made", **_name_changed(place))
    assert done.returncode == 0, done.stderr
    assert [len(list((copies / app).glob("*_made.py"))) for app in CHANGED_APPS] == [1, 1]
    return place


def _name_changed(place: Path) -> dict[str, str]:
    return {"DJANGO_SETTINGS_MODULE": "tests.config.changed_schema.settings", "MIGRATIONS": str(place)}
