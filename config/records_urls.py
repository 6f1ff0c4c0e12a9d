"""Addresses of what a club tells afterwards, room by room."""

from records.evening_numbers import urls as evening_numbers
from records.honour_rolls import urls as honour_rolls
from records.season_charts import urls as season_charts

app_name = "records"

urlpatterns = [*evening_numbers.urlpatterns, *honour_rolls.urlpatterns, *season_charts.urlpatterns]
