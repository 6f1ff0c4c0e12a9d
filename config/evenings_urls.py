"""Addresses of the days before an evening, room by room."""

from evenings.repeating import urls as repeating

app_name = "evenings"

urlpatterns = [
    *repeating.urlpatterns,
]
