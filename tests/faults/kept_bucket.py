"""The bucket of a site on several hosts: moto's S3, which has everything in its memory, with a journal of what it acknowledged. Killed, it
comes back with its files.

    python -m tests.faults.kept_bucket HOST PORT JOURNAL
"""

import base64
import io
import json
import sys
import threading
from pathlib import Path

from moto.moto_server.werkzeug_app import DomainDispatcherApplication, MotoRequestHandler, create_backend_app
from werkzeug.serving import run_simple
from werkzeug.test import run_wsgi_app
from werkzeug.wrappers import Request

READS = {"GET", "HEAD", "OPTIONS"}


class KeptBucket:
    """A WSGI program around that of S3: a change is answered once it is in the journal, which is done again when the program begins."""

    def __init__(self, app, journal):
        self.app, self.turn = app, threading.Lock()
        self.journal = journal.open("a+b")
        self.journal.seek(0)
        whole = 0
        for line in self.journal:
            if line.endswith(b"\n"):  # the last line of one who was killed: nobody was told of it
                whole += len(line)
                environ, body = json.loads(line)
                self.change(environ, base64.b64decode(body))
        self.journal.truncate(whole)

    def __call__(self, environ, start_response):
        if environ["REQUEST_METHOD"] in READS:
            return self.app(environ, start_response)
        request = Request(environ)
        if "uploads" in request.args:  # the name of an upload would be another the next time
            start_response("501 Not Implemented", [])
            return []
        body = request.get_data()
        texts = {name: value for name, value in environ.items() if isinstance(value, str)} | {"CONTENT_LENGTH": str(len(body))}
        with self.turn:
            answer, status, headers = self.change(texts, body)
            if status.startswith("2"):
                self.journal.write(json.dumps([texts, base64.b64encode(body).decode()]).encode() + b"\n")
                self.journal.flush()
        start_response(status, list(headers))
        return answer

    def change(self, texts, body):
        environ = {"wsgi.version": (1, 0), "wsgi.input": io.BytesIO(body), "wsgi.errors": sys.stderr, "wsgi.run_once": False}
        return run_wsgi_app(self.app, texts | environ | {"wsgi.multithread": True, "wsgi.multiprocess": False}, buffered=True)


def main():
    host, port, journal = sys.argv[1:]
    bucket = KeptBucket(DomainDispatcherApplication(create_backend_app), Path(journal))
    run_simple(host, int(port), bucket, threaded=True, request_handler=MotoRequestHandler)


if __name__ == "__main__":
    main()
