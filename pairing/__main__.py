"""Draws from the command line: pair a TRF file, make a random one, check or repeat a stored draw."""

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pairing.checker import check_draw
from pairing.claim_words import CLAIM_SENTENCES
from pairing.codec import draw_to_json
from pairing.draw import draw_request, repeat_draw
from pairing.formats import FORMATS, format_by_key
from pairing.movements.format import IndividualFormat, compute_quality
from pairing.reasons import DrawRefused, UnreadableInput, format_reason
from pairing.stored import parse_stored_draw
from pairing.swiss.acceleration import format_virtual_points
from pairing.trf.generate import generate_report
from pairing.trf.reading import parse_trf
from pairing.trf.report import build_request
from pairing.trf.writing import format_trf
from rules.command.language import LANGUAGES, load_translation, parse_language, use_language
from rules.texts import Translate, _

NAME = "python -m pairing"
USES = (
    ("FILE.trf", _("pair the next round of the Swiss system")),
    ("FILE.trf --json", _("the whole draw: inputs, pairings, reasons, certificate")),
    ("generate --entries 30", _("a random tournament as TRF")),
    ("check FILE", _("prove a draw (JSON) or the draw of a TRF file, by the independent checker")),
    ("replay FILE.json", _("draw again from the saved data and compare")),
    ("movement tables_of_five --players 25 --rounds 6", _("a movement of individuals and its quality beside the bound")),
)
WIDTH = max(len(words) for words, _use in USES)
STATES = {"proven": _("proven"), "open": _("open"), "wrong": _("WRONG")}
SEED = _("draw key; the same key gives the same draw")
FOREIGN_SYSTEM = {"trf_system", "trf_colours", "trf_no_system"}
NOT_WHOLE = _("The draw is incomplete: {what} is missing in its certificate.")


def main(arguments: Sequence[str] | None = None, *, name: str = NAME) -> int:
    """Returns 0 on success, 1 when something is wrong with the draw or the file, 2 when the command is not understood."""
    arguments_list = list(sys.argv[1:] if arguments is None else arguments)
    language = parse_language(arguments_list, os.environ)
    say = load_translation(language, "pairing")
    try:
        with use_language(language):
            return _run_command(arguments_list, language, say, name)
    except DrawRefused as refused:
        print(*[format_reason(reason, say) for reason in refused.reasons], sep="\n", file=sys.stderr)
        if {reason.code for reason in refused.reasons} & FOREIGN_SYSTEM:
            print(say(_("Add --without-colours to draw the round by our rule.")), file=sys.stderr)
    except FileNotFoundError as fault:
        print(say(_("There is no file {path}.")).format(path=fault.filename), file=sys.stderr)
    except OSError as fault:
        print(f"{fault.filename}: {fault.strerror}", file=sys.stderr)
    except KeyError as missing:
        print(say(NOT_WHOLE).format(what=missing), file=sys.stderr)
    except UnreadableInput as fault:
        print(say(fault.message).format(**fault.values), file=sys.stderr)
    return 1


def _run_command(arguments: list[str], language: str, say: Translate, name: str) -> int:
    commands = {"generate": _run_generate, "check": _run_check, "replay": _run_replay, "movement": _run_movement}
    uses = "\n".join(f"{name} {words:{WIDTH}}  {say(use)}" for words, use in USES)
    parser = argparse.ArgumentParser(name, usage=uses)
    parser.add_argument("--language", choices=LANGUAGES, default=language, help=say(_("default: that of your system")))
    if arguments and arguments[0] in commands:
        return commands[arguments[0]](parser, arguments[1:], say)
    return _run_pair(parser, arguments, say)


def _run_pair(parser: argparse.ArgumentParser, arguments: Sequence[str], say: Translate) -> int:
    parser.add_argument("file", metavar=say(_("FILE")))
    parser.add_argument("--json", action="store_true", help=say(_("speak JSON")))
    parser.add_argument("--seed", default="", metavar=say(_("TEXT")), help=say(SEED))
    parser.add_argument("--without-colours", action="store_true", help=say(_("pair a file of any system by ours, without colours")))
    options = parser.parse_args(arguments)
    report = parse_trf(_read_text(options.file), without_colours=options.without_colours)
    draw = draw_request(build_request(report, options.seed))
    if options.json:
        print(json.dumps(draw_to_json(draw), ensure_ascii=False))
        return 0
    print(len(draw.pairings))
    for pairing in draw.pairings:
        print(*pairing.sides, *([0] if pairing.bye else []))
    return 0


