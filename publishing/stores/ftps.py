"""A web space over FTP, encrypted: name, password and files go through TLS, and the server proves its name."""

import ssl
from ftplib import FTP, FTP_TLS, Error, all_errors, error_perm
from io import BytesIO
from socket import socket

from fsspec.implementations.ftp import FTPFileSystem

from publishing.stores.store import FileStore

TIMEOUT = 20


class VerifiedFTP(FTP_TLS):
    """Uses the session of the first connection for those of the files, as many servers demand."""

    def ntransfercmd(self, cmd: str, rest: int | str | None = None) -> tuple[socket, int | None]:
        connection, size = FTP.ntransfercmd(self, cmd, rest)  # noqa: S321 - it is encrypted in the next line
        session = self.sock.session if isinstance(self.sock, ssl.SSLSocket) else None
        return self.context.wrap_socket(connection, server_hostname=self.host, session=session), size


class VerifiedFTPFileSystem(FTPFileSystem):
    def _connect(self) -> None:
        self.ftp = VerifiedFTP(timeout=self.timeout, encoding=self.encoding, context=ssl.create_default_context())
        try:
            self.ftp.connect(self.host, self.port)
            self.ftp.login(*self.cred)
        except BaseException:
            self.ftp.close()
            raise


class FTPStore(FileStore):
    errors = all_errors

    def connect(self, password: str) -> VerifiedFTPFileSystem:
        address = self.address
        return VerifiedFTPFileSystem(address.host, port=address.port, username=address.user, password=password, timeout=TIMEOUT, tls=True)

    def write_file(self, path: str, content: bytes) -> None:
        self.files.ftp.storbinary(f"STOR {path}", BytesIO(content))

    def replace_file(self, path: str, target: str) -> None:
        try:
            self.files.ftp.rename(path, target)
        except error_perm:  # a server that does not write over what is there
            self.files.ftp.delete(target)
            self.files.ftp.rename(path, target)

    def remove_file(self, path: str) -> bool:
        return self._try(f"DELE {path}")

    def read_file(self, path: str) -> bytes | None:
        try:
            return bytes(self.files.cat_file(path))
        except FileNotFoundError as error:
            if isinstance(error.__cause__, error_perm):
                return None
            raise

    def make_folder(self, path: str) -> None:
        if not self._try(f"MKD {path}") and not self.has_folder(path):
            self.files.ftp.mkd(path)

    def remove_folder(self, path: str) -> bool:
        return self._try(f"RMD {path}")

    def has_folder(self, path: str) -> bool:
        return self._try(f"CWD {path}")

    def _try(self, command: str) -> bool:
        """Whether the server did it; a refusal for good (5xx) is an answer, everything else an error."""
        try:
            self.files.ftp.voidcmd(command)
        except error_perm as error:
            if str(error).startswith(("530", "552")):
                raise
            return False
        return True

    def disconnect(self) -> None:
        try:
            self.files.ftp.quit()
        except (Error, OSError, EOFError):
            self.files.ftp.close()
