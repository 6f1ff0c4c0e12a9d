"""What somebody can be at a desk; the rights of each are in `tournaments.rights`."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class DeskRole(models.TextChoices):
    DIRECTOR = "director", _("director")
    ASSISTANT = "assistant", _("assistant")
    REFEREE = "referee", _("referee")
    DOOR = "door", _("door")
    READER = "reader", _("reader")
