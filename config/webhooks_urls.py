"""Addresses of webhooks."""

from webhooks.subscribing import urls as subscribing

app_name = "webhooks"

urlpatterns = [*subscribing.urlpatterns]
