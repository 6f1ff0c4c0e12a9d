"""`handbook FOLDER`: the handbook page of every game, in every language, written as FOLDER/<language>/<game>.md."""

import argparse
from pathlib import Path

from rules.command.language import LANGUAGES, translation
from rules.command.shared import Mistake, Report, Talk
from rules.games import GAMES
from rules.handbook import page
from rules.markdown import to_markdown
from rules.texts import Translate, _

NAME, HELP = "handbook", _("write the handbook: a page for each game and language")


def add_arguments(parser: argparse.ArgumentParser, say: Translate) -> None:
    parser.add_argument("folder", metavar=say(_("FOLDER")), help="docs/handbook")


def run(arguments: argparse.Namespace, talk: Talk) -> Report:
    written = {str(Path(arguments.folder) / name): text for name, text in pages().items()}
    for path, text in written.items():
        try:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            Path(path).write_text(text, encoding="utf-8")
        except OSError as error:
            raise Mistake(_("{path} cannot be written: {error}."), path=path, error=error) from error
    return Report({"written": list(written)}, tuple(written))


def pages() -> dict[str, str]:
    """Every page by its path below the folder."""
    return {f"{language}/{game.key}.md": to_markdown(page(game, translation(language))) for language in LANGUAGES for game in GAMES}
