"""Addresses of what is seen outside, room by room."""

from publishing.outside import urls as outside

app_name = "publishing"

urlpatterns = [
    *outside.urlpatterns,
]
