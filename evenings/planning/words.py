"""Plans in words: their titles, their stages, and what they are fair and unfair about."""

import datetime as dt
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.formats import time_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from pairing import format_by_key
from pairing.evening import Absence, EveningPlan, EveningStage, Remedies, Trait, count_loads
from pairing.format import Family
from tournaments.models.default_names import STAGE_LABELS

TITLES: Mapping[str, Any] = {
    "bracket": _("Knockout"),
    "consolation": _("Knockout with a consolation"),
    "second_chance": _("Double elimination"),
    "lucky_losers": _("Knockout with lucky losers"),
    "everybody": _("Everybody meets everybody"),
    "everybody_twice": _("Everybody meets everybody twice"),
    "pools_knockout": _("Pools, then a knockout"),
    "pools_two_finals": _("Pools, then two knockouts"),
    "equals": ngettext_lazy("Swiss, %(rounds)d round", "Swiss, %(rounds)d rounds", "rounds"),
    "equals_final": ngettext_lazy(
        "Swiss, %(rounds)d round, then a final of four", "Swiss, %(rounds)d rounds, then a final of four", "rounds"
    ),
    "neighbours": ngettext_lazy("Danish, %(rounds)d round", "Danish, %(rounds)d rounds", "rounds"),
    "two_lines": ngettext_lazy("Mitchell, %(rounds)d round", "Mitchell, %(rounds)d rounds", "rounds"),
    "two_lines_short": ngettext_lazy("Mitchell, %(rounds)d round", "Mitchell, %(rounds)d rounds", "rounds"),
    "one_ranking": _("%(rounds)d rounds of Mitchell, then %(later)d Danish: one ranking"),
    "tables": ngettext_lazy("%(rounds)d round, new tables each time", "%(rounds)d rounds, new tables each time", "rounds"),
    "tables_equal": ngettext_lazy("%(rounds)d round with equal byes", "%(rounds)d rounds with equal byes", "rounds"),
    "tables_short": ngettext_lazy("A short evening: %(rounds)d round", "A short evening: %(rounds)d rounds", "rounds"),
    "tables_final": ngettext_lazy("%(rounds)d round, then a final table", "%(rounds)d rounds, then a final table", "rounds"),
}
TRAITS: Mapping[str, Any] = {
    "all_equal": ngettext_lazy("Everybody plays %(matches)d match.", "Everybody plays %(matches)d matches.", "matches"),
    "at_least": ngettext_lazy("Everybody plays at least %(matches)d match.", "Everybody plays at least %(matches)d matches.", "matches"),
    "out_at_once": ngettext_lazy("%(entries)d is out after one match.", "%(entries)d are out after one match.", "entries"),
    "straight_through": ngettext_lazy("%(entries)d has a bye in the first round.", "%(entries)d have a bye in the first round.", "entries"),
    "lot_decides": _("Without seeds the two strongest can meet in the first round."),
    "second_bracket": ngettext_lazy(
        "%(entries)d that loses early plays on in the consolation.", "%(entries)d that lose early play on in the consolation.", "entries"
    ),
    "one_defeat_allowed": _("One defeat puts nobody out."),
    "long_way": _("It takes %(rounds)d rounds, and most only watch the last."),
    "drawn_back": ngettext_lazy("%(entries)d comes back as a lucky loser.", "%(entries)d come back as lucky losers.", "entries"),
    "all_meet": _("Everybody meets everybody: the fairest ranking."),
    "one_defeat_survives": _("One defeat in a pool does not yet put anybody out."),
    "plays_on": ngettext_lazy(
        "%(entries)d that does not go on plays a knockout of its own.",
        "%(entries)d that do not go on play a knockout of their own.",
        "entries",
    ),
    "out_after_pools": ngettext_lazy("%(entries)d is out after the pools.", "%(entries)d are out after the pools.", "entries"),
    "pools_differ": ngettext_lazy(
        "%(pools)d pool is smaller: one match less there.", "%(pools)d pools are smaller: one match less there.", "pools"
    ),
    "others_compared": ngettext_lazy(
        "%(entries)d place goes to the best of the others, compared across pools.",
        "%(entries)d places go to the best of the others, compared across pools.",
        "entries",
    ),
    "equal_strength": _("From the second round on, equals meet."),
    "unbeaten_tied": ngettext_lazy(
        "%(entries)d can end with all matches won.", "Up to %(entries)d can end with all matches won: tie-breaks decide.", "entries"
    ),
    "one_unbeaten": _("At most one ends with all matches won."),
    "neighbours_meet": _("First meets second, third meets fourth: exciting at the top."),
    "early_points_weigh": _("Who begins badly meets weaker opponents and comes back more easily."),
    "points_stay": _("Points are carried: one ranking counts all %(rounds)d rounds."),
    "neighbours_meet_later": _("After two rounds first meets second, third meets fourth, and nobody twice while that is possible."),
    "known_beforehand": _("Everybody knows the opponents beforehand; no draw is waited for."),
    "few_met": _("Everybody meets %(met)d of %(others)d others: the lot weighs."),
    "tables_change": _("In every round people sit with others."),
    "meet_again": _("Some meet more than once: there are only %(others)d others."),
    "final_decides": _("The first %(entries)d play for the victory."),
    "final_byes": ngettext_lazy("%(entries)d has a bye in the final bracket.", "%(entries)d have a bye in the final bracket.", "entries"),
    "rest_unequal": ngettext_lazy(
        "%(entries)d has one bye more than the others.", "%(entries)d have one bye more than the others.", "entries"
    ),
    "rest_equal": ngettext_lazy("Everybody has %(byes)d bye.", "Everybody has %(byes)d byes.", "byes"),
    "wait_for_table": ngettext_lazy(
        "%(matches)d match waits until a table is free.", "%(matches)d matches wait until a table is free.", "matches"
    ),
}
FAMILIES: Mapping[str, Promise] = {
    "brackets": _("Knockout"),
    "pools": _("Pools"),
    "rounds": _("Swiss or Danish rounds"),
    "lines": _("Mitchell"),
}
"""Families of plans."""


