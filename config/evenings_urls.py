"""Addresses of the days before an evening, room by room."""

from evenings.calendar_pages import urls as calendar_pages

app_name = "evenings"

urlpatterns = [
    *calendar_pages.urlpatterns,
]
