from django.apps import AppConfig
from django.core.checks import register

from config.checks import own_rules


class ConfigConfig(AppConfig):
    name = "config"
    verbose_name = "La Bella"

    def ready(self) -> None:
        register(own_rules)
