"""Addresses of what is seen outside, room by room."""

from publishing.fetching import urls as fetching
from publishing.outside import urls as outside
from publishing.receiving import urls as receiving

app_name = "publishing"

urlpatterns = [
    *receiving.urlpatterns,
    *outside.urlpatterns,
    *fetching.urlpatterns,
]
