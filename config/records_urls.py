"""Addresses of what a club tells afterwards, room by room."""

from records.evening_numbers import urls as evening_numbers
from records.honour_rolls import urls as honour_rolls

app_name = "records"

urlpatterns = [*evening_numbers.urlpatterns, *honour_rolls.urlpatterns]
