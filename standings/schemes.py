"""How a stage counts, as options like those of a game: offered at the desk, stored with the stage and explained."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pairing.format import Family, Format
from pairing.options import resolve_options, serialise_options
from rules.options import FieldKind, FieldSpec, Options, declared_fields, option
from rules.problems import Fact, Problem, check_problems
from rules.texts import _
from standings.points import NEED_TWO_SIDES, OWN_VALUES, POINT_SYSTEMS, VICTORY_OWN
from standings.ranking import CountingScheme
from standings.tie_breaks import DEFAULT_TIE_BREAKS, TIE_BREAKS, tie_break_by_key

NOTHING = "nothing"
PLACES = 8
_CHOICES = {NOTHING: _("– nothing –")} | {tie_break.key: tie_break.title for tie_break in TIE_BREAKS}
_SEVERAL = Fact(
    "tie_break_needs_one_opponent",
    _("Here players meet several opponents at once and this tie-break compares single ones. Choose another, or none."),
)
_AVERAGE_IN_DRAW = Fact(
    "average_in_draw",
    _("Here the points of a bye decide who meets whom. Give them a number, or use a format whose rounds stand beforehand."),
)
_REPEATED = Fact("tie_break_repeated", _("This tie-break is already higher up: choose another one, or none."))
_STEPS_MISSING = Fact("victory_steps", _("Type the steps in growing order, for example 50 150 250 350 500; at most 50 of them."))
_TWO_SIDES = Fact("victory_two_sides", _("Victory points compare two sides. Here more than two sit at a table: choose other points."))
_VALUES_REVERSED = Fact(
    "values_reversed", _("A match won must be worth at least as much as a tied one, and a tied one at least as much as a match lost.")
)
_OF_PENALTIES = {
    "bye": _(
        "Where points are added the fewest win here, and this number is penalties. Empty: as for a won match where matches count, 3 "
        "where places count, one’s own average where points are added; who played nothing has everybody’s."
    ),
    "missed": _(
        "Points for each round played before an entry joined. Where points are added they are penalties, because the fewest win: "
        "with 0 each counts the most penalties of a match, as for who does not come."
    ),
}
"""What numbers mean where the fewest points win."""
_MOST_STEPS = 50
_VALUES_SENTENCE = _("Counts only with values of one’s own.")
_NEW_OPTIONS = ("bye_average", "win", "draw", "loss", "steps")
"""Options that are stored only where they differ from their default: what was stored before there were any stays as it is."""
WORTH = ("points", "win", "draw", "loss", "steps", "bye", "bye_average")
"""Options that say what a match is worth: in stages with one ranking they are the same."""
_LABELS = (
    _("First tie-break"),
    _("Second tie-break"),
    _("Third tie-break"),
    _("Fourth tie-break"),
    _("Fifth tie-break"),
    _("Sixth tie-break"),
    _("Seventh tie-break"),
    _("Eighth tie-break"),
)


def _declare_tie_break(place: int) -> Any:
    sentence = _("Decides between entries with the same points.") if place == 0 else _("Decides where all those above leave a tie.")
    default = DEFAULT_TIE_BREAKS[place] if place < len(DEFAULT_TIE_BREAKS) else NOTHING
    return option(_LABELS[place], sentence, default=default, choices=_CHOICES, source="P")


@dataclass(frozen=True, slots=True)
class SchemeOptions(Options):
    points: str = option(
        _("Points"),
        _("What a match, a game or a place is worth. Standings are sorted by these points first."),
        default="match_won",
        choices={system.key: system.name for system in POINT_SYSTEMS},
        source="P",
    )
    win: int = option(_("A match won is worth"), _VALUES_SENTENCE, default=3, lowest=0, highest=99, source="P")
    draw: int = option(_("A tied match is worth"), _VALUES_SENTENCE, default=1, lowest=0, highest=99, source="P")
    loss: int = option(_("A match lost is worth"), _VALUES_SENTENCE, default=0, lowest=0, highest=99, source="P")
    steps: tuple[int, ...] = option(
        _("Steps of the victory points"),
        _("Counts with a table of one’s own: the differences above which the better side gets one more. Ten steps make 20 victory points."),
        default=(),
        kind=FieldKind.INTEGERS,
        lowest=0,
        highest=99_999,
        source="P",
    )
    bye: int | None = option(
        _("A bye is worth"),
        _(
            "Points for a round without an opponent. Empty: as for a won match where matches count, 3 where places "
            "count, nothing where points are added."
        ),
        default=None,
        kind=FieldKind.INTEGER,
        lowest=0,
        highest=999,
        source="P",
    )
    bye_average: bool = option(
        _("A bye is worth one’s own average"),
        _("The mean of one’s own matches, to hundredths of a point; the number above is for who played none. Only where no draw needs it."),
        default=False,
        source="P",
    )
    missed: int = option(
        _("A round before a late entry is worth"),
        _("Points for each round played before an entry joined; 0 for none, half a bye in some regulations."),
        default=0,
        lowest=0,
        highest=999,
        source="P",
    )
    tie_break_1: str = _declare_tie_break(0)
    tie_break_2: str = _declare_tie_break(1)
    tie_break_3: str = _declare_tie_break(2)
    tie_break_4: str = _declare_tie_break(3)
    tie_break_5: str = _declare_tie_break(4)
    tie_break_6: str = _declare_tie_break(5)
    tie_break_7: str = _declare_tie_break(6)
    tie_break_8: str = _declare_tie_break(7)

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        """Keys in order; places left empty close up."""
        chosen = (getattr(self, f"tie_break_{place}") for place in range(1, PLACES + 1))
        return tuple(key for key in chosen if key != NOTHING)


@dataclass(frozen=True, slots=True)
class FormatCounting:
    """The counting schemes of one format: its own defaults, read and stored as a game's options are.

    Where `matches_may_tie`, the default gives a tied match half of what a match won is worth. Where points are carried from another stage,
    `carried` is how that one counts, with every option: matches are worth the same in both, and tie-breaks begin as they are there.
    """

    format: Format
    matches_may_tie: bool = False
    carried: Mapping[str, Any] | None = None
    fewest_win: bool = False
    """Whether the fewest points win a match of the game, so that points that are added are penalties."""

    @property
    def default_values(self) -> dict[str, Any]:
        """The defaults of the format, as JSON."""
        if self.carried is not None:
            return {name: self._keep_useful(name, value) for name, value in self.carried.items()} | {"missed": 0}
        usual = self.format.usual_counting
        places = (*usual.tie_breaks, *[NOTHING] * (PLACES - len(usual.tie_breaks)))
        points = "two_one_zero" if self.matches_may_tie and usual.points == "match_won" else usual.points
        return {"points": points, "bye": self.format.bye_points, "missed": 0} | {
            f"tie_break_{place}": key for place, key in enumerate(places, start=1)
        }

    def _keep_useful(self, option_name: str, value: Any) -> Any:
        return NOTHING if option_name.startswith("tie_break_") and not self.can_decide(str(value)) else value

    @property
    def specs(self) -> tuple[FieldSpec, ...]:
        """The options, with only those points and tie-breaks that mean something in this format."""
        return tuple(
            replace(
                spec,
                choices=tuple(choice for choice in spec.choices if self._can_choose(spec.name, str(choice.value))),
                sentence=_OF_PENALTIES.get(spec.name, spec.sentence) if self.fewest_win else spec.sentence,
            )
            for spec in declared_fields(SchemeOptions)
            if spec.name != "bye_average" or not self.format.uses_results
            if self.carried is None or spec.name not in WORTH
        )

    def _can_choose(self, option_name: str, key: str) -> bool:
        if option_name == "points":
            return self.format.sides == 2 or key not in NEED_TWO_SIDES
        return self.can_decide(key)

    def can_decide(self, tie_break: str) -> bool:
        """Whether a tie-break can decide anything in this format."""
        return self.has_single_opponent or tie_break == NOTHING or not tie_break_by_key(tie_break).needs_one_opponent

    @property
    def has_single_opponent(self) -> bool:
        """Whether a match is against one entry only."""
        return self.format.sides == 2 and self.format.side_size == 1

    def options_from(self, values: Mapping[str, Any]) -> SchemeOptions:
        """Without any values the defaults. Raises: rules.problems.RuleViolation with every problem."""
        worth = {name: value for name, value in (self.carried or {}).items() if name in WORTH}
        options: SchemeOptions = resolve_options(SchemeOptions, {**(values or self.default_values), **worth})
        problems = [_AVERAGE_IN_DRAW.problem("bye_average")] if options.bye_average and self.format.uses_results else []
        problems += list(self._find_victory_problems(options))
        if options.points == OWN_VALUES and not options.win >= options.draw >= options.loss:
            problems.append(_VALUES_REVERSED.problem("win"))
        problems += [_REPEATED.problem(f"tie_break_{place}") for place in _list_repeated(options)]
        chosen = ((place, getattr(options, f"tie_break_{place}")) for place in range(1, PLACES + 1))
        problems += [_SEVERAL.problem(f"tie_break_{place}") for place, key in chosen if not self.can_decide(key)]
        check_problems(problems)
        return options

    def _find_victory_problems(self, options: SchemeOptions) -> Iterator[Problem]:
        if options.points in NEED_TWO_SIDES and self.format.sides != 2:
            yield _TWO_SIDES.problem("points")
        is_growing = list(options.steps) == sorted(set(options.steps)) and len(options.steps) <= _MOST_STEPS
        if not is_growing or (options.points == VICTORY_OWN and not options.steps):
            yield _STEPS_MISSING.problem("steps")

    def options_to_json(self, options: SchemeOptions) -> dict[str, Any]:
        values, usual = serialise_options(options), serialise_options(SchemeOptions())
        return {name: value for name, value in values.items() if name not in _NEW_OPTIONS or value != usual[name]}

    def build_scheme(self, options: SchemeOptions, *, seed: str) -> CountingScheme:
        return CountingScheme(
            options.points,
            options.tie_breaks,
            options.bye,
            seed,
            self.format.family is Family.POOLS,
            options.bye_average,
            (options.win, options.draw, options.loss),
            options.steps,
            self.fewest_win,
        )


def _list_repeated(options: SchemeOptions) -> list[int]:
    """Places whose tie-break already stands further up."""
    chosen = [getattr(options, f"tie_break_{place}") for place in range(1, PLACES + 1)]
    return [place for place, key in enumerate(chosen, start=1) if key != NOTHING and key in chosen[: place - 1]]