def _run_generate(parser: argparse.ArgumentParser, arguments: Sequence[str], say: Translate) -> int:
    parser.add_argument("--entries", type=int, default=20, metavar="N", help=say(_("how many entries")))
    parser.add_argument("--rounds", type=int, default=7, metavar="N", help=say(_("rounds of the tournament")))
    parser.add_argument("--finished", type=int, default=4, metavar="N", help=say(_("rounds played")))
    parser.add_argument("--seed", default="1", metavar=say(_("TEXT")), help=say(SEED))
    options = parser.parse_args(arguments)
    _check_range("entries", options.entries, 2, 9_999)
    _check_range("rounds", options.rounds, 1, 30)
    _check_range("finished", options.finished, 0, options.rounds)
    report = generate_report(options.seed, entries=options.entries, rounds=options.rounds, finished=options.finished)
    print(format_trf(report), end="")
    return 0


def _run_check(parser: argparse.ArgumentParser, arguments: Sequence[str], say: Translate) -> int:
    parser.add_argument("file", metavar=say(_("FILE")))
    options = parser.parse_args(arguments)
    text = _read_text(options.file)
    stored = parse_stored_draw(text) if text.lstrip()[:1] in {"{", "["} else draw_to_json(draw_request(build_request(parse_trf(text))))
    verdict = check_draw(stored)
    labels = {state: say(label) for state, label in STATES.items()}
    width = max(map(len, labels.values()))
    for state, claims in (("proven", verdict.proven), ("open", verdict.open), ("wrong", verdict.faults)):
        for claim in claims:
            group = "" if claim.group is None else say(_("group {score}: ")).format(score=_format_score(stored, claim.group))
            print(f"{labels[state]:{width}} {group}{say(CLAIM_SENTENCES[claim.what])}")
    return int(not verdict.has_passed)


def _format_score(stored: Mapping[str, Any], score: int) -> int | str:
    """The score of a group; with virtual points it is counted in halves."""
    return format_virtual_points(score) if "acceleration" in stored["certificate"] else score


def _run_replay(parser: argparse.ArgumentParser, arguments: Sequence[str], say: Translate) -> int:
    parser.add_argument("file", metavar=say(_("FILE")))
    options = parser.parse_args(arguments)
    draw = repeat_draw(parse_stored_draw(_read_text(options.file)))
    same = _("The same draw: format {format}, round {round}, key “{seed}”, digest {digest}")
    print(say(same).format(format=draw.request.format, round=draw.request.round, seed=draw.request.seed, digest=draw.digest))
    return 0


def _run_movement(parser: argparse.ArgumentParser, arguments: Sequence[str], say: Translate) -> int:
    parser.add_argument("format", choices=[chosen_format.key for chosen_format in FORMATS if isinstance(chosen_format, IndividualFormat)])
    parser.add_argument("--players", type=int, required=True, metavar="N", help=say(_("how many players")))
    parser.add_argument("--rounds", type=int, required=True, metavar="N", help=say(_("rounds of the tournament")))
    parser.add_argument("--seed", default="1", metavar=say(_("TEXT")), help=say(SEED))
    options = parser.parse_args(arguments)
    chosen_format = format_by_key(options.format)
    assert isinstance(chosen_format, IndividualFormat)  # noqa: S101 - only those are offered
    _check_range("players", options.players, chosen_format.fewest, chosen_format.most)
    _check_range("rounds", options.rounds, 1, 60)
    for turn, tables in enumerate(chosen_format.find_movement(options.players, options.rounds, options.seed), start=1):
        print(f"{turn:>3}  " + "   ".join(" ".join(str(player + 1) for player in table) for table in tables))
    quality = compute_quality(chosen_format, options.players, options.rounds, options.seed)
    for line in _format_quality(quality["quality"], quality["bound"], say):
        print(line)
    return 0


def _format_quality(quality: Mapping[str, Any], least: Mapping[str, Any], say: Translate) -> list[str]:
    """Lines with every part of the quality vector and its bound."""
    titles = {
        "partners": say(_("pairs as partners")),
        "opponents": say(_("pairs as opponents")),
        "rests": say(_("players with a bye")),
        "seats": say(_("players in one seat")),
    }
    width, lines = max(map(len, titles.values())), []
    for name, words in titles.items():
        if name in quality:
            times = ", ".join(f"{count} × {times}" for times, count in quality[name].items())
            bound = say(_("bound: {most} at most")).format(most=least[f"{name}_at_most"])
            lines.append(f"{words:{width}}  {times:40}{bound}")
    return lines


def _check_range(name: str, value: int, lowest: int, highest: int) -> None:
    if not lowest <= value <= highest:
        message = _("--{name} must be from {lowest} to {highest}, not {given}.")
        raise UnreadableInput(message, name=name, lowest=lowest, highest=highest, given=value)


def _read_text(name: str) -> str:
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as fault:
        raise UnreadableInput(_("{path} is not a readable text."), path=name) from fault


if __name__ == "__main__":
    sys.exit(main())
