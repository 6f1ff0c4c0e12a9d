"""Draws from the command line: pair a TRF file, make a random one, check or repeat a stored draw."""

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pairing.checker import check
from pairing.claim_words import WORDS
from pairing.codec import draw_to_json
from pairing.draw import draw_request, replay
from pairing.formats import FORMATS, format_by_key
from pairing.movements.format import Individuals, quality_of
from pairing.reasons import DrawRefused, Unreadable, describe
from pairing.stored import read_draw
from pairing.trf.generate import random_report
from pairing.trf.reading import read
from pairing.trf.report import request_of
from pairing.trf.writing import write
from rules.command.language import LANGUAGES, asked_language, spoken, translation
from rules.texts import Translate, _

NAME = "python -m pairing"
USES = (
    ("FILE.trf", _("pair the next round of the Swiss system")),
    ("FILE.trf --json", _("the whole draw: inputs, pairings, reasons, certificate")),
    ("generate --entries 30", _("a random tournament as TRF")),
    ("check FILE", _("prove a draw (JSON) or the draw of a TRF file, by the independent checker")),
    ("replay FILE.json", _("draw again from the stored inputs and compare")),
    ("movement tables_of_five --players 25 --rounds 6", _("a movement of individuals and its quality beside the bound")),
)
WIDTH = max(len(words) for words, _use in USES)
STATES = {"proven": _("proven"), "open": _("open"), "wrong": _("WRONG")}
SEED = _("source of chance; the same seed gives the same draw")
NOT_WHOLE = _("The draw is not whole: {what} is missing in its certificate.")


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when all is well, 1 when something is wrong with the draw or the file, 2 when the command is not understood."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    language = asked_language(given, os.environ)
    say = translation(language, "pairing")
    try:
        with spoken(language):
            return _obey(given, language, say)
    except DrawRefused as refused:
        print(*[describe(reason, say) for reason in refused.reasons], sep="\n", file=sys.stderr)
    except FileNotFoundError as fault:
        print(say(_("There is no file {path}.")).format(path=fault.filename), file=sys.stderr)
    except OSError as fault:
        print(f"{fault.filename}: {fault.strerror}", file=sys.stderr)
    except KeyError as missing:
        print(say(NOT_WHOLE).format(what=missing), file=sys.stderr)
    except Unreadable as fault:
        print(say(fault.message).format(**fault.values), file=sys.stderr)
    return 1


def _obey(given: list[str], language: str, say: Translate) -> int:
    commands = {"generate": _generate, "check": _check, "replay": _replay, "movement": _movement}
    uses = "\n".join(f"{NAME} {words:{WIDTH}}  {say(use)}" for words, use in USES)
    parser = argparse.ArgumentParser(NAME, usage=uses)
    parser.add_argument("--language", choices=LANGUAGES, default=language, help=say(_("default: that of your system")))
    if given and given[0] in commands:
        return commands[given[0]](parser, given[1:], say)
    return _pair(parser, given, say)


def _pair(parser: argparse.ArgumentParser, arguments: Sequence[str], say: Translate) -> int:
    parser.add_argument("file", metavar=say(_("FILE")))
    parser.add_argument("--json", action="store_true", help=say(_("speak JSON")))
    parser.add_argument("--seed", default="", metavar=say(_("TEXT")), help=say(SEED))
    options = parser.parse_args(arguments)
    draw = draw_request(request_of(read(_text(options.file)), options.seed))
    if options.json:
        print(json.dumps(draw_to_json(draw), ensure_ascii=False))
        return 0
    print(len(draw.pairings))
    for pairing in draw.pairings:
        print(*pairing.sides, *([0] if pairing.bye else []))
    return 0


