import gc

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.core.checks import register
from django.db.models.signals import post_save

from config.checks import check_rules_package

SEARCH_FOR_GARBAGE = (50_000, 20, 100)
"""Python looks for cycles of objects that nobody needs after every 700 new objects; a page of a large hall makes a hundred thousand, and
spent half of its time with that (docs/performance.md). What is no cycle goes at once either way."""


class ConfigConfig(AppConfig):
    name = "config"
    verbose_name = "La Bella"

    def ready(self) -> None:
        from django.contrib.auth.models import User  # noqa: PLC0415 - models are there only when all applications are

        from config.first_login import follow_password_change, log_login  # noqa: PLC0415 - needs the models

        register(check_rules_package)
        post_save.connect(follow_password_change, sender=User, dispatch_uid="login-file")
        user_logged_in.connect(log_login, dispatch_uid="log-login")
        gc.set_threshold(*SEARCH_FOR_GARBAGE)
