"""What a plug-in adds to a union: points, questions about a result, own fields of members, an export. Whatever it answers is looked at."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from federation.models import Union
from federation.points.formulas import LARGEST
from plugins.protocols import ExportedFile, FederationPlugin, OwnField, RankedMember
from plugins.registry import InstalledPlugin, PluginFailed, PluginKind, call_plugin, find_ready, list_ready

Json = Any
MOST_PROBLEMS, LONGEST_PROBLEM = 30, 300
MOST_FIELDS = 20


@dataclass(frozen=True)
class PluginRule:
    """How a plug-in counts, by its key and version; `plugin` is None where it is not installed any more."""

    key: str
    version: str

    def compute_points(self, event_class: str, place: int, entries: int) -> int:
        """The points in hundredths. Raises: PluginFailed."""

        def compute(loaded: FederationPlugin) -> int:
            points = loaded.compute_points(event_class, place, entries)
            if not isinstance(points, int) or isinstance(points, bool) or not 0 <= points <= LARGEST:
                raise ValueError(f"points must be a whole number of hundredths from 0, not {points!r:.60}")
            return points

        return call_plugin(require_plugin(self.key), compute)

    def explain_points(self, event_class: str, place: int, entries: int) -> str:
        """One line. Raises: PluginFailed."""
        return call_plugin(
            require_plugin(self.key), lambda loaded: str(loaded.explain_points(event_class, place, entries))[:LONGEST_PROBLEM]
        )


def list_choices(union: Union) -> list[tuple[str, str]]:
    """The plug-ins of federations that can count, by key, and the one that counts here though it is not installed."""
    choices = [(plugin.key, plugin.title) for plugin in list_ready(PluginKind.FEDERATION)]
    is_listed = not union.plugin or union.plugin in dict(choices)
    return choices if is_listed else [*choices, (union.plugin, _("%(key)s (not installed)") % {"key": union.plugin})]


def require_plugin(key: str) -> InstalledPlugin:
    """Raises: PluginFailed where it is not installed."""
    plugin = find_ready(PluginKind.FEDERATION, key)
    if plugin is None:
        raise PluginFailed(key)
    return plugin


def read_plugin_rule(union: Union) -> PluginRule:
    plugin = find_ready(PluginKind.FEDERATION, union.plugin)
    return PluginRule(union.plugin, plugin.version if plugin else "")


def list_own_fields(union: Union) -> list[OwnField]:
    """What the federation keeps of a member beside the rest; nothing where its plug-in is away or fails."""
    if not union.plugin:
        return []

    def read(loaded: FederationPlugin) -> list[OwnField]:
        return [OwnField(str(key), str(label), tuple(map(str, headings))) for key, label, headings in loaded.member_fields][:MOST_FIELDS]

    try:
        return call_plugin(require_plugin(union.plugin), read)
    except PluginFailed:
        return []


def find_plugin_problems(union: Union, document: Json) -> tuple[str, ...]:
    """What the plug-in asks about a result file; that it failed is asked as well."""
    if not union.plugin:
        return ()
    try:
        return call_plugin(require_plugin(union.plugin), lambda loaded: _read_problems(loaded.find_problems(document)))
    except PluginFailed as failure:
        return (_("The plug-in %(plugin)s could not look at this file.") % {"plugin": failure},)


def export_ranking(union: Union, year: int, members: Sequence[RankedMember]) -> ExportedFile:
    """The ranking as the federation wants it. Raises: PluginFailed."""

    def export(loaded: FederationPlugin) -> ExportedFile:
        name, content_type, content = loaded.export_ranking(year, members)
        if not isinstance(content, bytes):
            raise TypeError("an export is bytes")
        return ExportedFile(str(name), str(content_type), content)

    return call_plugin(require_plugin(union.plugin), export)


def _read_problems(problems: Any) -> tuple[str, ...]:
    return tuple(str(problem)[:LONGEST_PROBLEM] for problem in list(problems)[:MOST_PROBLEMS])
