from django.apps import AppConfig
from django.core.checks import register

from config.checks import check_rules_package


class ConfigConfig(AppConfig):
    name = "config"
    verbose_name = "La Bella"

    def ready(self) -> None:
        register(check_rules_package)
