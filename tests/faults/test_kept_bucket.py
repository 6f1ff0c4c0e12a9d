"""The bucket that the proof of several hosts kills. If this failed, that proof would lose files by its own fault, or miss lost ones."""

import sys

import boto3
import pytest
from botocore.exceptions import ClientError

from tests.desks import PATIENCE, environment
from tests.faults.hosting import Unit, wait_until
from tests.services import free_port

FILES = {"kept.pdf": b"first" * 3_000, "files/à b.txt": b"", "twice": b"second"}


def test_a_killed_bucket_comes_back_with_what_it_acknowledged_and_nothing_else(tmp_path):
    port, journal = free_port(), tmp_path / "journal"
    command = [sys.executable, "-m", "tests.faults.kept_bucket", "127.0.0.1", str(port), str(journal)]
    server = Unit("bucket", command, tmp_path, environment(tmp_path))
    store = boto3.client("s3", endpoint_url=f"http://127.0.0.1:{port}", region_name="x", aws_access_key_id="k", aws_secret_access_key="s")
    server.open()
    try:
        wait_until(lambda: is_up(store), PATIENCE)
        store.create_bucket(Bucket="labella", CreateBucketConfiguration={"LocationConstraint": "x"})
        for name, body in {"gone": b"x", "twice": b"first", "one": b"1", "two": b"2"}.items() | FILES.items():
            store.put_object(Bucket="labella", Key=name, Body=body, ContentType="application/pdf")
        store.put_object(Bucket="labella", Key="twice", Body=FILES["twice"])
        store.delete_object(Bucket="labella", Key="gone")
        store.delete_objects(Bucket="labella", Delete={"Objects": [{"Key": "one"}, {"Key": "two"}]})
        with pytest.raises(ClientError):
            store.create_multipart_upload(Bucket="labella", Key="large")
        for torn in (b"", b'[{"REQUEST_METHOD": "DELETE", "PATH_INFO": "/labella/kept.pdf"', b""):
            server.rest()
            with journal.open("ab") as log:
                log.write(torn)
            server.wake()
            wait_until(lambda: is_up(store), PATIENCE)
            found = {row["Key"] for row in store.list_objects_v2(Bucket="labella")["Contents"]}
            assert {name: store.get_object(Bucket="labella", Key=name)["Body"].read() for name in found} == FILES
            assert store.get_object(Bucket="labella", Key="kept.pdf")["ContentType"] == "application/pdf"
            store.put_object(Bucket="labella", Key="kept.pdf", Body=FILES["kept.pdf"], ContentType="application/pdf")
    finally:
        server.close()


def is_up(store):
    try:
        store.list_buckets()
    except Exception:  # noqa: BLE001 - whatever a client says while nobody answers
        return False
    return True
