"""A PostgreSQL primary with a streaming standby on loopback, each in a directory of its own, whose parts change places again and again."""

import os
import shutil
import signal
import subprocess
import time
from contextlib import closing

import psycopg

from deploy import hosted
from tests.desks import PATIENCE
from tests.faults.hosting import Site, wait_until
from tests.services import free_port, program

ARCHIVING = ("-c", "wal_keep_size=256MB", "-c", "max_connections=60", "-c", "hot_standby=on")


class Node:
    """One server of the pair at a port that stays its own."""

    def __init__(self, place, name, line, address="127.0.0.1"):
        self.place, self.line, self.address, self.port = place / name, line, address, free_port()
        self.data, self.process = self.place / "postgres", None
        self.place.mkdir()
        if line:
            os.chown(self.place, line.pw_uid, line.pw_gid)

    @property
    def url(self):
        return f"postgres://labella@{self.address}:{self.port}/postgres"

    def start(self):
        command = [*hosted.build_postgres_command(self.place, self.port), *ARCHIVING, "-c", f"listen_addresses={self.address}"]
        with (self.place / "log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True, **hosted.account_arguments(self.line))
        wait_until(self.answers, PATIENCE)

    def answers(self):
        try:
            return self.ask("SELECT 1") == 1
        except psycopg.OperationalError:
            return False

    def ask(self, query):
        with closing(psycopg.connect(self.url, autocommit=True, connect_timeout=3)) as connection:
            found = connection.execute(query)
            return found.fetchone()[0] if found.description else None

    def die(self):
        """The whole server at once, as a host does that loses power."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def follow(self, primary):
        """Begin anew as a standby of `primary`."""
        shutil.rmtree(self.data, ignore_errors=True)
        copy = ["-D", str(self.data), "-d", primary.url, "-R", "--checkpoint=fast", "--no-sync", "-X", "stream"]
        subprocess.run([program("pg_basebackup"), *copy], check=True, capture_output=True, **hosted.account_arguments(self.line))
        own = self.data / "postgresql.auto.conf"
        lines = [line for line in own.read_text().splitlines(keepends=True) if not line.startswith("synchronous_standby_names")]
        own.write_text("".join(lines))
        self.start()

    def close(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(30)


class PairedSite(Site):
    """A hosted site whose database has a standby, and an address with both."""

    synchronous = True
    address = "127.0.0.1"

    def open_database(self):
        self.primary, self.standby = (Node(self.place, name, self.line, self.address) for name in ("one", "two"))
        hosts = f"{self.address}:{self.primary.port},{self.address}:{self.standby.port}"
        self.urls["DATABASE_URL"] = self.variables["DATABASE_URL"] = f"postgres://labella@{hosts}/postgres?target_session_attrs=read-write"
        for node in (self.primary, self.standby):
            self.stack.callback(node.close)
        hosted.create_cluster(self.primary.place, self.line)
        with (self.primary.data / "pg_hba.conf").open("a") as rules:
            rules.writelines(f"host {kind} all {self.address}/24 trust\n" for kind in ("all", "replication"))
        self.primary.start()
        self.stand_by()
        self.redis.open()
        self.stack.callback(self.redis.close)

    def stand_by(self):
        """The other server follows the primary, and is waited for before anything is acknowledged."""
        self.standby.follow(self.primary)
        wait_until(lambda: self.primary.ask("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'") == 1, PATIENCE)
        if self.synchronous:
            self.primary.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
            self.primary.ask("SELECT pg_reload_conf()")
            wait_until(lambda: self.primary.ask("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == 1, PATIENCE)

    def fail_over(self, noticed_after):
        """The primary dies; whoever watches promotes the standby `noticed_after` seconds later."""
        self.primary.die()
        time.sleep(noticed_after)
        self.standby.ask("SELECT pg_promote()")
        self.primary, self.standby = self.standby, self.primary
