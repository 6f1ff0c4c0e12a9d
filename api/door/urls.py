from django.urls import path, register_converter
from django.urls.converters import StringConverter

from api.door import page, views


class AnythingConverter(StringConverter):
    """Also what no address can be: whatever begins with /api/v1/ is answered with a problem, never with a page."""

    regex = r"[\s\S]+"


register_converter(AnythingConverter, "anything")

urlpatterns = [
    path("api/", page.ApiPage.as_view(), name="versions"),
    path("api/v1/", page.ApiPage.as_view(), name="page"),
    path("api/v1/<anything:rest>", views.ApiDoor.as_view(), name="v1"),
]
