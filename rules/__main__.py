"""`python -m rules`: the engine at the command line. Exit status 1 and a clear message for bad input, never a traceback."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from rules.command import diagnose, explain, list_games, play_match, replay_hand, score_hand, simulate_hands, witness_hand, write_handbook
from rules.command.language import LANGUAGES, asked_language, spoken, translation
from rules.command.shared import Mistake, Report, Talk, problem_json
from rules.problems import RuleViolation
from rules.texts import Translate, _

COMMANDS = (list_games, explain, replay_hand, score_hand, play_match, diagnose, witness_hand, simulate_hands, write_handbook)


class Parser(argparse.ArgumentParser):
    """Bad arguments are bad input as any other: a sentence, what would be right, and exit status 1."""

    say: Translate = str

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        more = self.say(_("More: {command}")).format(command=f"{self.prog} --help")
        self.exit(1, f"{message}. {more}\n")


def parser(language: str) -> argparse.ArgumentParser:
    """Every word of it in that language, if it is read while the language is `spoken`."""
    say = translation(language)
    top = Parser(prog="python -m rules", description=say(_("Regional Italian trick-taking games: scores, hands, matches.")))
    top.say = say
    commands = top.add_subparsers(dest="command", required=True, metavar=say(_("COMMAND")))
    for module in COMMANDS:
        about = say(getattr(module, "ABOUT", module.HELP))
        sub = commands.add_parser(module.NAME, help=say(module.HELP), description=about[:1].upper() + about[1:])
        sub.say = say
        sub.add_argument("--json", action="store_true", help=say(_("speak JSON")))
        sub.add_argument("--language", default=language, choices=LANGUAGES, help=say(_("default: that of your system")))
        module.add_arguments(sub, say)
        sub.set_defaults(run=module.run)
    return top


def main(words: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit status: 0, or 1 for bad input and for whatever the rules refuse."""
    language = asked_language(sys.argv[1:] if words is None else words, os.environ)
    with spoken(language):
        arguments = parser(language).parse_args(words)
    talk = Talk(translation(arguments.language), terminal=sys.stdout.isatty() and not arguments.json)
    try:
        report: Report = arguments.run(arguments, talk)
    except RuleViolation as refusal:
        problems = [problem_json(problem, talk.translate) for problem in refusal.problems]
        report = Report({"problems": problems}, talk.problems(refusal.problems), good=False)
    except Mistake as mistake:
        said = talk.say(mistake.message, **mistake.values)
        report = Report({"error": said}, (said,), good=False)
    show(report, as_json=arguments.json)
    return 0 if report.good else 1


def show(report: Report, *, as_json: bool) -> None:
    """Good news on the standard output; refusals for people on the error output."""
    if as_json:
        print(json.dumps(report.data, ensure_ascii=False))
        return
    for line in report.lines:
        print(line, file=sys.stdout if report.good else sys.stderr)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
