"""What is true of one game stands in its folder, what is true of one format in its class: nowhere else is a key of either."""

import ast
import re

from pairing import FORMATS
from rules import GAMES
from tests.house.sources import module_name, package_files, tree

GAME_WORDS = re.compile("|".join({game.key.rstrip("0123456789") for game in GAMES} | {"beccaccino"}), re.IGNORECASE)
FORMAT_KEYS = {form.key for form in FORMATS}
OWN_MODULES = {type(form).__module__ for form in FORMATS}
OF_GAMES = {
    ("desk.rehearsal.demonstration", "mariglia"): "the demonstration plays one game",
    ("rules.written_words", "briscola"): "the trump suit in Italian",
}
OF_FORMATS = {
    ("api.showcase.playing", "swiss"): "the evening that plays itself is of one format",
    ("desk.rehearsal.demonstration", "round_robin"): "the demonstration is a tournament of pools",
    ("pairing.reasons", "howell"): "the code of a reason, as stored draws have it",
    ("pairing.reasons", "mitchell"): "the code of a reason, as stored draws have it",
    ("pairing.lucky_losers", "repechage"): "the name of a part of the bracket, as stored draws have it",
    ("desk.overview.views", "individual"): "a field of a tournament: people enter singly",
    ("desk.rehearsal.copying", "individual"): "the same field in a copy",
    ("desk.rehearsal.copying", "heats"): "a field of an announcement: parts of the day to choose from",
    ("evenings.announcement.forms", "heats"): "the same field in its form",
    ("evenings.repeating.differences", "individual"): "the same field of another evening",
    ("exchange.announcing", "heats"): "a field of an announcement in a file",
    ("exchange.importing", "individual"): "the same field in a file",
    ("exchange.writing", "individual"): "the same field in a file",
    ("publishing.fetching.services", "individual"): "the same field of an evening for its final",
    ("publishing.public_document.queries", "heats"): "a field of an announcement that leaves the desk",
}


def text_constants(path):
    """Every string of a module that is not a docstring or the text below an attribute."""
    prose = {id(node.value) for node in ast.walk(tree(path)) if isinstance(node, ast.Expr)}
    return {node.value for node in ast.walk(tree(path)) if isinstance(node, ast.Constant) and id(node) not in prose and node.value}


def product_texts(*exempt):
    for path in package_files():
        module = module_name(path)
        if "migrations" not in path.parts and not any(module == name or module.startswith(f"{name}.") for name in exempt):
            yield from ((module, text) for text in text_constants(path) if isinstance(text, str))


def test_no_text_of_one_game_stands_outside_its_folder():
    """The first password of a desk is made of words of the card table, names of games among them."""
    assert {hit for hit in product_texts("rules.games", "config.first_login") if GAME_WORDS.search(hit[1])} == set(OF_GAMES)


def test_no_key_of_a_format_stands_outside_its_class():
    """The checker has its own list, because it shares no code with the engine; rules do not know formats."""
    assert {hit for hit in product_texts("rules", "pairing.checker", *OWN_MODULES) if hit[1] in FORMAT_KEYS} == set(OF_FORMATS)
