from django.urls import path

from tournaments.public import handbook, views

urlpatterns = [
    path("handbook/", handbook.HandbookIndex.as_view(), name="handbook_index"),
    path("tournaments/<slug:slug>/rules/", handbook.RegulationPage.as_view(), name="public_rules"),
    path("handbook/<slug:game_key>/", handbook.HandbookPage.as_view(), name="handbook"),
    path("tournaments/<slug:slug>/", views.PublicTournamentPage.as_view(), name="public"),
]
