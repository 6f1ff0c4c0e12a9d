"""Addresses of the days before an evening, room by room."""

app_name = "evenings"

urlpatterns: list = []
