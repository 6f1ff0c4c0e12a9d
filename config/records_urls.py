"""Addresses of what a club tells afterwards, room by room."""

from records.evening_numbers import urls as evening_numbers

app_name = "records"

urlpatterns = [*evening_numbers.urlpatterns]
