"""Celery of the hosted profile. Every figure here was measured to be needed; the Job table stays the truth."""

import os

from celery import Celery
from kombu.entity import Queue

from jobs.lanes import list_lanes

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("labella")
app.config_from_object("django.conf:settings", namespace="CELERY")
# A worker that is not told which takes the jobs of every lane.
app.conf.task_queues = [Queue(lane) for lane in list_lanes()]  # type: ignore[no-untyped-call]  # kombu has no types
app.autodiscover_tasks(["jobs"])
