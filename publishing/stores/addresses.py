"""The address of a web space: `sftp://name@host:port/folder`, without the password."""

import os
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from plugins.registry import PluginKind, find_ready
from publishing.stores.refusals import Reason, StoreRefused

PORTS = {"file": 0, "ftps": 21, "sftp": 22, "webdavs": 443}


@dataclass(frozen=True, slots=True)
class StoreAddress:
    """`folder` is absolute: on a server with slashes, of this computer as the system writes it."""

    kind: str
    host: str
    port: int
    user: str
    folder: str


def parse_address(text: str) -> StoreAddress:
    """Raises: StoreRefused for what is no address, and for one that carries a password."""
    try:
        parts = urlsplit(text.strip())
        port = parts.port
    except ValueError:
        raise StoreRefused(Reason.ADDRESS) from None
    kind, path = parts.scheme.lower(), unquote(parts.path)
    is_local = kind == "file"
    is_known = kind in PORTS or find_ready(PluginKind.TARGET, kind) is not None
    if not is_known or parts.query or parts.fragment or parts.password is not None or ".." in path.split("/"):
        raise StoreRefused(Reason.ADDRESS)
    if is_local:
        return StoreAddress(kind, "", 0, "", _read_local_folder(parts.netloc, parts.path))
    if not parts.hostname or not path.isprintable():
        raise StoreRefused(Reason.ADDRESS)
    return StoreAddress(kind, parts.hostname, port or PORTS.get(kind, 0), unquote(parts.username or ""), path or "/")


def _read_local_folder(host: str, path: str) -> str:
    folder = url2pathname(path) if host in {"", "localhost"} else f"//{host}{unquote(path)}"
    if not Path(folder).is_absolute():
        raise StoreRefused(Reason.ADDRESS)
    return folder.replace(os.sep, "/")
