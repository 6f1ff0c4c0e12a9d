"""How gunicorn serves the site, for the unit, the containers and `make hosted`: gunicorn config.wsgi --config deploy/gunicorn.conf.py

Each worker has eight threads for those who save, six for those who work and look, four for spectators (`config.hosted_worker`), and at most
`DATABASE_POOL` connections to PostgreSQL: writers who wait for their tournament's turn hold none.
"""

import os
import shutil
from pathlib import Path
from typing import Any

worker_class = "config.hosted_worker.PooledWorker"
workers = int(os.environ.get("WEB_WORKERS", "3"))
threads = 8
timeout = 60
# Phones that wait for news have a connection and no thread; workers do not share them evenly.
worker_connections = 3000
# Nothing steers it but signals.
control_socket_disable = True
raw_env = [f"DATABASE_POOL={os.environ.get('DATABASE_POOL', '12')}"]

_json, _plain = {"()": "config.logs.JsonFormatter"}, {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}
logconfig_dict = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": _json if os.environ.get("LOG_FORMAT") == "json" else _plain},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "loggers": {"gunicorn.error": {"handlers": ["console"], "level": "INFO", "propagate": False}},
    "root": {"handlers": ["console"], "level": "WARNING"},
}

if os.environ.get("METRICS_TOKEN"):
    # Where the workers write what they count, so that each can tell the figures of all; begun anew with the site.
    _counted = Path(os.environ.get("DATA", "data")) / "metrics"
    shutil.rmtree(_counted, ignore_errors=True)
    _counted.mkdir(mode=0o700, parents=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(_counted)


def child_exit(server: Any, worker: Any) -> None:
    """Called by gunicorn when a worker has ended."""
    if os.environ.get("METRICS_TOKEN"):
        from prometheus_client import multiprocess  # noqa: PLC0415 - only where figures are wanted

        multiprocess.mark_process_dead(worker.pid)


def post_fork(server: Any, worker: Any) -> None:
    """Called by gunicorn in a new worker, before it loads the site."""
    if os.environ.get("TRACES"):
        from config.tracing import start_traces  # noqa: PLC0415 - only where traces are wanted

        start_traces("web")
