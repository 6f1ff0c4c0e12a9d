from django.apps import AppConfig
from django.db.backends.signals import connection_created
from django.utils.translation import gettext_lazy as _

from jobs.wake import listen


class JobsConfig(AppConfig):
    name = "jobs"
    verbose_name = _("Tasks")

    def ready(self) -> None:
        connection_created.connect(listen, dispatch_uid="jobs.listen")
