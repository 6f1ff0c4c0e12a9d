"""How gunicorn serves the site, for the unit, the containers and `make hosted`: gunicorn config.wsgi --config deploy/gunicorn.conf.py

Each worker has eight threads for those who save, six for those who work and look, four for spectators (`config.hosted_worker`), and at most
`DATABASE_POOL` connections to PostgreSQL: writers who wait for their tournament's turn hold none.
"""

import os

worker_class = "config.hosted_worker.PooledWorker"
workers = int(os.environ.get("WEB_WORKERS", "3"))
threads = 8
timeout = 60
# Nothing steers it but signals.
control_socket_disable = True
raw_env = [f"DATABASE_POOL={os.environ.get('DATABASE_POOL', '12')}"]
