"""Why a web space took nothing, in words that say what to do."""

import errno
import socket
import ssl
from enum import StrEnum
from ftplib import Error as FTPError

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Reason(StrEnum):
    ADDRESS = "address"
    PASSWORD = "password"  # noqa: S105 - a word, no password
    HOST = "host"
    CONNECTION = "connection"
    CERTIFICATE = "certificate"
    FOLDER = "folder"
    RIGHT = "right"
    ROOM = "room"
    CUT = "cut"
    KEY_UNKNOWN = "key_unknown"
    KEY_CHANGED = "key_changed"
    SERVER = "server"


SENTENCES: dict[Reason, str | Promise] = {
    Reason.ADDRESS: _("Not sent: this is no address of a web space. Write for example sftp://name@host/folder, without the password."),
    Reason.PASSWORD: _(
        "Not sent: the web space does not accept name and password. Type the password again, or ask who runs the web space."
    ),
    Reason.HOST: _(
        "Not sent: nobody knows a computer called %(host)s. Check the address for typing mistakes, and whether there is internet."
    ),
    Reason.CONNECTION: _("Not sent: %(host)s does not answer. Check whether there is internet, and the port in the address."),
    Reason.CERTIFICATE: _(
        "Not sent: the certificate of %(host)s is not valid for this name or this day. Check the address and the clock, or ask who runs the"
        " web space."
    ),
    Reason.FOLDER: _("Not sent: there is no folder %(folder)s. Make it on the web space, or correct the address."),
    Reason.RIGHT: _("Not sent: you may not write into %(folder)s. Choose another folder, or ask who runs the web space."),
    Reason.ROOM: _("Not sent: the web space takes no more, it is probably full. Make room there; sending then goes on by itself."),
    Reason.CUT: _(
        "Not sent to the end: the connection to %(host)s was cut. Sending goes on where it stopped as soon as there is a network."
    ),
    Reason.KEY_UNKNOWN: _(
        "Not sent: %(host)s is not known yet. Compare its key with what the provider tells you, then accept it: %(fingerprint)s"
    ),
    Reason.KEY_CHANGED: _(
        "Not sent: %(host)s shows another key than before (%(fingerprint)s). Ask who runs the web space whether it was changed; if not,"
        " somebody else answers."
    ),
    Reason.SERVER: _("Not sent: the web space answered with an error. Try again later, or ask who runs it."),
}


class StoreRefused(Exception):
    """`reason` for programs, `sentence` for people, in the language of the moment. Neither it nor its text ever holds a password.

    `host_key` is the key that an SFTP server showed, where that is what the refusal is about.
    """

    def __init__(self, reason: Reason, *, host: str = "", folder: str = "", fingerprint: str = "", host_key: str = "") -> None:
        super().__init__(reason)
        self.reason, self.host_key = reason, host_key
        self.values = {"host": host, "folder": folder, "fingerprint": fingerprint}

    @property
    def sentence(self) -> str:
        return str(SENTENCES[self.reason]) % self.values

    def __str__(self) -> str:
        return self.sentence


OF_ERRNO = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT if hasattr(errno, "EDQUOT") else errno.ENOSPC, errno.EFBIG), Reason.ROOM),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), Reason.RIGHT),
    **dict.fromkeys((errno.ENOENT, errno.ENOTDIR), Reason.FOLDER),
    **dict.fromkeys((errno.EPIPE, errno.ECONNRESET, errno.ECONNABORTED), Reason.CUT),
}
OF_FTP = {"530": Reason.PASSWORD, "532": Reason.PASSWORD, "550": Reason.RIGHT, "553": Reason.RIGHT, "421": Reason.CUT, "426": Reason.CUT}
FULL_FTP = ("452", "552")
OF_HTTP = {401: Reason.PASSWORD, 403: Reason.RIGHT, 404: Reason.FOLDER, 409: Reason.FOLDER, 423: Reason.RIGHT}
FULL_HTTP = (413, 507, 509)


def find_reason(error: BaseException, *, connected: bool) -> Reason:
    """What an error of a library means. `connected`: whether the server had answered before."""
    for cause in _list_causes(error):
        reason = _read_network_error(cause, connected=connected)
        if reason is not None:
            return reason
    return Reason.CUT if connected else Reason.CONNECTION


def _list_causes(error: BaseException | None) -> list[BaseException]:
    """The error and what it was raised from, the innermost first: libraries wrap what says most."""
    causes: list[BaseException] = []
    while error is not None and error not in causes:
        causes.insert(0, error)
        error = error.__cause__ or error.__context__
    return causes


def _read_network_error(error: BaseException, *, connected: bool) -> Reason | None:
    if isinstance(error, socket.gaierror):
        return Reason.HOST
    if isinstance(error, ssl.SSLCertVerificationError):
        return Reason.CERTIFICATE
    if isinstance(error, FTPError):
        return read_ftp_answer(str(error))
    if isinstance(error, FileNotFoundError | PermissionError) or (isinstance(error, OSError) and error.errno in OF_ERRNO):
        return OF_ERRNO.get(error.errno or 0, Reason.FOLDER)
    if isinstance(error, TimeoutError | ConnectionError):
        return Reason.CUT if connected else Reason.CONNECTION
    return None


def read_ftp_answer(answer: str) -> Reason:
    code = answer[:3]
    return Reason.ROOM if code in FULL_FTP else OF_FTP.get(code, Reason.SERVER)


def read_http_status(status: int) -> Reason:
    return Reason.ROOM if status in FULL_HTTP else OF_HTTP.get(status, Reason.SERVER)
