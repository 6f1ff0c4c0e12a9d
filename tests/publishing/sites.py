"""A La Bella site as a desk sees it, written from what the wire is agreed to be: nothing of the product is imported.

with serve_site(Site()) as site: …              # in this process
python tests/publishing/sites.py DIRECTORY PORT      # in one of its own, which may be killed at any moment
"""

import base64
import json
import sys
import threading
import zlib
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

DESK = "5a5a1f64-0000-4000-8000-000000000001"


def digest_of(document):
    return sha256(json.dumps(document, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def change(old, patch):
    """The patch applied, in the few lines that its description gives."""
    kind = patch[0]
    if kind == "=":
        return old
    if kind == "set":
        return patch[1]
    if kind == "object":
        kept = {name: value for name, value in old.items() if name not in patch[2]}
        return kept | {name: change(old.get(name), step) for name, step in patch[1].items()}
    new = []
    for step in patch[1]:
        if step[0] == "new":
            new.append(step[1])
        elif step[0] == "at":
            new.append(change(old[step[1]], step[2]))
        else:
            new.extend(old[step[0] : step[1]])
    return new


class Site:
    """Keeps what it holds in memory, and in a directory where one is given. `faults` is asked before every request: None, or what happens
    instead: a status with an object, "cut" before it is done, "lost" after it is done.
    """

    def __init__(self, directory=None):
        self.directory, self.lock = directory, threading.Lock()
        self.held, self.parts, self.log, self.withdrawn = {}, {}, [], []
        self.keys, self.codes = {}, {"ABCD2345"}
        self.enrolments = None
        self.faults, self.is_slow_to_show, self.shown = (lambda _request: None), False, {}
        if directory and (directory / "state.json").exists():
            values = json.loads((directory / "state.json").read_text())
            self.held, self.keys, self.withdrawn = values["held"], values["keys"], values["withdrawn"]
            self.parts = {tuple(key.split("|")): value for key, value in values["parts"].items()}
            self.parts = {(key, int(number)): {int(p): t for p, t in value.items()} for (key, number), value in self.parts.items()}

    def save(self):
        if self.directory:
            parts = {f"{key}|{number}": value for (key, number), value in self.parts.items()}
            values = {"held": self.held, "keys": self.keys, "withdrawn": self.withdrawn, "parts": parts}
            draft = self.directory / "state.new"
            draft.write_text(json.dumps(values))
            draft.replace(self.directory / "state.json")

    def documents(self):
        return {key: value["document"] for key, value in self.held.items()}

    def pair(self, values):
        if values["code"] not in self.codes:
            return 403, {"problem": "code_unknown", "sentence": "Kein solcher Code."}
        self.codes.discard(values["code"])
        self.keys[DESK] = values["key"]
        self.save()
        return 200, {"desk": DESK, "club": "Circolo Prova", "site": "Prova", "address": "https://cards.example.org"}

    def is_signed(self, content, signature):
        if DESK not in self.keys:
            return False
        key = Ed25519PublicKey.from_public_bytes(base64.b64decode(self.keys[DESK]))
        try:
            key.verify(base64.b64decode(signature), content)
        except InvalidSignature:
            return False
        return True

    def describe(self, key):
        holds = self.held.get(key, {}).get("holds", "")
        if not self.is_slow_to_show:
            self.shown[key] = holds
        return {"holds": holds, "shown": self.shown.get(key, ""), "shown_at": "2026-11-27T20:40:00+00:00", "path": "/tournaments/x/"}

    def take(self, body, signature):
        if not self.is_signed(body, signature):
            return 403, {"problem": "signature", "sentence": "Unbekannt."}
        assert len(body) <= 48_000
        piece = json.loads(zlib.decompress(body))
        key = piece["tournament"]
        held = self.held.get(key, {"holds": "", "document": None, "number": 0})
        if piece["withdrawn"]:
            if key in self.held and piece["base"] != held["holds"]:
                return 409, {"problem": "base_unknown", "holds": held["holds"]}
            self.held.pop(key, None)
            self.withdrawn.append(key)
            self.save()
            return 200, self.describe(key)
        if piece["base"] and piece["base"] != held["holds"]:
            return 409, {"problem": "base_unknown", "holds": held["holds"]}
        if piece["after"] == held["holds"]:
            return 200, self.describe(key)
        changes = piece["changes"]
        if piece["parts"] > 1:
            slices = self.parts.setdefault((key, piece["number"]), {})
            slices[piece["part"]] = changes
            if len(slices) < piece["parts"]:
                self.save()
                return 200, self.describe(key)
            changes = json.loads("".join(slices[part] for part in sorted(slices)))
        document = change(held["document"], changes) if piece["base"] else changes
        if digest_of(document) != piece["after"]:
            return 422, {"problem": "contradiction", "sentence": "Zeile 7 passt nicht."}
        self.held[key] = {"holds": piece["after"], "document": document, "number": piece["number"]}
        self.parts = {}
        self.log.append((key, piece["number"], bool(piece["base"])))
        self.save()
        return 200, self.describe(key)

    def answer(self, method, path, headers, body):
        parts = urlsplit(path)
        if parts.path == "/bridge/pair/":
            return self.pair(json.loads(body))
        if parts.path == f"/bridge/{DESK}/pieces/" and method == "POST":
            return self.take(body, headers["X-Signature"])
        if parts.path == f"/bridge/{DESK}/state/":
            if not self.is_signed(f"{path}\n{headers['X-Time']}".encode(), headers["X-Signature"]):
                return 403, {"problem": "signature", "sentence": "Unbekannt."}
            return 200, self.describe(parse_qs(parts.query)["tournament"][0])
        if self.enrolments is not None and self.is_signed(body or b"", headers.get("X-Signature", "")):
            return self.enrolments((parts.path, body)) or (404, None)
        return 404, None


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.work("GET", b"")

    def do_POST(self):
        self.work("POST", self.rfile.read(int(self.headers["Content-Length"])))

    def work(self, method, body):
        site = self.server.site
        fault = site.faults((method, self.path))
        if fault == "cut":
            self.close_connection = True
            return
        if isinstance(fault, tuple):
            self.send(*fault)
            return
        with site.lock:
            status, values = site.answer(method, self.path, self.headers, body)
        if fault == "lost":
            self.close_connection = True
            return
        self.send(status, values)

    def send(self, status, values, headers=()):
        content = b"<h1>Not here</h1>" if values is None else json.dumps(values).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *arguments):
        pass


def begin_server(site, port=0):
    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.site, server.daemon_threads = site, True
    return server


@contextmanager
def serve_site(site):
    """The site with its `address`, as long as the block lasts."""
    server = begin_server(site)
    thread = threading.Thread(target=server.serve_forever, args=[0.02], daemon=True)
    thread.start()
    site.address = f"http://127.0.0.1:{server.server_port}"
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


if __name__ == "__main__":
    begin_server(Site(Path(sys.argv[1])), int(sys.argv[2])).serve_forever()
