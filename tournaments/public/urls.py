from django.urls import path

from tournaments.public import views

urlpatterns = [
    path("tournaments/<slug:slug>/", views.PublicTournamentPage.as_view(), name="public"),
]
