"""What a desk has imported when it serves its first page."""

import subprocess
import sys

from tests.desks import ROOT, environment

HOSTED = {"babel", "celery", "kombu", "llvmlite", "numba", "redis", "rich"}
RARE = {"jsonschema", "openpyxl", "PIL", "pypdf", "reportlab", "rustworkx", "zxingcpp"}
HOSTED_OR_RARE = HOSTED | RARE
"""What only the hosted profile, a print, a photograph, a file that somebody brings, a Swiss round, or the makers of translations need.

Not psycopg: django-tables2 imports it wherever it is installed, and it comes with the hosted profile only.
"""
OPENED = """
import sys
from django.core.management import call_command, execute_from_command_line
execute_from_command_line(["manage.py", "desk", "--prepare", "--no-demonstration"])
from django.core.wsgi import get_wsgi_application
from django.test import Client
get_wsgi_application()
assert Client(headers={"host": "127.0.0.1"}).get("/").status_code == 200
print(*sorted({name.split(".")[0] for name in sys.modules}))
"""


def list_modules(code, data):
    words = [sys.executable, "-c", code]
    return set(subprocess.run(words, cwd=ROOT, env=environment(data), capture_output=True, text=True, check=True).stdout.split())


def test_a_desk_starts_without_what_it_does_not_need(tmp_path):
    modules = list_modules(OPENED, tmp_path)
    assert modules & HOSTED_OR_RARE == set()
    assert {"django", "waitress", "scoring", "exchange", "backup"} <= modules


def test_an_import_at_the_start_would_be_noticed(tmp_path):
    """The control: the application of the hosted profile brings Celery."""
    assert {"celery", "kombu"} <= list_modules(f"import sys, config.celery\n{OPENED.splitlines()[-1]}", tmp_path) & HOSTED_OR_RARE
