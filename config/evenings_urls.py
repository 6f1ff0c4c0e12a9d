"""Addresses of the days before an evening, room by room."""

from evenings.posters import urls as posters

app_name = "evenings"

urlpatterns = [
    *posters.urlpatterns,
]
