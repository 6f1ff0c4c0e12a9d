"""The trace of a request through our own code: calls, functions, files and depth, counted with a profiler.

The counts are the same on every machine: requests that came before have filled all caches (`warm`), and no clock is read.
"""

import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from tests.house.sources import PACKAGES, ROOT

FOLDERS = tuple(f"{ROOT / package}/" for package in PACKAGES)


@dataclass(frozen=True, slots=True)
class Trace:
    """`functions` are in the order of their first call, with their calls; `depth` counts frames of ours that were open at the same time,
    and `path` are the functions of the deepest moment, outermost first.
    """

    calls: int
    functions: dict[str, int]
    files: tuple[str, ...]
    depth: int
    path: tuple[str, ...]


@dataclass(slots=True)
class _Profile:
    """What the profiler has counted so far."""

    codes: Counter[CodeType] = field(default_factory=Counter)
    open_frames: list[FrameType] = field(default_factory=list)
    deepest: tuple[CodeType, ...] = ()

    def follow(self, frame: FrameType, event: str, _argument: Any) -> None:
        if not frame.f_code.co_filename.startswith(FOLDERS):
            return
        if event == "call":
            self.codes[frame.f_code] += 1
            self.open_frames.append(frame)
            if len(self.open_frames) > len(self.deepest):
                self.deepest = tuple(open_frame.f_code for open_frame in self.open_frames)
        elif event == "return" and self.open_frames and self.open_frames[-1] is frame:
            self.open_frames.pop()


def trace_request(request: Callable[[], object]) -> Trace:
    """Call `request` and count its way through the project's packages."""
    profile = _Profile()
    sys.setprofile(profile.follow)
    try:
        request()
    finally:
        sys.setprofile(None)
    files = dict.fromkeys(_shorten(code) for code in profile.codes)
    functions = {_name(code): calls for code, calls in profile.codes.items()}
    return Trace(profile.codes.total(), functions, tuple(files), len(profile.deepest), tuple(map(_name, profile.deepest)))


def _shorten(code: CodeType) -> str:
    return str(Path(code.co_filename).relative_to(ROOT))


def _name(code: CodeType) -> str:
    return f"{_shorten(code)}:{code.co_firstlineno} {code.co_qualname}"
