from django.urls import path

from tournaments.public import handbook, views

urlpatterns = [
    path("handbook/<slug:game_key>/", handbook.HandbookPage.as_view(), name="handbook"),
    path("tournaments/<slug:slug>/", views.PublicTournamentPage.as_view(), name="public"),
]
