"""The same site with Django's database defaults: `python -m benchmarks.peers.django_defaults PORT` on an existing DATA.

No IMMEDIATE, no WAL, a timeout of five seconds, no write lock; server and threads are those of the desk. It is also a settings module.
"""

import os
import sys
from contextlib import nullcontext

os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.peers.django_defaults"

from config.settings import *  # noqa: F403 - a settings module takes over all names; the environment above names it

DATABASES = {
    alias: {"ENGINE": database["ENGINE"], "NAME": database["NAME"], "CONN_MAX_AGE": None}
    for alias, database in DATABASES.items()  # noqa: F405 - a name of the settings above
}


def main() -> None:
    import django  # noqa: PLC0415 - this file is read as settings first
    from django.core.wsgi import get_wsgi_application  # noqa: PLC0415 - only after the settings are chosen

    from config.serving import create_hall_server  # noqa: PLC0415 - only after the settings are chosen
    from jobs import databases  # noqa: PLC0415 - only after the settings are chosen

    django.setup()

    databases._hold_sqlite_lock = lambda patience: nullcontext()  # type: ignore[assignment]  # noqa: ARG005, SLF001 - a desk without its gate
    create_hall_server(get_wsgi_application(), host="127.0.0.1", port=int(sys.argv[1])).run()


if __name__ == "__main__":
    main()
