"""`explain GAME`: the game in a few lines, its options, its sheet, its verbs, its sources and the questions that they leave open."""

import argparse
from collections.abc import Iterator
from textwrap import fill
from typing import Any

from rules.codec import Json
from rules.command.shared import CommandReport, OutputContext, add_game_arguments, align_columns, find_chosen_game, parse_chosen_options
from rules.game import Game
from rules.handbook import build_card_grids, build_page, build_score_grids
from rules.markdown import render_markdown
from rules.notation import format_option
from rules.options import FieldSpec, declared_fields
from rules.texts import Translate, _

WIDTH = 120
NAME, HELP = "explain", _("explain a game: options, sheet, sources")


def add_arguments(parser: argparse.ArgumentParser, translate: Translate) -> None:
    add_game_arguments(parser, translate)
    parser.add_argument("--handbook", action="store_true", help=translate(_("the game’s whole page of the handbook, as Markdown")))


def run(arguments: argparse.Namespace, output: OutputContext) -> CommandReport:
    game = find_chosen_game(arguments)
    if arguments.handbook:
        text = render_markdown(build_page(game, output.translate))
        return CommandReport({"game": game.key, "handbook": text}, tuple(text.splitlines()))
    option_values = game.options_to_json(parse_chosen_options(game, arguments))
    data: Json = {
        "game": game.key,
        "name": output.translate(game.name),
        "text": describe_game(game, output),
        "options": [field_to_json(spec, output, game.side_count) | {"value": option_values[spec.name]} for spec in game.option_specs],
        "hand": [field_to_json(spec, output, game.side_count) for spec in declared_fields(game.HandEntry)],
        "verbs": [verb.name for verb in game.verbs],
        "sources": list(game.sources),
        "discrepancies": [output.translate(line) for line in game.discrepancies],
    }
    return CommandReport(data, tuple(_report_lines(game, option_values, output)))


def describe_game(game: Game[Any, Any], output: OutputContext) -> str:
    """Name and place, a blank line, then the summary of the game in at most eight lines."""
    return f"{output.translate(game.name)}, {output.translate(game.place)}\n\n{fill(output.translate(game.summary), WIDTH)}"


def field_to_json(spec: FieldSpec, output: OutputContext, sides: int) -> Json:
    return {
        "name": spec.name,
        "label": output.translate(spec.label),
        "sentence": output.translate(spec.sentence),
        "boxes": list(spec.box_names(sides)),
        "kind": spec.kind.value,
        "default": list(spec.default) if isinstance(spec.default, tuple) else spec.default,
        "choices": {str(choice.value): output.translate(choice.label) for choice in spec.choices},
        "source": spec.source,
    }


def _report_lines(game: Game[Any, Any], option_values: Json, output: OutputContext) -> Iterator[str]:
    yield describe_game(game, output)
    card_grids = build_card_grids(game, output.translate) if game.plays_cards else ()
    for grid in (*card_grids, *build_score_grids(game, output.translate)):
        yield from ("", *filter(None, [grid.caption]), *align_columns([grid.headers, *grid.rows]))
    yield from ("", output.format_message(_("Options")), *_option_lines(game, option_values, output))
    yield from (
        "",
        output.format_message(_("Presets")),
        *align_columns([(preset.key, output.translate(preset.title)) for preset in game.presets]),
    )
    yield from ("", output.format_message(_("Sheet")), *align_columns(_box_rows(game, output)))
    if game.plays_cards:
        yield from ("", output.format_message(_("Card by card: {verbs}"), verbs=" ".join(verb.name for verb in game.verbs)))
    yield from ("", output.format_message(_("Sources")), *map(output.translate, game.sources))
    if game.discrepancies:
        open_questions = (f"- {output.translate(line)}" for line in game.discrepancies)
        yield from ("", output.format_message(_("What the sources leave open or say in two ways")), *open_questions)


def _box_rows(game: Game[Any, Any], output: OutputContext) -> list[tuple[str, ...]]:
    specs = declared_fields(game.HandEntry)
    return [(" ".join(spec.box_names(game.side_count)), output.translate(spec.label), output.translate(spec.sentence)) for spec in specs]


def _option_lines(game: Game[Any, Any], option_values: Json, output: OutputContext) -> Iterator[str]:
    """One line per option with its value as it is typed, then its choices."""
    for spec in game.option_specs:
        value = tuple(option_values[spec.name]) if isinstance(option_values[spec.name], list) else option_values[spec.name]
        yield f"{spec.name} = {format_option(value)}  [{spec.source}]  {output.translate(spec.sentence)}"
        yield from (f"      {choice.value}: {output.translate(choice.label)}" for choice in spec.choices)
