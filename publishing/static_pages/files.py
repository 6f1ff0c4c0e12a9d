from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file of the folder: `index.html`, `standings/index.html`, `results.json`; the path with slashes, relative to the folder."""

    path: str
    content: bytes
