"""`list`: every game with its presets."""

import argparse

from rules.command.shared import Report, Talk
from rules.games import GAMES
from rules.texts import Translate, _

NAME, HELP = "list", _("list the games and their presets")


def add_arguments(parser: argparse.ArgumentParser, say: Translate) -> None:
    """It has none."""


def run(arguments: argparse.Namespace, talk: Talk) -> Report:
    data = {
        game.key: {
            "name": talk.translate(game.name),
            "place": talk.translate(game.place),
            "sides": game.side_count,
            "seats": game.seat_count,
            "version": game.version,
            "presets": {preset.key: talk.translate(preset.title) for preset in game.presets},
        }
        for game in GAMES
    }
    lines = []
    for game in GAMES:
        lines.append(f"{game.key}: {talk.translate(game.name)}, {talk.translate(game.place)}")
        lines += [f"    {preset.key}: {talk.translate(preset.title)}" for preset in game.presets]
    return Report(data, tuple(lines))
