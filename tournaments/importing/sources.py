"""Lists that plug-ins fetch, for every page that takes one in: what can be chosen, and the one way to fetch."""

from typing import Any

from django.utils.translation import gettext as _

from plugins.registry import InstalledPlugin, PluginFailed, PluginKind, call_plugin, find_ready, list_ready
from tournaments.reading.files import UnreadableListError, read_file_sheets


def list_sources() -> list[InstalledPlugin]:
    """The plug-ins that fetch lists; a page has a button for each (`components/list_sources.html`)."""
    return list_ready(PluginKind.SOURCE)


def fetch_list(key: str, roll: str) -> bytes:
    """The list `roll` (`plugins.protocols.SourcePlugin`) of the plug-in with this key, as a file. Never called within a transaction.

    Raises: UnreadableListError, which names the plug-in, where it is gone, raises, or gives no file.
    """
    source = find_ready(PluginKind.SOURCE, key)
    if source is None:
        raise _refuse_list(key)
    try:
        return call_plugin(source, lambda loaded: _require_file(loaded.fetch_list(roll)))
    except PluginFailed as failure:
        raise _refuse_list(str(failure)) from failure


def _refuse_list(plugin: str) -> UnreadableListError:
    return UnreadableListError(_("Nothing was taken in: the plug-in %(plugin)s gave no list.") % {"plugin": plugin})


def fetch_text(key: str, roll: str) -> str:
    """The list as lines of text; of a workbook the first sheet. Raises: UnreadableListError."""
    return read_file_sheets(fetch_list(key, roll))[0].text


def _require_file(content: Any) -> bytes:
    """Raises: TypeError, ValueError."""
    if not isinstance(content, bytes):
        raise TypeError(f"a list is a file as bytes, not {type(content).__name__}")
    if not content.strip():
        raise ValueError("the list is empty")
    return content
