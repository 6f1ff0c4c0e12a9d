from django.urls import path

from public.front_page import views

urlpatterns = [
    path("tournaments/<slug:slug>/", views.PublicTournamentPage.as_view(), name="public"),
]
