"""Addresses of the API and of its tokens, room by room."""

from api.door import urls as door
from api.tokens import urls as tokens

app_name = "api"

urlpatterns = [
    *tokens.urlpatterns,
    *door.urlpatterns,
]
