"""Two web hosts and a worker host, each with a directory of its own: they share PostgreSQL, Redis and a bucket, and no disk."""

import contextlib
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest

from config.file_store import WrongFilesUrl, build_file_storage
from deploy import hosted
from tests.desks import PATIENCE, ROOT, environment
from tests.faults.hall import run
from tests.services import free_port, open_hosting_place, postgres, redis

PREPARE = """
import io
from django.contrib.auth.models import User
from django.core.files.storage import default_storage
from django.utils import timezone
from accounts.users.sessions import SessionStore
from backup.intentions import write_intention
from backup.pending_uploads import park_file
default_storage.connection.create_bucket(Bucket="labella")
owner = User.objects.create_superuser("chief", password="quercia-lampone-4071")
print(park_file(io.BytesIO(b"a list of names"), owner))
write_intention(1, ("Anna",), ("evening",))
"""
LOOK = """
from django.contrib.auth.models import User
from backup.intentions import list_intentions
from backup.pending_uploads import open_parked
from tournaments.pages.drawn import RELEASE_FINGERPRINT
owner = User.objects.get(username="chief")
print(open_parked({token!r}, owner).read().decode(), [one.names for one in list_intentions()], RELEASE_FINGERPRINT)
"""
ORDER = """
from django.contrib.auth.models import User
from django.test import Client
from jobs.databases import write_tx
from jobs.dispatcher import enqueue_job
from tests.scoring.builders import build_tournament
tournament = build_tournament()
with write_tx():
    job = enqueue_job("check_event", arguments={"tournament": tournament.pk}, owner=User.objects.get(username="chief"))
print(job.pk)
"""
FETCH = """
import time
from django.contrib.auth.models import User
from django.core.files.storage import default_storage
from django.test import Client
from jobs.models import Job
for _ in range(300):
    job = Job.objects.get(pk={job!r})
    if job.is_over:
        break
    time.sleep(0.1)
client = Client(HTTP_HOST="localhost")
client.force_login(User.objects.get(username="chief"))
answer = client.get(f"/jobs/{{job.pk}}/file/")
print(job.state, job.error, answer.status_code, b"".join(answer.streaming_content)[:1].decode())
name = "jobs/" + job.result_path
default_storage.bucket.Object(default_storage._normalize_name(name)).put(Body=b"something else")
print(client.get(f"/jobs/{{job.pk}}/file/").status_code)
"""


@contextlib.contextmanager
def running(command, variables, log):
    with log.open("wb") as out:
        process = subprocess.Popen(command, cwd=ROOT, env=variables, stdout=out, stderr=out, start_new_session=True)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)


def ask(port, path, data=None):
    try:
        with urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{port}{path}", data), timeout=PATIENCE) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()
    except OSError:
        return 0, {}, b""


def wait_for(port, path="/"):
    deadline = time.monotonic() + PATIENCE
    while not ask(port, path)[0]:
        assert time.monotonic() < deadline
        time.sleep(0.1)


@pytest.mark.slow
@pytest.mark.turns(4)
@pytest.mark.proof
def test_what_one_host_stores_another_makes_and_a_third_gives_out():
    bucket_port, ports = free_port(), (free_port(), free_port())
    with open_hosting_place() as place, contextlib.ExitStack() as stack:
        urls = {"DATABASE_URL": stack.enter_context(postgres()), "REDIS_URL": stack.enter_context(redis())}
        store = {"FILES_URL": f"s3+http://key:secret@127.0.0.1:{bucket_port}/labella/files", "SECRET_KEY": "one for all hosts " * 4}
        web, other, worker = (environment(place / name, **urls, **store, WEB_WORKERS="1") for name in ("web", "other", "worker"))
        server = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(bucket_port)]
        stack.enter_context(running(server, web, place / "bucket.log"))
        run(["manage.py", "migrate", "--verbosity", "0"], web)
        wait_for(bucket_port)
        token = run(["manage.py", "shell", "--no-imports", "-c", PREPARE], web).split()[-1]
        celery = [*hosted.CELERY, "worker", "--queues", "prints", "--pool", "solo", "--loglevel", "WARNING"]
        stack.enter_context(running(celery, worker, place / "worker.log"))
        for port, variables in zip(ports, (web, other), strict=True):
            stack.enter_context(running(hosted.build_web_command(port), variables, place / f"{port}.log"))
        job = run(["manage.py", "shell", "--no-imports", "-c", ORDER], web).split()[-1]
        sweep = [*hosted.CELERY, "call", "jobs.tasks.sweep", "--args", '["prints"]', "--queue", "prints"]
        subprocess.run(sweep, cwd=ROOT, env=web, check=True, capture_output=True)
        seen = [run(["manage.py", "shell", "--no-imports", "-c", LOOK.format(token=token)], host) for host in (web, other)]
        assert seen[0] == seen[1]
        assert "a list of names [('Anna',)]" in seen[0]
        done = run(["manage.py", "shell", "--no-imports", "-c", FETCH.format(job=job)], other)
        assert done.split("\n")[-3:-1] == ["done  200 [", "302"], done
        for port in ports:
            wait_for(port, "/live")
        tags = {ask(port, "/tournaments/")[1].get("ETag") for port in ports}
        assert len(tags) == 1
        assert not list((place / "web").glob("files/*")) + list((place / "worker").glob("files/*"))


def test_an_address_of_a_bucket_is_read_as_it_is_written():
    options = build_file_storage("s3://k%2Fey:se%40cret@store.example.org:9000/bucket/folder?region=eu-south-1")["OPTIONS"]
    assert options == {
        "bucket_name": "bucket",
        "location": "folder",
        "endpoint_url": "https://store.example.org:9000",
        "region_name": "eu-south-1",
        "access_key": "k/ey",
        "secret_key": "se@cret",
    }
    for wrong in ("bucket", "s3://key:secret@store.example.org", "https://store.example.org/bucket"):
        with pytest.raises(WrongFilesUrl, match="s3://KEY:SECRET@"):
            build_file_storage(wrong)
