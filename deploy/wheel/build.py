"""What hatchling asks when it builds the wheel: its dependencies, and the catalogues and static files that are not in the repository."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).resolve().parents[2]
PLACE = ROOT / "build" / "wheel"
SITE = "labella_desk/site"


def read_group(name: str) -> list[str]:
    """The requirements of a dependency group: groups are their one home."""
    groups: dict[str, list[str]] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    return groups[name]


class GroupsAsMetadata(MetadataHookInterface):
    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        metadata["dependencies"] = read_group("base")
        metadata["optional-dependencies"] = {"hosted": read_group("hosted")}


class BuiltSite(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return [*read_group("base"), *read_group("build")]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the catalogues, collect the static files; an editable installation uses those of the checkout."""
        if version == "editable":
            return
        files = PLACE / "staticfiles"
        own = {"DATA": str(PLACE / "data"), "SECRET_KEY": "build", "STATIC_ROOT": str(files), "DJANGO_SETTINGS_MODULE": "config.settings"}
        for words in (["-m", "config.messages", "--compile"], ["manage.py", "collectstatic", "--no-input", "--clear", "--verbosity", "0"]):
            subprocess.run([sys.executable, *words], cwd=ROOT, env=os.environ | own, check=True)
        build_data["force_include"][str(files)] = f"{SITE}/staticfiles"


def get_metadata_hook() -> type[MetadataHookInterface]:
    return GroupsAsMetadata


def get_build_hook() -> type[BuildHookInterface[Any]]:
    return BuiltSite
