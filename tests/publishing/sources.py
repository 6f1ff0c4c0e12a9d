"""What a desk sends, made without the rooms that make it in earnest: a tournament's file without its time, two small pages, a folder."""

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

from exchange.encoding import Rows
from exchange.writing import build_document


def make_plain(value):
    if isinstance(value, dict):
        return {name: make_plain(part) for name, part in value.items()}
    return [make_plain(item) for item in value] if isinstance(value, list | tuple | Rows) else value


def build_public_document(tournament):
    if not tournament.public:
        return {}
    return {name: part for name, part in make_plain(build_document(tournament)).items() if name != "made_at"}


@dataclass(frozen=True)
class Page:
    path: str
    content: bytes


def build_club_files(folders, *, language, address=""):
    words = f"La Bella overview {language} {sorted(folders.items())}"
    return [Page("static/calendar.css", b"sheet"), Page("index.html", words.encode())] if folders else []


def build_static_files(tournament, *, language, address="", home=""):
    if not tournament.public:
        return
    for entry in tournament.entries.order_by("number"):
        if entry.state != "withdrawn":
            yield Page(f"players/{entry.number}.html", f"{entry.name} {language}".encode())
    seq = tournament.ledger_head.seq if hasattr(tournament, "ledger_head") else 0
    yield Page("standings/index.html", f"{tournament.name} {seq}".encode())
    yield Page("index.html", f"{tournament.name} {tournament.venue}".encode())


class Refused(Exception):
    def __init__(self, sentence):
        super().__init__(sentence)
        self.sentence = sentence


class Folder:
    """A folder that refuses a wrong password, and breaks before its `breaks`th step."""

    password, breaks, host_key = "asso", None, ""

    def __init__(self, place):
        self.place = place

    def write(self, path, content):
        self.count()
        (self.place / path).parent.mkdir(parents=True, exist_ok=True)
        (self.place / path).write_bytes(content)

    def remove(self, path):
        self.count()
        (self.place / path).unlink(missing_ok=True)

    def read(self, path):
        return (self.place / path).read_bytes() if (self.place / path).exists() else None

    def close(self):
        pass

    @classmethod
    def count(cls):
        if cls.breaks is not None:
            cls.breaks -= 1
            if cls.breaks < 0:
                raise Refused("no room")


def open_store(address, password="", *, host_key=""):
    if host_key not in {"", Folder.host_key}:
        raise Refused("another server")
    if password != Folder.password:
        raise Refused("wrong password")
    return Folder(Path(urlsplit(address).path))


def sync_files(files, store, sent, *, pause):
    files = list(files)
    for file in files:
        digest = sha256(file.content).hexdigest()
        if sent.get(file.path) != digest:
            store.write(file.path, file.content)
            pause(len(file.content))
            yield file.path, digest
    for path in sorted(sent.keys() - {file.path for file in files}):
        store.remove(path)
        yield path, ""
