from django.urls import path

from visitors.front_page import views

urlpatterns = [
    path("tournaments/<slug:slug>/", views.PublicTournamentPage.as_view(), name="public"),
]
