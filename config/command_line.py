"""The command `labella`: opens the desk, and runs its commands, on the data of whoever calls it."""

import argparse
import os
import socket
import sys
from collections.abc import Callable, Sequence

from config.opening import PORTS, find_running_desk, open_browser
from jobs.program import IS_PACKED, OWN_NAMES, VERSION, console_language, prepare_console
from rules.command.language import load_translation, use_language
from rules.texts import Translate, _

WRONG_COMMAND = 2
COMMANDS = {
    "backup": _("make a backup, here or in a directory"),
    "restore": _("bring a backup back; La Bella must be stopped"),
    "verify": _("recalculate ledger, results and standings, and compare"),
    "check": _("check before the event whether everything is ready"),
    "export": _("write the file of a tournament"),
    "import": _("import the file of a tournament"),
    "password": _("give the director a new password"),
    "demo": _("load the demonstration"),
    "rules": _("the games: scores, hands, handbook"),
    "pair": _("draw, check and repeat a round from a file"),
}
MANAGEMENT = {name: words for words, name in OWN_NAMES.items()}
"""Command: the words of the management command behind it, where they differ."""
SETTINGS = {"data": "DATA", "host": "HOST", "port": "PORT", "backups": "BACKUPS", "journal": "JOURNAL"}
"""Option: the environment variable that the settings read."""


def main(arguments: Sequence[str]) -> int:
    """Run one command. Returns the exit status; 130 when it was interrupted, 1 when nobody reads what it prints."""
    prepare_console()
    try:
        with use_language(console_language()):
            return _run(arguments)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130


def _run(arguments: Sequence[str]) -> int:
    if arguments and arguments[0] in ENGINES:
        return ENGINES[arguments[0]](arguments[1:])
    say = load_translation(console_language(), "site")
    options, words = build_parser(say).parse_known_args(arguments)
    command = words.pop(0) if words and not words[0].startswith("-") else ""
    if options.version or (options.help and not command):
        print(f"La Bella {VERSION}") if options.version else build_parser(say).print_help()
        return 0
    if command and command not in COMMANDS and not command.isidentifier():
        return _refuse_command(command, say)
    for name, variable in SETTINGS.items():
        if (value := getattr(options, name)) is not None:
            os.environ[variable] = value
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if command:
        return run_command(command, [*words, *(["--help"] if options.help else [])], say)
    return open_desk(words, say, browser=options.browser)


def build_parser(say: Translate) -> argparse.ArgumentParser:
    commands = "\n".join(f"  {name:<10} {say(about)}" for name, about in COMMANDS.items())
    parser = argparse.ArgumentParser(
        prog="labella",
        usage=say(_("labella [--data DIRECTORY] [--port 8000] [--host 0.0.0.0] [--no-browser] [COMMAND …]")),
        description=say(_("Without a command: open the desk of a card tournament, in the browser of this computer.")),
        epilog=say(_("commands:")) + f"\n{commands}\n\n" + say(_("More about each: labella COMMAND --help")),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        add_help=False,
        allow_abbrev=False,
    )
    parser.add_argument("--data", metavar=say(_("DIRECTORY")), help=say(_("where the data lie")))
    parser.add_argument("--port", metavar="8000", help=say(_("the port of the address")))
    parser.add_argument("--host", metavar="0.0.0.0", help=say(_("0.0.0.0 opens La Bella to the phones in the hall")))  # noqa: S104 - an example
    parser.add_argument("--backups", metavar=say(_("DIRECTORY")), help=say(_("where the copies go")))
    parser.add_argument("--journal", metavar=say(_("DIRECTORY")), help=say(_("a second device, on which every entry is saved too")))
    parser.add_argument("--no-browser", dest="browser", action="store_false", help=say(_("do not open the browser")))
    parser.add_argument("--version", action="store_true", help=say(_("print the version")))
    parser.add_argument("--help", "-h", action="store_true", help=say(_("print this")))
    return parser


def run_command(command: str, words: list[str], say: Translate) -> int:
    import django  # noqa: PLC0415 - the settings read the environment
    from django.core.management import execute_from_command_line, get_commands  # noqa: PLC0415 - the same reason
    from django.db.utils import OperationalError  # noqa: PLC0415 - the same reason
    from django.utils import translation  # noqa: PLC0415 - the same reason

    from backup.unreadable import explain_unreadable  # noqa: PLC0415 - the same reason

    django.setup()
    name, *more = MANAGEMENT.get(command, command).split()
    if more and "--help" in words:
        argparse.ArgumentParser(prog=f"labella {command}", description=say(COMMANDS[command])).print_help()
        return 0
    if name not in get_commands():
        return _refuse_command(command, say)
    try:
        execute_from_command_line(["labella", name, *more, *words])
    except SystemExit as end:
        if end.code and IS_PACKED and not words and sys.stdin and sys.stdin.isatty():
            input(say(_("Press Enter to close this window.")))  # a double click opened it, and nobody could read why it closes
        raise
    except OperationalError as error:
        with translation.override(console_language()):
            print(explain_unreadable(error), file=sys.stderr)
        return 1
    return 0


def open_desk(words: list[str], say: Translate, *, browser: bool) -> int:
    """Open the desk; where it is open on this data already, show that one."""
    if "PORT" not in os.environ:
        os.environ["PORT"] = str(choose_port(os.environ.get("HOST", "127.0.0.1")))
    address = find_running_desk()
    if address:
        print(say(_("La Bella is already open at  {address}")).format(address=address))
        if browser:
            open_browser(address)
        return 0
    return run_command("desk", [*(["--browser"] if browser else []), *words], say)


def choose_port(host: str) -> int:
    """The first of the usual ports at which nobody listens; the very first when all are busy, so that its refusal says why."""
    for port in PORTS:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM) as probe:
            if probe.connect_ex(("::1" if ":" in host else "127.0.0.1", port)):
                return port
    return PORTS[0]


def _refuse_command(command: str, say: Translate) -> int:
    print(say(_("There is no command “{command}”. labella --help lists them.")).format(command=command))
    return WRONG_COMMAND


def _run_rules(arguments: Sequence[str]) -> int:
    from rules.__main__ import main as run  # noqa: PLC0415 - a desk starts without the command line of the engine

    return run(arguments, name="labella rules")


def _run_pairing(arguments: Sequence[str]) -> int:
    from pairing.__main__ import main as run  # noqa: PLC0415 - the same reason

    return run(arguments, name="labella pair")


ENGINES: dict[str, Callable[[Sequence[str]], int]] = {"rules": _run_rules, "pair": _run_pairing}
