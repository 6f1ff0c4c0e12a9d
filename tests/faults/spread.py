"""A site whose parts share no disk and no host: two web hosts and a worker host in namespaces, a PostgreSQL pair, Redis and a bucket.

All of it dies, or loses its network, again and again.
"""

import os
import random
import signal
import socket
import sys
import time

from deploy import hosted, roll
from tests.desks import PATIENCE, environment
from tests.faults.hall import run
from tests.faults.hosting import Unit, wait_until
from tests.faults.networks import FRONT, open_hosts
from tests.faults.replication import PairedSite
from tests.services import free_port

NOTICED_AFTER = 2.0
"""Seconds until whoever watches promotes the standby."""
WITHOUT_NETWORK = (0.5, 4.0)
"""For how long a plug is pulled, in seconds."""
MAKE_BUCKET = "from django.core.files.storage import default_storage; default_storage.connection.create_bucket(Bucket='labella')"
WEB_HOSTS = 2


class SpreadSite(PairedSite):
    """`parts`: by name, what makes one die; it has come back, or has begun to, when that returns."""

    address = FRONT

    def __init__(self, place, stack, **more):
        super().__init__(place, stack, **more)
        machines = stack.enter_context(open_hosts(WEB_HOSTS + 1))
        broker, bucket = free_port(), free_port()
        self.urls |= {
            "REDIS_URL": f"redis://{FRONT}:{broker}/0",
            "FILES_URL": f"s3+http://key:secret@{FRONT}:{bucket}/labella/files",
            "SECRET_KEY": "one for all hosts " * 4,
        }
        self.settings = more | {"ALLOWED_HOSTS": ",".join([more.get("ALLOWED_HOSTS", ""), *(host.address for host in machines)])}
        redis = [*hosted.build_redis_command(place, broker), "--bind", FRONT, "--protected-mode", "no"]
        self.redis = Unit("redis", redis, place, self.redis.variables, self.line)
        server = [sys.executable, "-m", "tests.faults.kept_bucket", FRONT, str(bucket), str(place / "bucket.journal")]
        self.bucket = Unit("bucket", server, place, environment(place / "bucket"))
        self.variables = environment(place / "front", **self.urls, **self.settings)
        self.bucket_port, self.machines, self.webs, self.upstreams = (
            bucket,
            machines,
            [],
            [f"{host.address}:{self.port}" for host in machines[:WEB_HOSTS]],
        )

    def open(self):
        self.bucket.open()
        self.stack.callback(self.bucket.close)
        wait_until(self.has_bucket, PATIENCE)
        run(["manage.py", "shell", "--no-imports", "-c", MAKE_BUCKET], self.variables)
        for number, host in enumerate(self.machines):
            variables = environment(self.place / host.name, **self.urls, **self.settings, WEB_WORKERS="1")
            command = [*hosted.build_web_command(self.port), "--bind", f"{host.address}:{self.port}"]
            if number == WEB_HOSTS:
                (self.place / host.name).mkdir()
                command = hosted.build_worker_command(self.place / host.name)
            unit = Unit(host.name, host.wrap(command), self.place, variables)
            unit.open()
            self.stack.callback(unit.close)
            self.webs.append(unit)
        self.worker = self.webs.pop()
        assert self.is_well()

    def is_well(self):
        """Every web host says that it is ready."""
        return all(roll.wait_until_ready(upstream) for upstream in self.upstreams)

    def has_bucket(self):
        with socket.socket() as probe:
            return probe.connect_ex((FRONT, self.bucket_port)) == 0

    def list_parts(self):
        chance = random.Random(7)
        pulled = {
            f"the network of {host.name}": lambda host=host: self.pull(host, chance.uniform(*WITHOUT_NETWORK)) for host in self.machines
        }
        return pulled | {
            "a web host": lambda: chance.choice(self.webs).die(),
            "a process of a web host": lambda: chance.choice(self.webs).kill_child(chance),
            "the worker host": self.worker.die,
            "the primary": self.change_primary,
            "Redis": self.redis.die,
            "the bucket": self.bucket.die,
            "the bucket's answers": lambda: self.rest_bucket(chance.uniform(*WITHOUT_NETWORK)),
        }

    def pull(self, host, seconds):
        host.set_plug(connected=False)
        time.sleep(seconds)
        host.set_plug(connected=True)

    def rest_bucket(self, seconds):
        """It takes connections and answers nobody."""
        os.kill(self.bucket.process.pid, signal.SIGSTOP)
        time.sleep(seconds)
        os.kill(self.bucket.process.pid, signal.SIGCONT)

    def change_primary(self):
        self.fail_over(NOTICED_AFTER)
        self.stand_by()
