"""The storage of a site of several hosts: a private bucket of an S3-compatible store. Loaded where `FILES_URL` names one."""

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from storages.backends.s3 import S3Storage

from jobs.file_values import StoredFile, StoreFault

P = ParamSpec("P")
R = TypeVar("R")
PATIENCE = Config(connect_timeout=3, read_timeout=20, retries={"max_attempts": 2, "mode": "standard"}, s3={"addressing_style": "path"})
"""A page that needs a file waits for 9 s at most where the store is gone."""


def _tell_fault(method: Callable[P, R]) -> Callable[P, R]:
    @wraps(method)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return method(*args, **kwargs)
        except (BotoCoreError, ClientError) as error:
            raise StoreFault(str(error)) from error

    return run


class BucketFiles(S3Storage):
    """Files are private: no link leads to them, the site reads them for whoever may have them. Raises StoreFault for whatever fails."""

    def get_default_settings(self) -> dict[str, Any]:
        own = {"default_acl": None, "file_overwrite": True, "client_config": PATIENCE, "max_memory_size": 4 << 20, "gzip": False}
        return {**super().get_default_settings(), **own}

    @_tell_fault
    def list_files(self, folder: str) -> Iterator[StoredFile]:
        prefix = f"{self.location}/{folder}/".lstrip("/")
        summaries = list(self.bucket.objects.filter(Prefix=prefix))
        return (StoredFile(summary.key.removeprefix(prefix), summary.size, summary.last_modified) for summary in summaries)

    @_tell_fault
    def _open(self, name: str, mode: str = "rb") -> Any:
        file = super()._open(name, mode)
        file.seek(0)  # read now: what fails later would be told by whoever asked for it
        return file

    _save = _tell_fault(S3Storage._save)  # noqa: SLF001 - our own base class
    exists = _tell_fault(S3Storage.exists)
    delete = _tell_fault(S3Storage.delete)
