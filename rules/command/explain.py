"""`explain GAME`: the game in a few lines, its options, its sheet, its verbs, its sources and what they leave open."""

import argparse
import importlib
import inspect
from collections.abc import Iterator
from typing import Any

from rules.codec import Json
from rules.command.shared import Report, Talk, add_game, chosen_game, chosen_options, columns
from rules.game import Game
from rules.handbook import page, to_markdown
from rules.options import FieldSpec, declared_fields
from rules.texts import _

NAME, HELP = "explain", "explain a game: options, sheet, sources"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--handbook", action="store_true", help="the game's whole page of the handbook, as Markdown")


def run(arguments: argparse.Namespace, talk: Talk) -> Report:
    game = chosen_game(arguments)
    if arguments.handbook:
        text = to_markdown(page(game, talk.translate))
        return Report({"game": game.key, "handbook": text}, tuple(text.splitlines()))
    chosen = game.options_to_json(chosen_options(game, arguments))
    data: Json = {
        "game": game.key,
        "name": talk.translate(game.name),
        "text": about(game),
        "options": [field_json(spec, talk) | {"value": chosen[spec.name]} for spec in declared_fields(game.Options)],
        "hand": [field_json(spec, talk) for spec in declared_fields(game.HandEntry)],
        "verbs": [verb.name for verb in game.verbs],
        "sources": list(game.sources),
        "discrepancies": [talk.translate(line) for line in game.discrepancies],
    }
    return Report(data, tuple(_lines(game, chosen, talk)))


def about(game: Game[Any, Any]) -> str:
    """The docstring of the game's folder: the game in at most eight lines."""
    return inspect.getdoc(importlib.import_module(type(game).__module__.rpartition(".")[0])) or ""


def field_json(spec: FieldSpec, talk: Talk) -> Json:
    return {
        "name": spec.name,
        "label": talk.translate(spec.label),
        "sentence": talk.translate(spec.sentence),
        "kind": spec.kind.value,
        "default": list(spec.default) if isinstance(spec.default, tuple) else spec.default,
        "choices": {str(choice.value): talk.translate(choice.label) for choice in spec.choices},
        "source": spec.source,
    }


def _lines(game: Game[Any, Any], chosen: Json, talk: Talk) -> Iterator[str]:
    yield about(game)
    yield ""
    yield talk.say(_("Options"))
    yield from _options(game, chosen, talk)
    yield ""
    yield talk.say(_("Sheet"))
    yield from columns([(spec.name, talk.translate(spec.label), talk.translate(spec.sentence)) for spec in declared_fields(game.HandEntry)])
    yield ""
    yield talk.say(_("Card by card: {verbs}"), verbs=" ".join(verb.name for verb in game.verbs))
    yield ""
    yield talk.say(_("Sources"))
    yield from game.sources
    yield from (f"- {talk.translate(line)}" for line in game.discrepancies)


def _options(game: Game[Any, Any], chosen: Json, talk: Talk) -> Iterator[str]:
    for spec in declared_fields(game.Options):
        value = chosen[spec.name]
        shown = "/".join(map(str, value)) if isinstance(value, list) else str(value)
        yield f"{spec.name} = {shown}  [{spec.source}]  {talk.translate(spec.sentence)}"
        yield from (f"      {choice.value}: {talk.translate(choice.label)}" for choice in spec.choices)
