from django.urls import path

from rankings.standings_pages import views

urlpatterns = [
    path("desk/<slug:slug>/standings/", views.DeskStandings.as_view(), name="desk_standings"),
    path("desk/<slug:slug>/standings.trf", views.StandingsTrf.as_view(), name="standings_trf"),
    path("desk/<slug:slug>/final/", views.DeskFinalList.as_view(), name="desk_final"),
    path("tournaments/<slug:slug>/final/", views.PublicFinalList.as_view(), name="public_final"),
    path("tournaments/<slug:slug>/standings/", views.PublicStandings.as_view(), name="public_standings"),
]
