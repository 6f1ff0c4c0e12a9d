"""A desk that is back at once whenever it is killed: `python -m tests.faults.phoenix PORT [lying]`.

Serves and works as `manage.py desk` does, but in a child that this process forks anew as soon as it dies, so that hundreds of deaths fit
into minutes. Writes the child's id to DATA/child.pid. "lying" is the positive control: the answer is given before anything is saved.
"""

import os
import queue
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path


def serve(port, lying):
    from django.conf import settings
    from django.core.wsgi import get_wsgi_application
    from waitress.server import create_server

    from jobs.worker import Worker

    if lying:
        lie()
    Path(settings.DATA, "child.pid").write_text(str(os.getpid()))
    server = create_server(get_wsgi_application(), host="127.0.0.1", port=port, threads=8)
    Worker().start()
    server.run()


def lie():
    """Answer first, save later."""
    from desk.match_page import action_views, views
    from scoring.entry.outcomes import Created

    later = queue.Queue()

    def answer_first(change):
        def change_later(*arguments, **named):
            later.put((change, arguments, named))
            return Created(None, None)

        return change_later

    def save():
        while True:
            change, arguments, named = later.get()
            change(*arguments, **named)

    views.submit_event, action_views.undo_last = answer_first(views.submit_event), answer_first(action_views.undo_last)
    threading.Thread(target=save, daemon=True).start()


def main():
    port, lying = int(sys.argv[1]), "lying" in sys.argv
    import django

    django.setup()
    import config.urls  # noqa: F401 - what every child needs is loaded once

    child = 0

    def stop(number, frame):
        if child:
            with suppress(ProcessLookupError):  # it has just been killed
                os.kill(child, signal.SIGKILL)
        os._exit(0)

    signal.signal(signal.SIGTERM, stop)
    while True:
        child = os.fork()
        if not child:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            serve(port, lying)
            os._exit(0)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
