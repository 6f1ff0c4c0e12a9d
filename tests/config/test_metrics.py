"""Figures for Prometheus, and a log that programs read."""

import json
import logging
import os
import subprocess
import sys

import pytest
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from config.logs import JsonFormatter
from config.metrics import SiteCollector
from jobs.program import VERSION
from tests.desks import ROOT, environment, prepare

PROGRAM = """
import django; django.setup()
from django.test import Client
client = Client(SERVER_NAME="localhost")
for path in ("/", "/", "/nothing/", "/desk/", "/healthz", "/ready"):
    client.get(path)
refused = [client.get("/metrics", headers=headers).status_code for headers in ({}, {"Authorization": "Bearer wrong"})]
answer = client.get("/metrics", headers={"Authorization": "Bearer token-of-the-monitor"})
print(refused, answer.status_code)
print(answer.content.decode())
"""


@pytest.mark.slow
@pytest.mark.turns(4)
def test_figures_are_for_whoever_has_the_token(tmp_path):
    data = prepare(tmp_path / "data")
    (tmp_path / "counted").mkdir()
    variables = environment(data, METRICS_TOKEN="token-of-the-monitor", PROMETHEUS_MULTIPROC_DIR=str(tmp_path / "counted"))
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    first, _newline, text = done.stdout.partition("\n")
    assert first == "[404, 404] 200"
    samples = {
        (sample.name, *sample.labels.values()): sample.value for family in text_string_to_metric_families(text) for sample in family.samples
    }
    assert (samples["labella_requests_total", "spectators", "2xx"], samples["labella_requests_total", "spectators", "4xx"]) == (2, 1)
    assert samples["labella_request_seconds_count", "spectators"] == 3
    assert samples["labella_ledger_entries",] > 100
    assert samples["labella_check_ok", "database"] == 1
    assert samples["labella_check_ok", "worker"] == 0


def test_a_database_that_does_not_answer_leaves_the_checks(monkeypatch):
    """Whoever looks at night sees which check fails, not a page that fails too."""
    monkeypatch.setattr("config.metrics.build_health_report", lambda: {"database": "no route to host", "worker": "ok"})
    families = {
        family.name: {tuple(sample.labels.values()): sample.value for sample in family.samples} for family in SiteCollector().collect()
    }
    assert families == {"labella_check_ok": {("database",): 0.0, ("worker",): 1.0}, "labella_version": {(VERSION,): 1.0}}


@pytest.mark.django_db
def test_a_desk_has_no_such_page():
    assert Client().get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_a_line_of_the_log_is_one_json_object_with_its_traceback():
    error = ValueError("two\nlines")
    record = logging.LogRecord("jobs", logging.ERROR, __file__, 1, "job %s failed", ("“Èlia”",), (ValueError, error, None))
    (line,) = JsonFormatter().format(record).splitlines()
    said = json.loads(line)
    assert (said["level"], said["logger"], said["message"], said["process"]) == ("ERROR", "jobs", "job “Èlia” failed", os.getpid())
    assert said["error"].endswith("ValueError: two\nlines")
