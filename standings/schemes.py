"""How a stage counts, as options like those of a game: what the desk offers, stores with the stage and explains."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pairing.format import Format
from pairing.options import resolve, resolved_values
from rules.options import FieldSpec, Kind, Options, declared_fields, option
from rules.problems import Fact, refuse
from rules.texts import _
from standings.points import POINT_SYSTEMS
from standings.ranking import Scheme
from standings.tiebreaks import TIE_BREAKS

NOTHING = "nothing"
PLACES = 8
_CHOICES = {NOTHING: _("– nothing –")} | {tie_break.key: tie_break.name for tie_break in TIE_BREAKS}
_TIED = ("direct_encounter", "games_ratio", "point_difference", "points_scored")
_NEEDS_ONE = frozenset({
    "direct_encounter", "direct_games", "direct_difference", "buchholz", "buchholz_cut", "buchholz_median", "sonneborn_berger",
})  # fmt: skip
"""Tie-breaks that look at the opponent of a match: they say nothing where one meets several at once."""
_SEVERAL = Fact(
    "tie_break_needs_one_opponent",
    _("Here everybody meets several opponents at once, and this tie-break compares single ones: choose another one, or nothing."),
)
_REPEATED = Fact("tie_break_repeated", _("This tie-break stands further up already: choose another one, or nothing."))
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


def _place(place: int) -> Any:
    sentence = _("Decides between entries with the same points.") if place == 0 else _("Decides where all those above leave a tie.")
    default = _TIED[place] if place < len(_TIED) else NOTHING
    return option(_LABELS[place], sentence, default=default, choices=_CHOICES, source="P")


@dataclass(frozen=True, slots=True)
class SchemeOptions(Options):
    points: str = option(
        _("Points"),
        _("What a match, a game or a place is worth; the standings go by these points first."),
        default="match_won",
        choices={system.key: system.name for system in POINT_SYSTEMS},
        source="P",
    )
    bye: int | None = option(
        _("A rest is worth"),
        _(
            "Points for a round without an opponent. Empty: as much as a won match where matches are counted, 3 where places are, "
            "nothing where points are added."
        ),
        default=None,
        kind=Kind.INTEGER,
        lowest=0,
        highest=999,
        source="P",
    )
    missed: int = option(
        _("A round before a late entry is worth"),
        _("Points for each round that was played before an entry joined; 0 for none, half of what a rest is worth in some regulations."),
        default=0,
        lowest=0,
        highest=999,
        source="P",
    )
    tie_break_1: str = _place(0)
    tie_break_2: str = _place(1)
    tie_break_3: str = _place(2)
    tie_break_4: str = _place(3)
    tie_break_5: str = _place(4)
    tie_break_6: str = _place(5)
    tie_break_7: str = _place(6)
    tie_break_8: str = _place(7)

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        """Keys in order; places left empty close up."""
        chosen = (getattr(self, f"tie_break_{place}") for place in range(1, PLACES + 1))
        return tuple(key for key in chosen if key != NOTHING)


@dataclass(frozen=True, slots=True)
class Counting:
    """The schemes that one format can have: its own defaults, read and stored as the options of a game are."""

    format: Format

    @property
    def usual(self) -> dict[str, Any]:
        """What counts where nothing else was chosen, as JSON."""
        points, ties = _USUAL.get(self.format.key, ("match_won", _TIED))
        places = (*ties, *[NOTHING] * (PLACES - len(ties)))
        return {"points": points, "bye": self.format.bye_points, "missed": 0} | {
            f"tie_break_{place}": key for place, key in enumerate(places, start=1)
        }

    @property
    def specs(self) -> tuple[FieldSpec, ...]:
        """The options with those tie-breaks that can decide in this format."""
        return tuple(
            replace(spec, choices=tuple(one for one in spec.choices if self.decides(str(one.value))))
            for spec in declared_fields(SchemeOptions)
        )

    def decides(self, tie_break: str) -> bool:
        """Whether a tie-break says anything where matches are as in this format."""
        return self.one_opponent or tie_break not in _NEEDS_ONE

    @property
    def one_opponent(self) -> bool:
        """Whether a match is against one entry only."""
        return self.format.sides == 2 and self.format.side_size == 1

    def options_from(self, values: Mapping[str, Any]) -> SchemeOptions:
        """No values at all are the usual ones. Raises: rules.problems.RuleViolation with every problem."""
        options: SchemeOptions = resolve(SchemeOptions, values or self.usual)
        problems = [_REPEATED.problem(f"tie_break_{place}") for place in _repeated(options)]
        chosen = ((place, getattr(options, f"tie_break_{place}")) for place in range(1, PLACES + 1))
        problems += [_SEVERAL.problem(f"tie_break_{place}") for place, key in chosen if not self.decides(key)]
        refuse(problems)
        return options

    def options_to_json(self, options: SchemeOptions) -> dict[str, Any]:
        return resolved_values(options)

    def scheme(self, options: SchemeOptions, *, seed: str) -> Scheme:
        return Scheme(options.points, options.tie_breaks, options.bye, seed, everybody_meets=self.format.key == "round_robin")


def _repeated(options: SchemeOptions) -> list[int]:
    """Places whose tie-break stands further up already."""
    chosen = [getattr(options, f"tie_break_{place}") for place in range(1, PLACES + 1)]
    return [place for place, key in enumerate(chosen, start=1) if key != NOTHING and key in chosen[: place - 1]]


_BUCHHOLZ = ("buchholz", "direct_encounter", "games_ratio", "point_difference", "points_scored")
_USUAL = {
    "swiss": ("match_won", _BUCHHOLZ),
    "danish": ("match_won", _BUCHHOLZ),
    "heats": ("match_won", ("games_ratio", "point_difference", "points_scored")),
    "individual": ("match_won", ("games_ratio", "point_difference", "points_scored")),
    "tables_of_three": ("places", ("points_scored",)),
    "tables_of_four": ("places", ("points_scored",)),
    "tables_of_five": ("places", ("points_scored",)),
}
"""Points and tie-breaks where they differ from what most formats have: in rounds by ranking the strength of opponents tells something."""
