import pytest

from jobs.databases import locked_transaction
from jobs.dispatcher import enqueue_job
from tests.jobs.kinds import KINDS


@pytest.fixture(autouse=True)
def _kinds(settings, data):
    settings.JOB_KINDS = KINDS


@pytest.fixture
def queued(db):
    """Enqueue as the site does: inside a transaction."""

    def queue(kind="shout", arguments=None, **more):
        with locked_transaction():
            return enqueue_job(kind, arguments=arguments or {"text": "bella"}, **more)

    return queue
