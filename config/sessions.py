"""Sessions in the database that do not end because the computer's clock was set forward."""

import logging
from typing import Any

from django.contrib.sessions.backends import db
from django.core.exceptions import SuspiciousOperation

from jobs.clock import read_steady_time

logger = logging.getLogger(__name__)


class SessionStore(db.SessionStore):
    """Django's store; what has expired is judged by the time since this process began and not by the clock."""

    def _get_session_from_db(self) -> Any:
        try:
            return self.model.objects.get(session_key=self.session_key, expire_date__gt=read_steady_time())
        except (self.model.DoesNotExist, SuspiciousOperation) as error:
            if isinstance(error, SuspiciousOperation):
                logger.warning("a session cannot be read: %s", error)
            self._session_key = None
            return None
