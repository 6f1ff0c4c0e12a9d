"""Addresses of the days before an evening, room by room."""

from evenings.planning import urls as planning

app_name = "evenings"

urlpatterns = [
    *planning.urlpatterns,
]
