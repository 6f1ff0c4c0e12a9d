"""The rule of a union, and the best results of a person."""

from collections.abc import Collection

from federation.models import Union
from federation.points.formulas import PointRule
from federation.points.plugged import PluginRule, read_plugin_rule


def read_rule(union: Union) -> PointRule | PluginRule:
    """How the union counts: by its formula, or by a plug-in, which may fail."""
    if union.plugin:
        return read_plugin_rule(union)
    return PointRule(union.bases, union.shares, union.formula)


def sum_best(points: Collection[int], best_of: int) -> int:
    """The sum of the best so many, of all for 0."""
    return sum(sorted(points, reverse=True)[: best_of or None])
