"""A wrong declaration is found when the lists are imported, with a sentence that names class and attribute."""

from dataclasses import dataclass
from typing import Literal

import pytest

from pairing.format import Format
from pairing.formats import Swiss
from rules.contract import Preset
from rules.declarations import WrongDeclaration, check_declared, check_games
from rules.game import Game
from rules.games.mariglia.game import Mariglia
from rules.games.mattazza.game import MattazzaGame
from rules.options import FieldKind, Options, entry_field, option
from rules.paper_hints import ExtraBoxes, PaperHint


@dataclass(frozen=True, slots=True)
class WithoutLabel(Options):
    deals: int = option("", "Hands in each game.", default=0)


@dataclass(frozen=True, slots=True)
class WithoutSentence(Options):
    deals: int = option("Hands", "", default=0)


@dataclass(frozen=True, slots=True)
class DefaultOutside(Options):
    way: Literal["drawn", "given"] = option("Way", "How.", default="drwan", choices={"drawn": "by lot", "given": "as given"})


@dataclass(frozen=True, slots=True)
class BareString(Options):
    way: str = option("Way", "How.", default="drawn", choices={"drawn": "by lot", "given": "as given"})


@dataclass(frozen=True, slots=True)
class OtherWords(Options):
    ways: tuple[Literal["drawn"], ...] = option("Ways", "How.", default=(), choices={"drawn": "by lot", "given": "as given"})


@dataclass(frozen=True, slots=True)
class NeedsNothing(Mariglia.HandEntry):
    trump: str | None = entry_field("Trump", "The suit.", FieldKind.CARD, needs=("no",))


def variant(base, **attributes):
    return type("Variant", (base,), attributes)()


@pytest.mark.parametrize(
    ("attributes", "sentence"),
    [
        ({"Options": WithoutLabel}, "Variant.Options.deals: it needs a label."),
        ({"Options": WithoutSentence}, "Variant.Options.deals: it needs a sentence that states the rule."),
        ({"Options": DefaultOutside}, "Variant.Options.way: the default “drwan” is not among its choices."),
        ({"Options": BareString}, 'Variant.Options.way: write its type as Literal["drawn", "given"], so that the type checker sees'),
        ({"Options": OtherWords}, 'Variant.Options.ways: write its type as Literal["drawn", "given"], so that the type checker sees'),
        ({"HandEntry": NeedsNothing}, "Variant.HandEntry.trump: it needs “no”, which is no option."),
        ({"paper": PaperHint(widths={"bibs": 3})}, "Variant.paper.widths: the sheet has no box “bibs”."),
        ({"paper": PaperHint({"trump": (ExtraBoxes("x", "X", 1, needs="y"),)})}, "Variant.paper.extras: the sheet has no box “y”."),
        ({"paper": PaperHint(typed=("z",))}, "Variant.paper.typed: the sheet has no box “z”."),
        ({"presets": (Preset("a", "A", {}),) * 2}, "Variant.presets: the key “a” stands there twice."),
        ({"presets": (Preset("a", "A", {"talk": "loud"}),)}, "Variant.presets: “a”: Talk: “loud” is not one of"),
    ],
)
def test_a_wrong_game_says_class_and_attribute(attributes, sentence):
    with pytest.raises(WrongDeclaration) as error:
        check_games((variant(Mariglia, **attributes),))
    assert str(error.value).startswith(sentence)


def test_two_games_have_two_keys():
    with pytest.raises(WrongDeclaration, match=r"Variant\.key: “mariglia” is the key of Mariglia already"):
        check_games((Mariglia(), variant(Mariglia)))


def test_a_game_without_name():
    with pytest.raises(WrongDeclaration, match=r"Variant\.key is missing"):
        check_games((variant(MattazzaGame, seat_count=4),))


def test_a_game_without_a_hook():
    class Silent(Game):
        """It says nothing at all."""

    with pytest.raises(TypeError, match=r"Silent .*build_outcome, build_plan, cards_each, compute_steps, hand_problems"):
        Silent()


def test_a_format_without_family():
    class Fresh(Format):
        key = name = summary = "fresh"
        Options = Swiss.Options

        def count_rounds(self, options, entrant_count):
            return 1

        def draw_pairings(self, options, request):
            raise NotImplementedError

    with pytest.raises(WrongDeclaration, match=r"Fresh\.family is missing"):
        check_declared((Fresh(),), Format)


def test_two_formats_have_two_keys():
    with pytest.raises(WrongDeclaration, match=r"Variant\.key: “swiss” is the key of Swiss already"):
        check_declared((Swiss(), variant(Swiss)), Format)
