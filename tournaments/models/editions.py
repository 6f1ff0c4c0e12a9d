"""The page version of the public pages."""

from django.db import models

from tournaments.models.tournaments import Tournament


class Edition(models.Model):
    """The page version of a tournament's public pages. Only triggers write it (`tournaments.page_versions`); equal marks
    mean equal pages.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, primary_key=True, related_name="edition")
    mark = models.CharField(max_length=32)

    def __str__(self) -> str:
        return self.mark
