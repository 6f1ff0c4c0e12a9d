"""Board and alerts ask for nothing that the site does not tell, and each alert has its paragraph for whoever is rung up."""

import json
import re
import shutil
import subprocess

import pytest
from django.utils import timezone
from prometheus_client import REGISTRY

from config import metrics
from config.metrics import SiteCollector
from jobs.models import Job
from tests.desks import ROOT
from tests.scoring.builders import build_round, build_tournament
from tournaments.models import Tournament

FOLDER = ROOT / "deploy" / "monitoring"
RULES, BOARD = FOLDER / "labella-rules.yml", FOLDER / "grafana-board.json"
NAME, LABELS = re.compile(r"\blabella_\w+"), re.compile(r"\b(labella_\w+)\{([^}]*)\}")
SCRAPED = {"instance", "job"}
"""Labels that Prometheus adds."""


def list_expressions():
    asked = [target["expr"] for panel in json.loads(BOARD.read_text())["panels"] for target in panel["targets"]]
    return asked + re.findall(r"expr: (.*)", RULES.read_text())


@pytest.fixture
def told(monkeypatch):
    """Name → labels of all that a site tells that has played, has a standby and answers requests."""
    tournament = build_tournament(slug="tonight")
    build_round(tournament, matches=1)
    Tournament.objects.filter(pk=tournament.pk).update(date=timezone.localdate())
    Job.objects.create(kind="backup", created_at=timezone.now(), run_after=timezone.now())
    monkeypatch.setattr(metrics, "has_standby", bool)
    monkeypatch.setattr(metrics, "_count_standbys", lambda: 1)
    metrics.REQUESTS.labels("saves", "2xx").inc()
    metrics.SECONDS.labels("saves").observe(0.1)
    families = [*SiteCollector().collect(), *REGISTRY.collect()]
    found: dict[str, set[str]] = {}
    for family in families:
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
        found.setdefault(family.name, set())
    return found


@pytest.mark.django_db
def test_every_figure_of_the_board_and_the_alerts_is_told_with_its_labels(told):
    asked = " ".join(list_expressions())
    assert set(NAME.findall(asked)) - set(told) == set()
    labels = {(name, label) for name, inside in LABELS.findall(asked) for label in re.findall(r"(\w+)[=!~]+\"", inside)}
    assert [(name, label) for name, label in labels if label not in told[name] | SCRAPED] == []
    grouped = {label.strip() for part in re.findall(r"\bby \(([^)]*)\)", asked) for label in part.split(",")}
    assert grouped - SCRAPED - {label for labels in told.values() for label in labels} == set()


def test_every_alert_has_its_paragraph():
    page = (ROOT / "docs" / "on-call.md").read_text()
    headings = {re.sub(r"[^\w-]", "", heading.lower().replace(" ", "-")) for heading in re.findall(r"^## (.*)$", page, re.MULTILINE)}
    rules = RULES.read_text()
    assert set(re.findall(r"runbook: docs/on-call\.md#(\S+)\}", rules)) <= headings
    assert set(re.findall(r"- alert: (\w+)", rules)) == set(re.findall(r"`(LaBella\w+)`", page))


def test_prometheus_takes_the_rules():
    if shutil.which("promtool") is None:
        pytest.skip("promtool is missing; apt-get install prometheus")
    subprocess.run(["promtool", "check", "rules", str(RULES)], check=True, capture_output=True)
