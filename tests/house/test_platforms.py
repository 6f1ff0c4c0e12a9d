"""Nothing on the desk's way works on one platform only: Windows, macOS and sticks have other file systems, signals and consoles."""

import ast

import pytest

from tests.house.sources import ROOT, module_name, package_files, tree

POSIX_MODULES = {"fcntl", "grp", "pwd", "pty", "resource", "syslog", "termios", "msvcrt", "winreg"}
POSIX_FUNCTIONS = "chown fork getegid geteuid getgid getuid getloadavg killpg link mkfifo nice setsid statvfs symlink sysconf uname"
POSIX_NAMES = {
    "os": {"O_DIRECTORY", *POSIX_FUNCTIONS.split()},
    "signal": {"SIGALRM", "SIGHUP", "SIGKILL", "SIGQUIT", "SIGUSR1", "SIGUSR2", "alarm", "pause"},
    "socket": {"AF_UNIX"},
}
SYNCING = {"jobs.machine", "scoring.ledger.journal"}
"""Where `os.fsync` is called: on what is open for writing, or behind a question whether the system can."""
FILES = [path for path in package_files() if "migrations" not in path.parts]


def list_platform_bound(code):
    """What of `code` exists on some platforms only."""
    for node in ast.walk(code):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in POSIX_MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module in POSIX_MODULES:
            yield node.module
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.attr in POSIX_NAMES.get(node.value.id, ()):
            yield ast.unparse(node)


def list_texts_without_encoding(code):
    """Calls that read or write text in the encoding of whoever's computer it is."""
    for node in ast.walk(code):
        if not isinstance(node, ast.Call) or any(word.arg in {"encoding", None} for word in node.keywords):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        modes = [argument.value for argument in node.args if isinstance(argument, ast.Constant) and isinstance(argument.value, str)]
        if name == "read_text" and "Form(" in ast.unparse(node.func):
            continue  # of a form, and no file
        if (
            (name == "read_text" and not node.args)
            or (name == "write_text" and len(node.args) < 2)
            or (name in {"open", "fdopen"} and any(set(mode) <= set("rwax+t") and mode for mode in modes))
        ):
            yield ast.unparse(node)


def test_nothing_is_bound_to_a_platform():
    assert [f"{path.relative_to(ROOT)}: {name}" for path in FILES for name in list_platform_bound(tree(path))] == []


def test_every_text_has_its_encoding():
    assert [f"{path.relative_to(ROOT)}: {call}" for path in FILES for call in list_texts_without_encoding(tree(path))] == []


def test_syncing_has_one_home():
    assert {module_name(path) for path in FILES if "os.fsync(" in path.read_text(encoding="utf-8")} == SYNCING


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("import fcntl", 1),
        ("from pwd import getpwall", 1),
        ("os.link(a, b)", 1),
        ("signal.signal(signal.SIGUSR1, f)", 1),
        ("os.replace(a, b)", 0),
        ("signal.SIGTERM", 0),
    ],
)
def test_what_is_bound(line, expected):
    assert len(list(list_platform_bound(ast.parse(line)))) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("p.read_text()", 1),
        ("p.read_text(encoding='utf-8')", 0),
        ("json.loads(p.read_text('utf-8'))", 0),
        ("p.write_text(text)", 1),
        ("p.open('w')", 1),
        ("p.open('wb')", 0),
        ("Image.open(file, formats=('PNG',))", 0),
    ],
)
def test_what_has_no_encoding(line, expected):
    assert len(list(list_texts_without_encoding(ast.parse(line)))) == expected
