from django.urls import path

from scoring.standings_pages import views

urlpatterns = [
    path("desk/<slug:slug>/standings/", views.DeskStandings.as_view(), name="desk_standings"),
    path("tournaments/<slug:slug>/standings/", views.PublicStandings.as_view(), name="public_standings"),
]
