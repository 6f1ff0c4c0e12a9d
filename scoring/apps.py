from django.apps import AppConfig
from django.core.checks import Tags, register
from django.utils.translation import gettext_lazy as _

from scoring.checks import ledger_is_guarded


class ScoringConfig(AppConfig):
    name = "scoring"
    verbose_name = _("Results")

    def ready(self) -> None:
        register(Tags.database)(ledger_is_guarded)
