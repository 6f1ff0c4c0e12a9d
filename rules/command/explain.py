"""`explain GAME`: the game in a few lines, its options, its sheet, its verbs, its sources and what they leave open."""

import argparse
from collections.abc import Iterator
from textwrap import fill
from typing import Any

from rules.codec import Json
from rules.command.shared import Report, Talk, add_game, chosen_game, chosen_options, columns
from rules.game import Game
from rules.handbook import card_grids, page, score_grids
from rules.markdown import to_markdown
from rules.notation import option_text
from rules.options import FieldSpec, declared_fields
from rules.texts import Translate, _

WIDTH = 120
NAME, HELP = "explain", _("explain a game: options, sheet, sources")


def add_arguments(parser: argparse.ArgumentParser, say: Translate) -> None:
    add_game(parser, say)
    parser.add_argument("--handbook", action="store_true", help=say(_("the game's whole page of the handbook, as Markdown")))


def run(arguments: argparse.Namespace, talk: Talk) -> Report:
    game = chosen_game(arguments)
    if arguments.handbook:
        text = to_markdown(page(game, talk.translate))
        return Report({"game": game.key, "handbook": text}, tuple(text.splitlines()))
    chosen = game.options_to_json(chosen_options(game, arguments))
    data: Json = {
        "game": game.key,
        "name": talk.translate(game.name),
        "text": about(game, talk),
        "options": [field_json(spec, talk, game.side_count) | {"value": chosen[spec.name]} for spec in declared_fields(game.Options)],
        "hand": [field_json(spec, talk, game.side_count) for spec in declared_fields(game.HandEntry)],
        "verbs": [verb.name for verb in game.verbs],
        "sources": list(game.sources),
        "discrepancies": [talk.translate(line) for line in game.discrepancies],
    }
    return Report(data, tuple(_lines(game, chosen, talk)))


def about(game: Game[Any, Any], talk: Talk) -> str:
    """The game in at most eight lines, after its name and place."""
    return f"{talk.translate(game.name)}, {talk.translate(game.place)}\n\n{fill(talk.translate(game.summary), WIDTH)}"


def field_json(spec: FieldSpec, talk: Talk, sides: int) -> Json:
    return {
        "name": spec.name,
        "label": talk.translate(spec.label),
        "sentence": talk.translate(spec.sentence),
        "boxes": list(spec.boxes(sides)),
        "kind": spec.kind.value,
        "default": list(spec.default) if isinstance(spec.default, tuple) else spec.default,
        "choices": {str(choice.value): talk.translate(choice.label) for choice in spec.choices},
        "source": spec.source,
    }


def _lines(game: Game[Any, Any], chosen: Json, talk: Talk) -> Iterator[str]:
    yield about(game, talk)
    for grid in (*card_grids(game, talk.translate), *score_grids(game, talk.translate)):
        yield from ("", *filter(None, [grid.caption]), *columns([grid.headers, *grid.rows]))
    yield from ("", talk.say(_("Options")), *_options(game, chosen, talk))
    yield from ("", talk.say(_("Presets")), *columns([(preset.key, talk.translate(preset.title)) for preset in game.presets]))
    yield from ("", talk.say(_("Sheet")), *columns(_boxes(game, talk)))
    yield from ("", talk.say(_("Card by card: {verbs}"), verbs=" ".join(verb.name for verb in game.verbs)))
    yield from ("", talk.say(_("Sources")), *game.sources)
    yield from ("", talk.say(_("What the sources leave open or say twice")), *(f"- {talk.translate(line)}" for line in game.discrepancies))


def _boxes(game: Game[Any, Any], talk: Talk) -> list[tuple[str, ...]]:
    specs = declared_fields(game.HandEntry)
    return [(" ".join(spec.boxes(game.side_count)), talk.translate(spec.label), talk.translate(spec.sentence)) for spec in specs]


def _options(game: Game[Any, Any], chosen: Json, talk: Talk) -> Iterator[str]:
    """Values as they are typed."""
    for spec in declared_fields(game.Options):
        value = tuple(chosen[spec.name]) if isinstance(chosen[spec.name], list) else chosen[spec.name]
        yield f"{spec.name} = {option_text(value)}  [{spec.source}]  {talk.translate(spec.sentence)}"
        yield from (f"      {choice.value}: {talk.translate(choice.label)}" for choice in spec.choices)
