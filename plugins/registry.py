"""The plug-ins that are installed, read once when they are first asked for. One that fails is noted and left out; it stops nothing."""

import logging
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import EntryPoint, entry_points
from typing import Any, TypeVar

from plugins.protocols import FederationPlugin, SourcePlugin, TargetPlugin
from rules import Game
from rules.games import add_game

logger = logging.getLogger(__name__)
ResultT = TypeVar("ResultT")


class PluginKind(StrEnum):
    """What a plug-in is; the name of its group of entry points is `labella.` and this."""

    FEDERATION = "federation"
    TARGET = "target"
    SOURCE = "source"
    GAME = "game"


EXPECTED: dict[PluginKind, type] = {
    PluginKind.FEDERATION: FederationPlugin,
    PluginKind.TARGET: TargetPlugin,
    PluginKind.SOURCE: SourcePlugin,
    PluginKind.GAME: Game,
}
MAX_ERROR = 300


class PluginFailed(Exception):
    """A plug-in raised, or answered what cannot be; noted already. Its text names the plug-in."""


@dataclass
class InstalledPlugin:
    """An entry point with its package. `loaded` is what it gave, None where it failed at the beginning; `error` is what failed last.

    `key` and `label` are read once: what a plug-in answers later stops no page that only names it.
    """

    kind: PluginKind
    name: str
    package: str
    version: str
    loaded: Any = None
    error: str = ""
    key: str = ""
    label: str = ""

    @property
    def title(self) -> str:
        return f"{self.label or self.name} ({self.package} {self.version})"


class _Book:
    """The plug-ins of this process."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.plugins: list[InstalledPlugin] | None = None


_book = _Book()


def list_plugins() -> tuple[InstalledPlugin, ...]:
    """Every plug-in that is installed, whether it works or not, in the order of kinds and names."""
    with _book.lock:
        if _book.plugins is None:
            _book.plugins = []
            installed = entry_points()  # once: each time it reads the names of all that is installed
            for kind in PluginKind:
                for entry in sorted(installed.select(group=f"labella.{kind}"), key=lambda entry: entry.name):
                    _book.plugins.append(_load(kind, entry))  # one by one: a key is taken by the first that has it
        return tuple(_book.plugins)


def list_ready(kind: PluginKind) -> list[InstalledPlugin]:
    """Those of a kind that could be loaded."""
    return [plugin for plugin in list_plugins() if plugin.kind is kind and plugin.loaded is not None]


def find_ready(kind: PluginKind, key: str) -> InstalledPlugin | None:
    return next((plugin for plugin in list_ready(kind) if plugin.key == key), None)


def call_plugin(plugin: InstalledPlugin, work: Callable[[Any], ResultT]) -> ResultT:
    """What `work` makes of the plug-in. Raises: PluginFailed, whatever it raised."""
    try:
        return work(plugin.loaded)
    except (Exception, SystemExit) as error:
        note_failure(plugin, error)
        raise PluginFailed(plugin.title) from error


def note_failure(plugin: InstalledPlugin, error: BaseException) -> None:
    """Keep what went wrong for the page of plug-ins, and log it with its traceback."""
    plugin.error = _describe(error)
    logger.error("plug-in %s %s failed: %s", plugin.kind, plugin.name, plugin.error, exc_info=error)


def find_culprit(error: BaseException) -> InstalledPlugin | None:
    """The game in whose code this was raised. Games are called everywhere and not through `call_plugin`."""
    games = {_name_package(type(plugin.loaded).__module__): plugin for plugin in list_ready(PluginKind.GAME)}
    frames = traceback.walk_tb(error.__traceback__) if games else ()
    packages = [_name_package(frame.f_globals.get("__name__", "")) for frame, _line in frames]
    return next((games[package] for package in reversed(packages) if package in games), None)


def note_culprit(error: BaseException) -> None:
    """Keep for the page of plug-ins what is logged already, where a game failed."""
    if plugin := find_culprit(error):
        plugin.error = _describe(error)


def _name_package(module: str) -> str:
    return module.partition(".")[0]


def _describe(error: BaseException) -> str:
    """Kind and text, also of an error that cannot be written as a text."""
    return "".join(traceback.format_exception_only(error)).strip()[:MAX_ERROR]


def _load(kind: PluginKind, entry: EntryPoint) -> InstalledPlugin:
    plugin = InstalledPlugin(kind, entry.name, entry.dist.name if entry.dist else "", entry.dist.version if entry.dist else "")
    try:
        loaded = entry.load()
        loaded = loaded() if isinstance(loaded, type) else loaded
        _check(kind, loaded)
        label = str(loaded.name)
        if kind is PluginKind.GAME:
            add_game(loaded)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a stranger’s code raises, the desk starts
        note_failure(plugin, error)
        return plugin
    plugin.loaded, plugin.key, plugin.label = loaded, loaded.key, label
    return plugin


def _check(kind: PluginKind, loaded: Any) -> None:
    """Raises: TypeError, ValueError."""
    is_expected: bool = isinstance(loaded, EXPECTED[kind])
    if not is_expected:
        offered = {*EXPECTED[kind].__annotations__, *vars(EXPECTED[kind])} if kind is not PluginKind.GAME else set()
        missing = sorted(name for name in offered if not name.startswith("_") and not hasattr(loaded, name))
        raise TypeError(f"{type(loaded).__name__} is no {EXPECTED[kind].__name__}: {', '.join(missing) or 'its class'} missing")
    if not (isinstance(loaded.key, str) and loaded.key.isascii() and loaded.key.isalnum() and loaded.key == loaded.key.lower()):
        raise ValueError("its key must be lower-case letters and digits")
    owners = [plugin for plugin in _book.plugins or () if plugin.kind is kind and plugin.key == loaded.key]
    if owners:
        raise ValueError(f"its key “{loaded.key}” is that of {owners[0].title}")
