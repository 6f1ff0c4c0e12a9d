"""System checks of the installation, run before the site starts."""

import contextlib
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error


def check_rules_package(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:
    """Report an error when the PyPI distribution "rules" is installed: it has the name of our engine and may shadow it."""
    complaints = []
    spec = find_spec("rules")
    origin = Path(spec.origin).resolve() if spec and spec.origin else None
    if origin is None or Path(settings.BASE_DIR) not in origin.parents:
        complaints.append(f"`import rules` finds {origin}, not the engine of this project.")
    with contextlib.suppress(PackageNotFoundError):
        complaints.append(f"The distribution rules {version('rules')} is installed: it has the name of our rules engine.")
    return [Error(message, hint="Uninstall it: .venv/bin/python -m pip uninstall rules", id="config.E001") for message in complaints]
