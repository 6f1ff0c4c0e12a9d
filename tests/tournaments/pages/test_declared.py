"""One generator for what games and formats declare: what it shows reads back as what it was."""

import pytest
from django.http import QueryDict

from pairing import FORMATS
from rules import GAMES, GameScore, declared_fields
from rules.options import FieldKind
from tournaments.pages.forms import DeclaredForm

GAME_PRESETS = [(game, preset) for game in GAMES for preset in game.presets]
NAMES = ("Rossi – Bianchi", "Verdi – Neri")


def posted(form):
    """What a browser sends of the form as it is shown, untouched."""
    data = QueryDict(mutable=True)
    for box in form.fields:
        value = form[box].value()
        if isinstance(value, list | tuple):
            data.setlist(form.add_prefix(box), [str(part) for part in value])
        elif value is True:
            data[form.add_prefix(box)] = "on"
        elif value not in (False, None):
            data[form.add_prefix(box)] = str(value)
    return data


@pytest.mark.parametrize(("game", "preset"), GAME_PRESETS, ids=[f"{game.key}-{preset.key}" for game, preset in GAME_PRESETS])
def test_the_options_of_every_preset_come_back_untouched(game, preset):
    specs, options = declared_fields(game.Options), game.preset_options(preset.key)
    shown = DeclaredForm(specs=specs, values=game.options_to_json(options), prefix="rules")
    sent = DeclaredForm(posted(shown), specs=specs, prefix="rules")
    assert sent.is_valid_for(game)
    assert game.options_from(sent.get_typed_values()) == options


@pytest.mark.parametrize("chosen", FORMATS, ids=[chosen.key for chosen in FORMATS])
def test_the_usual_options_of_every_format_come_back_untouched(chosen):
    specs = declared_fields(chosen.Options)
    sent = DeclaredForm(posted(DeclaredForm(specs=specs)), specs=specs)
    assert sent.is_valid_for(chosen)
    assert chosen.options_from(sent.get_typed_values()) == chosen.options_from({})


@pytest.mark.parametrize("game", GAMES, ids=[game.key for game in GAMES])
def test_every_option_has_a_label_and_one_sentence(game):
    form = DeclaredForm(specs=declared_fields(game.Options))
    assert list(form.fields) == [spec.name for spec in declared_fields(game.Options)]
    for field in form.fields.values():
        assert str(field.label)
        assert str(field.help_text).rstrip().endswith((".", "?", ")"))


@pytest.mark.parametrize("game", GAMES, ids=[game.key for game in GAMES])
def test_a_hand_has_one_box_a_side_where_it_is_written_per_side(game):
    specs = declared_fields(game.HandEntry)
    form = DeclaredForm(specs=specs, sides=NAMES, seats=["A1", "B1", "A2", "B2"])
    assert list(form.fields) == [box for spec in specs for box in spec.box_names(2)]
    for spec in specs:
        if spec.per_side:
            assert [str(form.fields[box].label).split(" · ")[1] for box in spec.box_names(2)] == list(NAMES)


@pytest.mark.parametrize("game", GAMES, ids=[game.key for game in GAMES])
def test_an_empty_hand_is_left_to_the_engine_to_judge(game):
    form = DeclaredForm({}, specs=declared_fields(game.HandEntry), sides=NAMES)
    assert form.is_valid()
    assert {value for value in form.get_typed_values().values() if value is not False} <= {""}


def test_the_engines_problems_stand_beside_their_boxes():
    game = GAMES[0]
    form = DeclaredForm({"targets": "35 many", "games_to_win": "0"}, specs=declared_fields(game.Options))
    assert not form.is_valid_for(game)
    assert {"targets", "games_to_win"} <= set(form.errors)
    assert "many" in form.errors["targets"][0]


def test_a_choice_that_is_not_offered_is_refused_by_the_form():
    game = GAMES[0]
    spec = next(spec for spec in declared_fields(game.Options) if spec.kind is FieldKind.CHOICE)
    form = DeclaredForm({spec.name: "lottery"}, specs=[spec])
    assert not form.is_valid()
    assert list(form.errors) == [spec.name]


def test_boxes_have_the_keyboard_of_what_they_hold_and_no_number_spinner():
    form = DeclaredForm(specs=declared_fields(GAMES[0].HandEntry), sides=NAMES)
    html = str(form)
    assert 'type="number"' not in html
    assert 'inputmode="numeric"' in html
    assert " required" not in html


def test_seats_and_sides_are_typed_in_letters_and_what_falls_below_zero_with_a_minus():
    boxes = {(spec.name, game.key): spec.input_mode() for game in GAMES for spec in declared_fields(game.HandEntry)}
    assert {boxes["dealer", "mariglia"], boxes["claim", "sancagna"], boxes["paid", "trionfo5"], boxes["points", "marafon"]} == {"text"}
    assert {boxes["total", "mariglia"], boxes["points", "maranna"], boxes["tricks", "trionfo5"]} == {"numeric"}
    assert boxes["declared", "maranna"] == "tel"
    (scores,) = (spec for spec in declared_fields(GameScore) if spec.name == "scores")
    assert [scores.input_mode(), scores.input_mode(falls=True)] == ["numeric", "text"]


def test_names_of_pairs_are_shown_escaped():
    form = DeclaredForm(specs=declared_fields(GAMES[0].HandEntry), sides=("<b>Rossi</b>", "Verdi"))
    assert "<b>" not in str(form)
    assert "&lt;b&gt;Rossi" in str(form)
