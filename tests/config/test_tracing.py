"""Traces say how long what took, and never who or where."""

import subprocess
import sys

import pytest

from tests.desks import ROOT, environment

pytest.importorskip("opentelemetry.instrumentation.django")
TRACED = """
import django
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from config.tracing import start_traces
kept = InMemorySpanExporter()
provider = start_traces("web", kept)
django.setup()
from django.test import Client
for path in ("/t/SECRETCODE/?key=SECRETKEY", "/live", "/nothing/SECRETPLACE/"):
    Client(SERVER_NAME="localhost").get(path, headers={"User-Agent": "SECRETPHONE", "X-Forwarded-For": "192.0.2.7"})
provider.force_flush()
print("\\n".join(span.to_json(indent=None) for span in kept.get_finished_spans()))
"""


@pytest.mark.slow
@pytest.mark.turns(4)
def test_no_code_no_link_and_no_visitor_leaves(tmp_path):
    command = [sys.executable, "-c", TRACED]
    done = subprocess.run(command, cwd=ROOT, env=environment(tmp_path), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count('"kind": "SpanKind.SERVER"') == 3
    assert '"http.route": "live"' in done.stdout
    assert [word for word in ("SECRET", "192.0.2", "localhost", "127.0.0") if word in done.stdout] == []


def test_a_site_without_traces_loads_nothing_of_them(tmp_path):
    loaded = "import sys, django; django.setup(); import config.wsgi; print([name for name in sys.modules if 'opentelemetry' in name])"
    done = subprocess.run([sys.executable, "-c", loaded], cwd=ROOT, env=environment(tmp_path), capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
