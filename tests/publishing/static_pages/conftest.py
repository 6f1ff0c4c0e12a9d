"""The pages of one evening are drawn once for all tests that only read them; so is a picture whose drawing is the same."""

import functools
import pickle

import pytest
from django.db import transaction

from evenings.posters import views
from publishing.static_pages.building import build_static_files
from tests.scoring.evenings import play_evening

PICTURES: dict[tuple[bytes, int], bytes] = {}


def play_five(format_key):
    return play_evening(pairs=5, rounds=2, format_key=format_key)


@functools.cache
def build_five(format_key, language):
    """The files of that evening by their paths; the evening itself is gone afterwards, so that another has its name."""
    savepoint = transaction.savepoint()
    try:
        return {file.path: file for file in build_static_files(play_five(format_key), language=language)}
    finally:
        transaction.savepoint_rollback(savepoint)


@pytest.fixture(autouse=True)
def _pictures_drawn_once(monkeypatch):
    write = views.write_picture

    def read_or_write(drawing, pixels=1080):
        key = (pickle.dumps(drawing), pixels)
        if key not in PICTURES:
            PICTURES[key] = write(drawing, pixels)
        return PICTURES[key]

    monkeypatch.setattr(views, "write_picture", read_or_write)
