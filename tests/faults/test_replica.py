"""If this fails, spectators read pages from a replica that are older than what the hall has seen, or none when the replica is away."""

import json
import os
import subprocess
import sys
from contextlib import ExitStack

import pytest

from deploy import hosted
from tests.desks import ROOT
from tests.faults.replication import PairedSite

pytestmark = [pytest.mark.slow, pytest.mark.turns(4)]
PROGRAM = "import django, sys; django.setup(); from tests.faults.replicated_pages import main; main(*sys.argv[1:])"
FEW = 6
"""Statements of a page that go to the primary: its version, and whether it is public."""


class FollowedSite(PairedSite):
    synchronous = False


def test_public_pages_are_drawn_from_a_replica_that_is_as_new_as_the_primary(place):
    if account := hosted.find_unprivileged_account():
        os.chown(place, account.pw_uid, account.pw_gid)
    with ExitStack() as stack:
        site = FollowedSite(place, stack)
        site.open_database()
        variables = {**site.variables, "DATABASE_URL": site.primary.url, "REPLICA_URL": site.standby.url}
        command = [sys.executable, "-c", PROGRAM, site.primary.url, site.standby.url]
        steps = []
        with subprocess.Popen(command, cwd=ROOT, env=variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
            for line in program.stdout:
                steps.append(json.loads(line))
                if steps[-1]["step"] == "kill it":
                    site.standby.die()
                    program.stdin.write("\n")
                    program.stdin.flush()
        assert program.returncode == 0
    judge(steps)


def judge(steps):
    by_step = {name: [step for step in steps if step["step"] == name] for name in ("as new", "behind", "again", "dead", "resting")}
    shown = [step for step in by_step["as new"] if step["status"] == 200]
    assert [step["path"] for step in shown if not step["same"] or not step["replica"] or step["primary"] > FEW] == []
    assert len(shown) > 10
    (behind,), (again,), (dead,), (resting,) = (by_step[name] for name in ("behind", "again", "dead", "resting"))
    assert all(step["same"] and step["status"] == 200 for step in (behind, again, dead, resting))
    assert (behind["primary"] > FEW, again["primary"] <= FEW < again["replica"]) == (True, True)
    assert (dead["rests"], resting["replica"]) == (True, 0)
