"""`handbook FOLDER`: write the handbook page of every game in every complete language as FOLDER/<language>/<game>.md."""

import argparse
from pathlib import Path

from rules.command.language import LOCALE, list_languages, load_translation
from rules.command.shared import CommandReport, InputError, OutputContext
from rules.games import CARD_GAMES
from rules.handbook import build_page
from rules.markdown import render_markdown
from rules.texts import Translate, _

NAME, HELP = "handbook", _("write the handbook: a page for each game and language")


def add_arguments(parser: argparse.ArgumentParser, translate: Translate) -> None:
    parser.add_argument("folder", metavar=translate(_("FOLDER")), help="docs/handbook")


def run(arguments: argparse.Namespace, output: OutputContext) -> CommandReport:
    written = {str(Path(arguments.folder) / name): text for name, text in build_pages().items()}
    for path, text in written.items():
        try:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            Path(path).write_text(text, encoding="utf-8")
        except OSError as error:
            raise InputError(_("{path} cannot be written: {error}."), path=path, error=error) from error
    return CommandReport({"written": list(written)}, tuple(written))


def build_pages() -> dict[str, str]:
    """The text of every page, by its path inside the folder."""
    return {
        f"{language}/{game.key}.md": render_markdown(build_page(game, load_translation(language)))
        for language in list_languages(LOCALE, partial=False)
        for game in CARD_GAMES
    }
