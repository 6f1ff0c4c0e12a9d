"""`python -m rules`: the engine at the command line. A clear message for bad input, never a traceback.

Exit status: 0, 1 for what the rules refuse, 2 for a wrong command line, its options and names of boxes included, or a file that cannot be
read.
"""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from rules.command import diagnose, explain, list_games, play_match, replay_hand, score_hand, simulate_hands, witness_hand, write_handbook
from rules.command.language import LANGUAGES, load_translation, parse_language, use_language
from rules.command.shared import CommandReport, InputError, OutputContext, WrongArgument, problem_to_json
from rules.problems import RuleViolation
from rules.texts import Translate, _

COMMANDS = (list_games, explain, replay_hand, score_hand, play_match, diagnose, witness_hand, simulate_hands, write_handbook)

NAME = "python -m rules"
REFUSED, WRONG_COMMAND = 1, 2


class TranslatingParser(argparse.ArgumentParser):
    """Argument parser that reports bad arguments as one translated sentence with the command for help, and exits with status 2."""

    translate: Translate = str

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        more = self.translate(_("More: {command}")).format(command=f"{self.prog} --help")
        self.exit(WRONG_COMMAND, f"{message}. {more}\n")


def build_parser(language: str, name: str = NAME) -> argparse.ArgumentParser:
    """Build the parser with all texts in `language`. The texts of argparse itself are translated only inside `use_language`."""
    translate = load_translation(language)
    main_parser = TranslatingParser(prog=name, description=translate(_("Regional Italian card games: scores, hands, matches.")))
    main_parser.translate = translate
    commands = main_parser.add_subparsers(dest="command", required=True, metavar=translate(_("COMMAND")))
    for module in COMMANDS:
        description = translate(getattr(module, "ABOUT", module.HELP))
        subparser = commands.add_parser(module.NAME, help=translate(module.HELP), description=description[:1].upper() + description[1:])
        subparser.translate = translate
        subparser.add_argument("--json", action="store_true", help=translate(_("speak JSON")))
        subparser.add_argument("--language", default=language, choices=LANGUAGES, help=translate(_("default: that of your system")))
        module.add_arguments(subparser, translate)
        subparser.set_defaults(run=module.run)
    return main_parser


def main(argv: Sequence[str] | None = None, *, name: str = NAME) -> int:
    """Run one command and return the exit status. `name`: how the program was called."""
    language = parse_language(sys.argv[1:] if argv is None else argv, os.environ)
    with use_language(language):
        arguments = build_parser(language, name).parse_args(argv)
    output = OutputContext(load_translation(arguments.language), terminal=sys.stdout.isatty() and not arguments.json)
    try:
        report: CommandReport = arguments.run(arguments, output)
    except RuleViolation as refusal:
        problems = [problem_to_json(problem, output.translate) for problem in refusal.problems]
        report = CommandReport({"problems": problems}, output.format_problems(refusal.problems), good=False)
        print_report(report, as_json=arguments.json)
        return WRONG_COMMAND if isinstance(refusal, WrongArgument) else REFUSED
    except InputError as mistake:
        text = output.format_message(mistake.message, **mistake.values)
        print_report(CommandReport({"error": text}, (text,), good=False), as_json=arguments.json)
        return WRONG_COMMAND
    print_report(report, as_json=arguments.json)
    return 0 if report.good else REFUSED


def print_report(report: CommandReport, *, as_json: bool) -> None:
    """Print the data as JSON, or the lines for people: results on the standard output, refusals on the standard error."""
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
