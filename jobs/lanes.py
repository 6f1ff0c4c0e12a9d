"""Lanes of a site's jobs: somebody waits for a print, and nobody for an import; a worker of prints takes nothing else."""

from django.conf import settings

REST = "celery"
"""The lane of every kind that `JOB_LANES` does not name; also the queue of wake-ups of older releases."""


def find_lane(kind: str) -> str:
    lane: str = settings.JOB_LANES.get(kind, REST)
    return lane


def list_lanes() -> list[str]:
    return sorted({REST, *settings.JOB_LANES.values()})


def list_kinds(lane: str) -> tuple[str, ...]:
    """The kinds of a lane that has some of its own; of `REST` all, so that a single worker leaves nothing undone."""
    return tuple(kind for kind in settings.JOB_KINDS if lane in {REST, find_lane(kind)})
