"""Draws from the command line: pair a TRF file, make a random one, check or repeat a stored draw."""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .checker import check
from .codec import draw_to_json
from .draw import draw_request, replay
from .formats import FORMATS, format_by_key
from .movements.format import Individuals, quality_of
from .reasons import DrawRefused, describe
from .stored import read_draw
from .trf.generate import random_report
from .trf.reading import read
from .trf.report import request_of
from .trf.writing import write

USAGE = """\
python -m tournaments.pairing FILE.trf                pair the next round of the Swiss system
python -m tournaments.pairing FILE.trf --json         the whole draw: inputs, pairings, reasons, certificate
python -m tournaments.pairing generate --entries 30   a random tournament as TRF
python -m tournaments.pairing check FILE              prove a draw (JSON) or the draw of a TRF file, by the independent checker
python -m tournaments.pairing replay FILE.json        draw again from the stored inputs and compare
python -m tournaments.pairing movement tables_of_five --players 25 --rounds 6
                                                      a movement of individuals and its quality beside the bound
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when all is well, 1 when something is wrong with the draw or the file, 2 when the command is not understood."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    commands = {"generate": _generate, "check": _check, "replay": _replay, "movement": _movement}
    parser = argparse.ArgumentParser("python -m tournaments.pairing", usage=USAGE)
    try:
        if given and given[0] in commands:
            return commands[given[0]](parser, given[1:])
        return _pair(parser, given)
    except DrawRefused as refused:
        print(*[describe(reason) for reason in refused.reasons], sep="\n", file=sys.stderr)
    except OSError as fault:
        print(f"{fault.filename}: {fault.strerror}", file=sys.stderr)
    except KeyError as missing:
        print(f"The draw is not whole: {missing} is missing in its certificate.", file=sys.stderr)
    except ValueError as fault:
        print(fault, file=sys.stderr)
    return 1


def _pair(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> int:
    parser.add_argument("file")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--seed", default="")
    options = parser.parse_args(arguments)
    draw = draw_request(request_of(read(_text(options.file)), options.seed))
    if options.json:
        print(json.dumps(draw_to_json(draw), ensure_ascii=False))
        return 0
    print(len(draw.pairings))
    for pairing in draw.pairings:
        print(*pairing.sides, *([0] if pairing.bye else []))
    return 0


def _generate(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> int:
    parser.add_argument("--entries", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--finished", type=int, default=4)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args(arguments)
    _within("entries", options.entries, 2, 9_999)
    _within("rounds", options.rounds, 1, 30)
    _within("finished", options.finished, 0, options.rounds)
    report = random_report(options.seed, entries=options.entries, rounds=options.rounds, finished=options.finished)
    print(write(report), end="")
    return 0


def _check(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> int:
    parser.add_argument("file")
    options = parser.parse_args(arguments)
    text = _text(options.file)
    stored = read_draw(text) if text.lstrip()[:1] in {"{", "["} else draw_to_json(draw_request(request_of(read(text))))
    verdict = check(stored)
    for mark, claims in (("proven", verdict.proven), ("open", verdict.open), ("WRONG", verdict.faults)):
        for claim in claims:
            print(f"{mark:7} {claim}")
    return int(not verdict.passed)


def _replay(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> int:
    parser.add_argument("file")
    options = parser.parse_args(arguments)
    draw = replay(read_draw(_text(options.file)))
    print(f"The same draw: format {draw.request.format}, round {draw.request.round}, seed {draw.request.seed!r}, digest {draw.digest}")
    return 0


def _movement(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> int:
    parser.add_argument("format", choices=[entry.key for entry in FORMATS if isinstance(entry, Individuals)])
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--rounds", type=int, required=True)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args(arguments)
    entry = format_by_key(options.format)
    assert isinstance(entry, Individuals)  # noqa: S101 - only those are offered
    _within("players", options.players, entry.fewest, entry.most)
    _within("rounds", options.rounds, 1, 60)
    for turn, tables in enumerate(entry.movement(options.players, options.rounds, options.seed), start=1):
        print(f"{turn:>3}  " + "   ".join(" ".join(str(player + 1) for player in table) for table in tables))
    found = quality_of(entry, options.players, options.rounds, options.seed)
    for line in _beside(found["quality"], found["bound"]):
        print(line)
    return 0


def _beside(quality: Mapping[str, Any], least: Mapping[str, Any]) -> list[str]:
    """The quality vector, every part beside what no movement can do better."""
    told = {"partners": "pairs as partners", "opponents": "pairs as opponents", "rests": "players resting", "seats": "players in one seat"}
    lines = []
    for name, words in told.items():
        if name in quality:
            times = ", ".join(f"{count} × {times}" for times, count in quality[name].items())
            lines.append(f"{words:20}{times:40}bound: {least[f'{name}_at_most']} at most")
    return lines


def _within(name: str, value: int, lowest: int, highest: int) -> None:
    if not lowest <= value <= highest:
        raise ValueError(f"--{name} must be from {lowest} to {highest}, not {value}.")


def _text(name: str) -> str:
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as fault:
        raise ValueError(f"{name}: this is no text in UTF-8.") from fault


if __name__ == "__main__":
    sys.exit(main())
