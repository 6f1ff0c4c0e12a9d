"""`list`: every game with its presets."""

import argparse

from rules.command.shared import CommandReport, OutputContext
from rules.games import GAMES
from rules.texts import Translate, _

NAME, HELP = "list", _("list the games and their presets")


def add_arguments(parser: argparse.ArgumentParser, translate: Translate) -> None:
    """This command has no arguments."""


def run(arguments: argparse.Namespace, output: OutputContext) -> CommandReport:
    data = {
        game.key: {
            "name": output.translate(game.name),
            "place": output.translate(game.place),
            "sides": game.side_count,
            "seats": game.seat_count,
            "version": game.version,
            "presets": {preset.key: output.translate(preset.title) for preset in game.presets},
        }
        for game in GAMES
    }
    lines = []
    for game in GAMES:
        lines.append(f"{game.key}: {output.translate(game.name)}, {output.translate(game.place)}")
        lines += [f"    {preset.key}: {output.translate(preset.title)}" for preset in game.presets]
    return CommandReport(data, tuple(lines))
