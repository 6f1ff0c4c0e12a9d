"""Addresses of what is seen outside, room by room."""

from publishing.receiving import urls as receiving
from publishing.outside import urls as outside

app_name = "publishing"

urlpatterns = [
    *receiving.urlpatterns,
    *outside.urlpatterns,
]