def build_plan_title(plan: EveningPlan) -> str:
    (first, last), later = plan.rounds_by_stage[0], plan.rounds_by_stage[-1]
    return _fill(TITLES[plan.kind], {"rounds": last - first + 1, "later": later[1] - later[0] + 1})


def build_trait_sentence(trait: Trait) -> str:
    return _fill(TRAITS[trait.key], dict(trait.numbers))


def _fill(text: Any, numbers: Mapping[str, int]) -> str:
    return str(text % numbers)


def build_stage_name(stage: EveningStage) -> str:
    """What the stage will be called."""
    return gettext(STAGE_LABELS[stage.label] if stage.label else format_by_key(stage.format).name)


def build_stage_line(stage: EveningStage) -> str:
    """The stage with its numbers: “Pools: 6 pools of 4 and 3, 3 rounds; the first 2 of each go on”."""
    rounds = len(count_loads(stage.format, stage.options, stage.entries))
    duration = ngettext("%(rounds)d round", "%(rounds)d rounds", rounds) % {"rounds": rounds}
    return f"{build_stage_name(stage)}: {_describe_field(stage)}, {duration}"


def _describe_field(stage: EveningStage) -> str:
    chosen = format_by_key(stage.format)
    groups = chosen.count_groups(chosen.options_from(stage.options), stage.entries)
    if chosen.family is Family.POOLS and groups > 1:
        smallest, more = divmod(stage.entries, groups)
        sizes = gettext("%(larger)d and %(smaller)d") % {"larger": smallest + 1, "smaller": smallest} if more else str(smallest)
        return gettext("%(pools)d pools of %(sizes)s") % {"pools": groups, "sizes": sizes}
    if stage.source is None:
        return ngettext("%(entries)d entry", "%(entries)d entries", stage.entries) % {"entries": stage.entries}
    return _describe_source(stage)


def _describe_source(stage: EveningStage) -> str:
    numbers = {"entries": stage.entries, "count": stage.of_each, "others": stage.best_others}
    if stage.carries:
        return gettext("everybody with their points")
    if stage.lost or stage.rest:
        return gettext("the other %(entries)d") % numbers
    if not stage.of_each:
        return gettext("the first %(entries)d") % numbers
    source = ngettext("the first of each pool", "the first %(count)d of each pool", stage.of_each) % numbers
    if stage.best_others:
        source = ngettext("%(said)s and the best of the others", "%(said)s and the best %(others)d of the others", stage.best_others) % {
            **numbers,
            "said": source,
        }
    return source


def build_absence_line(absence: Absence, find_hour: Callable[[float], dt.time]) -> str:
    """Why a usual plan is not offered: “Pools: over by 01:20 at the soonest.”"""
    values = {"plan": FAMILIES[absence.family], "number": absence.number}
    if absence.reason == "late":
        return gettext("%(plan)s: over by %(hour)s at the soonest.") % {**values, "hour": time_format(find_hour(absence.number))}
    if absence.reason == "tables":
        return gettext("%(plan)s: two stages play at the same time, and there are too few tables.") % values
    return gettext("%(plan)s: among the proposals from %(number)d entries on.") % values


def build_remedy_lines(remedies: Remedies, find_hour: Callable[[float], dt.time]) -> tuple[str, ...]:
    """What would help where nothing fits."""
    hours = {name: time_format(find_hour(minutes)) for name, minutes in (("hour", remedies.minutes), ("soon", remedies.shortest))}
    lines = [gettext("By these rules the shortest plan is over by %(hour)s.") % hours]
    if remedies.length:
        lines.append(gettext("With shorter matches the shortest one is over by %(soon)s.") % hours)
    if remedies.tables:
        lines.append(gettext("With %(tables)d tables a plan is over in time.") % {"tables": remedies.tables})
    return tuple(lines)