def _generate(parser: argparse.ArgumentParser, arguments: Sequence[str], say: Translate) -> int:
    parser.add_argument("--entries", type=int, default=20, metavar="N", help=say(_("how many entries")))
    parser.add_argument("--rounds", type=int, default=7, metavar="N", help=say(_("rounds of the tournament")))
    parser.add_argument("--finished", type=int, default=4, metavar="N", help=say(_("rounds played")))
    parser.add_argument("--seed", default="1", metavar=say(_("TEXT")), help=say(SEED))
    options = parser.parse_args(arguments)
    _within("entries", options.entries, 2, 9_999)
    _within("rounds", options.rounds, 1, 30)
    _within("finished", options.finished, 0, options.rounds)
    report = random_report(options.seed, entries=options.entries, rounds=options.rounds, finished=options.finished)
    print(write(report), end="")
    return 0


def _check(parser: argparse.ArgumentParser, arguments: Sequence[str], say: Translate) -> int:
    parser.add_argument("file", metavar=say(_("FILE")))
    options = parser.parse_args(arguments)
    text = _text(options.file)
    stored = read_draw(text) if text.lstrip()[:1] in {"{", "["} else draw_to_json(draw_request(request_of(read(text))))
    verdict = check(stored)
    marks = {state: say(mark) for state, mark in STATES.items()}
    width = max(map(len, marks.values()))
    for state, claims in (("proven", verdict.proven), ("open", verdict.open), ("wrong", verdict.faults)):
        for claim in claims:
            group = "" if claim.group is None else say(_("group {score}: ")).format(score=claim.group)
            print(f"{marks[state]:{width}} {group}{say(WORDS[claim.what])}")
    return int(not verdict.passed)


def _replay(parser: argparse.ArgumentParser, arguments: Sequence[str], say: Translate) -> int:
    parser.add_argument("file", metavar=say(_("FILE")))
    options = parser.parse_args(arguments)
    draw = replay(read_draw(_text(options.file)))
    same = _("The same draw: format {format}, round {round}, seed “{seed}”, digest {digest}")
    print(say(same).format(format=draw.request.format, round=draw.request.round, seed=draw.request.seed, digest=draw.digest))
    return 0


def _movement(parser: argparse.ArgumentParser, arguments: Sequence[str], say: Translate) -> int:
    parser.add_argument("format", choices=[entry.key for entry in FORMATS if isinstance(entry, Individuals)])
    parser.add_argument("--players", type=int, required=True, metavar="N", help=say(_("how many players")))
    parser.add_argument("--rounds", type=int, required=True, metavar="N", help=say(_("rounds of the tournament")))
    parser.add_argument("--seed", default="1", metavar=say(_("TEXT")), help=say(SEED))
    options = parser.parse_args(arguments)
    entry = format_by_key(options.format)
    assert isinstance(entry, Individuals)  # noqa: S101 - only those are offered
    _within("players", options.players, entry.fewest, entry.most)
    _within("rounds", options.rounds, 1, 60)
    for turn, tables in enumerate(entry.movement(options.players, options.rounds, options.seed), start=1):
        print(f"{turn:>3}  " + "   ".join(" ".join(str(player + 1) for player in table) for table in tables))
    found = quality_of(entry, options.players, options.rounds, options.seed)
    for line in _beside(found["quality"], found["bound"], say):
        print(line)
    return 0


def _beside(quality: Mapping[str, Any], least: Mapping[str, Any], say: Translate) -> list[str]:
    """The quality vector, every part beside what no movement can do better."""
    told = {
        "partners": say(_("pairs as partners")),
        "opponents": say(_("pairs as opponents")),
        "rests": say(_("players resting")),
        "seats": say(_("players in one seat")),
    }
    width, lines = max(map(len, told.values())), []
    for name, words in told.items():
        if name in quality:
            times = ", ".join(f"{count} × {times}" for times, count in quality[name].items())
            bound = say(_("bound: {most} at most")).format(most=least[f"{name}_at_most"])
            lines.append(f"{words:{width}}  {times:40}{bound}")
    return lines


def _within(name: str, value: int, lowest: int, highest: int) -> None:
    if not lowest <= value <= highest:
        message = _("--{name} must be from {lowest} to {highest}, not {given}.")
        raise Unreadable(message, name=name, lowest=lowest, highest=highest, given=value)


def _text(name: str) -> str:
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as fault:
        raise Unreadable(_("{path} is no text that can be read."), path=name) from fault


if __name__ == "__main__":
    sys.exit(main())
