"""How a season counts, as options like those of a game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pairing.options import resolve_options
from rules.options import Options, option
from rules.problems import Fact, check_problems
from rules.texts import _
from standings.season.scores import SEASON_TIE_BREAKS

PERSONS, TEAMS = "persons", "teams"
LIST, ENTRIES = "list", "entries"
MEAN, BETTER = "mean", "better"
ROUNDS, EQUALLY, EVERYBODY, LAST = "rounds", "equally", "everybody", "last"
LIKE_OTHERS, ALWAYS, BESIDES = "like_others", "always", "besides"
NOTHING = "nothing"
PLACES = 5
_CHOICES = {NOTHING: _("– nothing –")} | {one.key: one.name for one in SEASON_TIE_BREAKS}
_USUAL = ("evenings_won", "best_result", "evenings_played", "last_evening")
_REPEATED = Fact("tie_break_repeated", _("This tie-break is already higher up: choose another one, or none."))
_RISING = Fact("points_rise", _("A lower place must not give more points than a higher one: {given} comes after {before}."))
_LABELS = (_("First tie-break"), _("Second tie-break"), _("Third tie-break"), _("Fourth tie-break"), _("Fifth tie-break"))


def _declare_tie_break(place: int) -> Any:
    sentence = _("Decides between those with the same points.") if place == 0 else _("Decides where all those above leave a tie.")
    default = _USUAL[place] if place < len(_USUAL) else NOTHING
    return option(_LABELS[place], sentence, default=default, choices=_CHOICES, source="D")


@dataclass(frozen=True, slots=True)
class SeasonOptions(Options):
    ranks: Literal["persons", "teams"] = option(
        _("Who is ranked"),
        _("Persons, with whomever they play each evening; or entries, where teams or pairs stay together all season."),
        default=PERSONS,
        choices={PERSONS: _("persons"), TEAMS: _("entries")},
        source="D",
    )
    scale: Literal["list", "entries"] = option(
        _("Points"),
        _("By the list below; or the number of entries, minus the place, plus one: the last gets 1."),
        default=LIST,
        choices={LIST: _("by the list"), ENTRIES: _("by the number of entries")},
        source="D",
    )
    places: tuple[int, ...] = option(
        _("Points by place"),
        _("For first, second, third …, separated by spaces. Places after the end of the list get 0."),
        default=(25, 18, 15, 12, 10, 8, 6, 4, 2, 1),
        lowest=0,
        highest=9999,
        source="D",
    )
    taking_part: int = option(
        _("For taking part"),
        _("Extra points for everybody who played, whatever the place."),
        default=1,
        lowest=0,
        highest=999,
        source="D",
    )
    shared: Literal["mean", "better"] = option(
        _("A tied place gives"),
        _("The average of the points of all tied places, or the points of the best of them, for each."),
        default=MEAN,
        choices={MEAN: _("the average"), BETTER: _("the better")},
        source="D",
    )
    substitutes: Literal["rounds", "equally", "everybody", "last"] = option(
        _("After a substitution"),
        _("Who gets the points of the place when somebody was substituted. Points for taking part go to everybody who played."),
        default=ROUNDS,
        choices={
            ROUNDS: _("shared by the rounds played"),
            EQUALLY: _("shared equally"),
            EVERYBODY: _("all points for each of them"),
            LAST: _("all points for who finished the evening"),
        },
        source="D",
    )
    best: int = option(
        _("Evenings that count"),
        _("Only this many best evenings count. The others are shown but left out. 0: all count."),
        default=0,
        lowest=0,
        highest=99,
        source="D",
    )
    final_percent: int = option(
        _("A final counts, in percent"),
        _("What the points of a final count, in percent: 200 is double, 150 half as much again, 100 like any other evening."),
        default=200,
        lowest=100,
        highest=1000,
        source="D",
    )
    final_counts: Literal["like_others", "always", "besides"] = option(
        _("A final among the best evenings"),
        _("Whether a final can be left out when only the best evenings count."),
        default=LIKE_OTHERS,
        choices={
            LIKE_OTHERS: _("like any other evening"),
            ALWAYS: _("always counts, as one of the best"),
            BESIDES: _("always counts, in addition to the best"),
        },
        source="D",
    )
    tie_break_1: str = _declare_tie_break(0)
    tie_break_2: str = _declare_tie_break(1)
    tie_break_3: str = _declare_tie_break(2)
    tie_break_4: str = _declare_tie_break(3)
    tie_break_5: str = _declare_tie_break(4)

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        """Keys in order, without places left empty."""
        return tuple(key for key in _list_chosen(self) if key != NOTHING)


def parse_season_options(values: Mapping[str, Any]) -> SeasonOptions:
    """From typed text or JSON. Raises: rules.problems.RuleViolation with every problem."""
    options: SeasonOptions = resolve_options(SeasonOptions, values)
    chosen = _list_chosen(options)
    repeated = [place for place, key in enumerate(chosen) if key != NOTHING and key in chosen[:place]]
    problems = [_REPEATED.problem(f"tie_break_{place + 1}") for place in repeated]
    rising = [(before, points) for before, points in zip(options.places, options.places[1:], strict=False) if points > before]
    problems += [_RISING.problem("places", given=points, before=before) for before, points in rising[:1]]
    check_problems(problems)
    return options


def _list_chosen(options: SeasonOptions) -> list[str]:
    return [getattr(options, f"tie_break_{place}") for place in range(1, PLACES + 1)]
