from django.urls import path

from webhooks.subscribing import views

DESK, CLUB = "desk/<slug:slug>/webhooks/", "organizers/<slug:organizer_slug>/webhooks/"

urlpatterns = [
    path(DESK, views.WebhooksPage.as_view(), name="webhooks"),
    path(DESK + "<int:subscription_id>/", views.WebhookPage.as_view(), name="webhook"),
    path(CLUB, views.ClubWebhooksPage.as_view(), name="club_webhooks"),
    path(CLUB + "<int:subscription_id>/", views.ClubWebhookPage.as_view(), name="club_webhook"),
]
