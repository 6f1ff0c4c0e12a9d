"""Read what a director types or pastes: the address of a site with its code, the address of a web space."""

from dataclasses import dataclass
from urllib.parse import SplitResult, parse_qs, quote, urlsplit

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from plugins.registry import PluginKind, find_ready
from tournaments.pages.addresses import is_private_address

BRIDGE = "/bridge/"
SCHEMES = {"ftps": 21, "sftp": 22, "webdavs": 443, "webdav": 80}
"""How a web space is written to, and the usual port."""


@dataclass(frozen=True, slots=True)
class SiteAddress:
    """`address`: with its scheme and without a slash at the end; `code`: empty where none was pasted with it."""

    address: str
    code: str


def parse_site_address(text: str) -> SiteAddress:
    """The site that “cards.example.org”, its whole address or the link of a pairing code means.

    Raises: ValidationError for what is no address, or not encrypted on its way through the internet.
    """
    parts = _split_address(text)
    if parts is None:
        raise ValidationError(_("“%(text)s” is no address of a site. Write it like cards.example.org.") % {"text": text.strip()[:60]})
    path = parts.path.partition(BRIDGE)[0] if BRIDGE in f"{parts.path}/" else parts.path
    address = f"{parts.scheme}://{parts.netloc}{path.removesuffix('/bridge').rstrip('/')}"
    if parts.scheme == "http" and not is_private_address(address):
        raise ValidationError(_("An address that begins with http:// is not protected on its way. Write https:// instead."))
    return SiteAddress(address, clean_code("".join(parse_qs(parts.query).get("code", [""])[:1])))


def clean_code(text: str) -> str:
    """A pairing code without the spaces and hyphens with which people write it."""
    return "".join(letter for letter in text.upper() if letter.isalnum())[:20]


def build_space_address(kind: str, host: str, user: str, folder: str) -> str:
    """“sftp://user@host:port/folder” of what was typed; “file:///folder” for a folder of this computer. Raises: ValidationError."""
    where = folder.strip().replace("\\", "/").strip("/")
    if kind == "file":
        return f"file:///{where}"
    name, _colon, port = host.strip().removeprefix(f"{kind}://").partition(":")
    is_known = kind in SCHEMES or find_ready(PluginKind.TARGET, kind) is not None
    if not is_known or not _is_host(name) or (port and not (port.isascii() and port.isdecimal() and 0 < int(port) < 65_536)):
        raise ValidationError(_("“%(text)s” is no server. Write it like ftp.example.org.") % {"text": host.strip()[:60]})
    login = f"{quote(user.strip(), safe='')}@" if user.strip() else ""
    return f"{kind}://{login}{name}{f':{port}' if port else ''}/{quote(where)}"


def parse_public_address(text: str) -> str:
    """Where people read what is in a web space, with its scheme and without a slash at the end. Raises: ValidationError."""
    parts = _split_address(text)
    if parts is None:
        sentence = _("“%(text)s” is no address of a web page. Write it like https://example.org/cards.")
        raise ValidationError(sentence % {"text": text.strip()[:60]})
    return f"{parts.scheme}://{parts.netloc}{parts.path.removesuffix('/index.html').rstrip('/')}"


def _split_address(text: str) -> SplitResult | None:
    """The parts of an address of the web, with or without its scheme; None for anything else."""
    typed = text.strip()
    try:
        parts = urlsplit(typed if "://" in typed else f"https://{typed}")
        is_web = parts.scheme in {"https", "http"} and _is_host(parts.hostname) and parts.username is None and parts.port != 0
    except ValueError:
        return None
    return parts if is_web else None


def _is_host(name: str | None) -> bool:
    return bool(name) and len(name or "") <= 253 and not set(name or "") & set(" /\\@?#%<>\"'")
