"""What must be true of the installation before the site starts."""

import contextlib
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error


def own_rules(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:
    """Refuse the PyPI distribution "rules": it has the name of our engine, and whichever is found first wins."""
    found = []
    spec = find_spec("rules")
    origin = Path(spec.origin).resolve() if spec and spec.origin else None
    if origin is None or Path(settings.BASE_DIR) not in origin.parents:
        found.append(f"`import rules` finds {origin}, not the engine of this project.")
    with contextlib.suppress(PackageNotFoundError):
        found.append(f"The distribution rules {version('rules')} is installed: it has the name of our rules engine.")
    return [Error(message, hint="Uninstall it: .venv/bin/python -m pip uninstall rules", id="config.E001") for message in found]
