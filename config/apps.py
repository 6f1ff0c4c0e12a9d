from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.core.checks import register
from django.core.signals import request_finished
from django.db.models.signals import post_save

from config.checks import check_rules_package
from config.form_sentences import speak_plainly
from jobs.machine import free_after_large_work, search_seldom
from plugins.registry import list_plugins


class ConfigConfig(AppConfig):
    name = "config"
    verbose_name = "La Bella"

    def ready(self) -> None:
        speak_plainly()
        from django.contrib.auth.models import User  # noqa: PLC0415 - models are there only when all applications are

        from config.first_login import follow_password_change, log_login  # noqa: PLC0415 - needs the models

        list_plugins()  # a game must be known before a form or a page asks for it
        register(check_rules_package)
        post_save.connect(follow_password_change, sender=User, dispatch_uid="login-file")
        user_logged_in.connect(log_login, dispatch_uid="log-login")
        request_finished.connect(free_after_large_work, dispatch_uid="memory")
        search_seldom()
