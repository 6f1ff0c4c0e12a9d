"""A web space over WebDAV, encrypted; for example a folder of a Nextcloud."""

import ssl
from typing import Any
from urllib.parse import quote

import httpx
from webdav4.client import ClientError, HTTPError, InsufficientStorage, ResourceConflict, ResourceNotFound
from webdav4.fsspec import WebdavFileSystem

from publishing.stores.refusals import Reason, read_http_status
from publishing.stores.store import FileStore

TIMEOUT = 20
ALREADY_THERE = 405


class WebDAVStore(FileStore):
    errors = (OSError, ClientError, httpx.HTTPError)

    def connect(self, password: str) -> Any:
        address = self.address
        host = f"[{address.host}]" if ":" in address.host else address.host
        base = f"https://{host}:{address.port}{quote(self.root)}/"
        self.root = ""
        return WebdavFileSystem(
            base,
            auth=(address.user, password),
            verify=ssl.create_default_context(),
            timeout=TIMEOUT,
            retry=False,
            trust_env=False,
            skip_instance_cache=True,
        )

    def find_reason(self, error: Exception) -> Reason:
        status = _read_status(error)
        if status:
            return read_http_status(status)
        if isinstance(error, InsufficientStorage):
            return Reason.ROOM
        if isinstance(error, ResourceNotFound | ResourceConflict):
            return Reason.FOLDER
        return super().find_reason(error)

    def write_file(self, path: str, content: bytes) -> None:
        self.files.client.http.put(_name(path), content=content).raise_for_status()

    def replace_file(self, path: str, target: str) -> None:
        self.files.client.move(path, target, overwrite=True)

    def remove_file(self, path: str) -> bool:
        try:
            self.files.client.remove(path)
        except ResourceNotFound:
            return False
        return True

    def read_file(self, path: str) -> bytes | None:
        answer = self.files.client.http.get(_name(path))
        if answer.status_code == httpx.codes.NOT_FOUND:
            return None
        return bytes(answer.raise_for_status().content)

    def make_folder(self, path: str) -> None:
        answer = self.files.client.http.mkcol(_name(path))
        if answer.status_code != ALREADY_THERE:
            answer.raise_for_status()

    def remove_folder(self, path: str) -> bool:
        """WebDAV removes a folder with all that it holds, so it is looked into first."""
        try:
            if self.files.client.ls(path, detail=False):
                return False
            self.files.client.remove(path)
        except ResourceNotFound:
            return False
        return True

    def has_folder(self, path: str) -> bool:
        try:
            return bool(self.files.client.isdir(path.strip("/")))
        except ResourceNotFound:
            return False

    def disconnect(self) -> None:
        self.files.client.http.close()


def _name(path: str) -> str:
    """Relative to the folder, as an address writes it."""
    return quote(path.lstrip("/"))


def _read_status(error: Exception) -> int:
    if isinstance(error, HTTPError):
        return int(error.status_code)
    return error.response.status_code if isinstance(error, httpx.HTTPStatusError) else 0
