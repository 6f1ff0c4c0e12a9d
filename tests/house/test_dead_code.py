"""What only a test or a benchmark calls is no part of the product: every function is named a second time somewhere in it."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.house.sources import ROOT, package_files, tree

ASKED_FOR_BY_NAME = re.compile(
    r"__\w+__|test_\w+|clean_\w+|label_from_instance|db_for_(read|write)|allow_(relation|migrate)|form_valid|_get_session_from_db"  # Django
    r"|redirect_request"  # urllib
    r"|get_thread_pool|enqueue_req|maintenance"  # gunicorn, waitress
    r"|sweep_jobs|clear_expired"  # Celery
    r"|handle_(starttag|startendtag|endtag|data|entityref|charref|comment|decl)"  # html.parser
    r"|missing_host_key|_get_scheme"  # paramiko, Django
    r"|get_openapi_operation_id|emit"  # django-ninja, logging
)
"""Functions that a framework looks for by their name."""
WORD = re.compile(r"[A-Za-z_]\w*")
PLACES = ("deploy/**/*.py", "templates/**/*.*", "pyproject.toml", "manage.py")


def count_words() -> Counter[str]:
    paths = [*package_files(), *(path for pattern in PLACES for path in ROOT.glob(pattern) if path.is_file())]
    return Counter(word for path in paths for word in WORD.findall(path.read_text(encoding="utf-8")))


def list_functions(source: ast.Module) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(source) if isinstance(node, ast.FunctionDef) and not is_operation(node))


def is_operation(function: ast.FunctionDef) -> bool:
    """Whether an address of the API leads to it: `@router.get(…)`."""
    return any(ast.unparse(decorator).startswith("router.") for decorator in function.decorator_list)


def find_uncalled(functions: Iterator[tuple[Path, ast.FunctionDef]], words: Counter[str]) -> list[str]:
    """Functions whose name stands nowhere but at their definition."""
    return [
        f"{path.relative_to(ROOT)}:{function.lineno} {function.name}"
        for path, function in functions
        if words[function.name] == 1 and not ASKED_FOR_BY_NAME.fullmatch(function.name)
    ]


def test_every_function_is_called_by_the_product():
    functions = ((path, function) for path in package_files() for function in list_functions(tree(path)))
    assert find_uncalled(functions, count_words()) == []


def test_a_function_that_nobody_calls_is_noticed():
    [function] = list_functions(ast.parse("def count_sheep(): ..."))
    assert find_uncalled(iter([(Path(__file__), function)]), Counter(["count_sheep"])) != []
