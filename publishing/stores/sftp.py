"""A web space over SFTP. The key that the server shows first is remembered by whoever opens the store; another one later is refused."""

import errno
from typing import Any

import paramiko
from fsspec.implementations.sftp import SFTPFileSystem

from publishing.stores.addresses import StoreAddress
from publishing.stores.refusals import Reason, StoreRefused
from publishing.stores.store import FileStore

TIMEOUT = 20
MISSING = (errno.ENOENT, errno.ENOTDIR)


class HostKeyPolicy(paramiko.MissingHostKeyPolicy):
    """Accepts the key that is known, and with `trusts_first` any where none is known."""

    def __init__(self, known_key: str, *, trusts_first: bool) -> None:
        self.known_key, self.trusts_first, self.shown_key = known_key, trusts_first, ""

    def missing_host_key(self, client: paramiko.SSHClient, hostname: str, key: paramiko.PKey) -> None:
        self.shown_key = f"{key.get_name()} {key.get_base64()}"
        if self.known_key and self.shown_key != self.known_key:
            raise StoreRefused(Reason.KEY_CHANGED, host=hostname, fingerprint=key.fingerprint, host_key=self.shown_key)
        if not self.known_key and not self.trusts_first:
            raise StoreRefused(Reason.KEY_UNKNOWN, host=hostname, fingerprint=key.fingerprint, host_key=self.shown_key)


class ClosingSFTPFileSystem(SFTPFileSystem):
    """Leaves no connection behind that was refused."""

    def _connect(self) -> None:
        try:
            super()._connect()
        except BaseException:
            self.client.close()
            raise


class SFTPStore(FileStore):
    errors = (OSError, EOFError, paramiko.SSHException)

    def __init__(self, address: StoreAddress, password: str = "", *, host_key: str = "", trusts_first: bool = True) -> None:
        self.policy = HostKeyPolicy(host_key, trusts_first=trusts_first)
        super().__init__(address, password)
        self.host_key = self.policy.shown_key

    def connect(self, password: str) -> Any:
        return ClosingSFTPFileSystem(
            self.address.host,
            port=self.address.port,
            username=self.address.user,
            password=password,
            host_key_policy=self.policy,
            look_for_keys=False,
            allow_agent=False,
            timeout=TIMEOUT,
            banner_timeout=TIMEOUT,
            auth_timeout=TIMEOUT,
            channel_timeout=TIMEOUT,
            skip_instance_cache=True,
        )

    def find_reason(self, error: Exception) -> Reason:
        if isinstance(error, paramiko.AuthenticationException):
            return Reason.PASSWORD
        if isinstance(error, OSError) and error.errno is None and str(error) == "Failure":
            return Reason.ROOM  # all that the protocol says of a full disk
        return super().find_reason(error)

    def write_file(self, path: str, content: bytes) -> None:
        with self.files.ftp.open(path, "wb") as file:
            file.write(content)

    def replace_file(self, path: str, target: str) -> None:
        try:
            self.files.mv(path, target)
        except OSError as error:  # a server without the extension, which does not write over what is there
            if error.errno is not None and error.errno != errno.EOPNOTSUPP:
                raise
            self.remove_file(target)
            self.files.ftp.rename(path, target)

    def remove_file(self, path: str) -> bool:
        try:
            self.files.ftp.remove(path)
        except OSError as error:
            if error.errno in MISSING:
                return False
            raise
        return True

    def read_file(self, path: str) -> bytes | None:
        try:
            with self.files.ftp.open(path, "rb") as file:
                return bytes(file.read())
        except OSError as error:
            if error.errno in MISSING:
                return None
            raise

    def make_folder(self, path: str) -> None:
        if not self.has_folder(path):
            self.files.ftp.mkdir(path)

    def remove_folder(self, path: str) -> bool:
        try:
            self.files.ftp.rmdir(path)
        except OSError as error:
            if error.errno is None or error.errno in (*MISSING, errno.ENOTEMPTY):
                return False
            raise
        return True

    def has_folder(self, path: str) -> bool:
        return bool(self.files.isdir(path))

    def disconnect(self) -> None:
        self.files.client.close()
