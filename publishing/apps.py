from django.apps import AppConfig
from django.db.models.signals import post_save
from django.utils.translation import gettext_lazy as _


class PublishingConfig(AppConfig):
    name = "publishing"
    verbose_name = _("Publishing")

    def ready(self) -> None:
        from publishing.models import Target  # noqa: PLC0415 - models are there only when all applications are
        from publishing.targets.public_pages import notice_target  # noqa: PLC0415 - needs the models

        post_save.connect(notice_target, sender=Target, dispatch_uid="published-pages")
