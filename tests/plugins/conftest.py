"""Plug-ins as pip installs them, beside the product: for one test, and then gone again."""

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from plugins import registry
from rules import games
from tests.scoring.conftest import committed

__all__ = ("committed",)
PACKAGES = Path(__file__).with_name("packages")
MODULES = ("labella_scopa", "labella_federazione")


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """A folder of packages, installed from their sources without a network."""
    target = tmp_path_factory.mktemp("site")
    sources = [str(path) for path in sorted(PACKAGES.iterdir()) if path.is_dir()]
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-index",
        "--no-build-isolation",
        "--no-deps",
        "--target",
        str(target),
    ]
    subprocess.run([*command, *sources], check=True, capture_output=True)
    return target


@pytest.fixture
def forget(monkeypatch):
    """The plug-ins as they were before: none of these."""
    former = (list(games.GAMES), list(games.CARD_GAMES), dict(games._by_key))

    def forget_all():
        for name in [name for name in sys.modules if name.split(".")[0] in MODULES]:
            del sys.modules[name]
        registry._book.plugins = None
        games.GAMES._games[:], games.CARD_GAMES._games[:] = former[0], former[1]
        games._by_key.clear()
        games._by_key.update(former[2])
        games.forget_lookups()

    yield forget_all
    forget_all()
    importlib.invalidate_caches()


@pytest.fixture
def installed(site, forget, monkeypatch):
    """Every plug-in by name, read anew."""
    monkeypatch.syspath_prepend(str(site))
    forget()
    return {(str(plugin.kind), plugin.name): plugin for plugin in registry.list_plugins()}
