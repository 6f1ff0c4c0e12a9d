from django.urls import path

from evenings.embedding import views

PREFIX = "embed/tournaments/<slug:slug>/"

urlpatterns = [
    path(PREFIX + "standings/", views.EmbeddedStandings.as_view(), name="embedded_standings"),
    path(PREFIX + "bracket/", views.EmbeddedBracket.as_view(), name="embedded_bracket"),
    path(PREFIX + "pairings/", views.EmbeddedPairings.as_view(), name="embedded_pairings"),
    path(PREFIX + "enrolment/", views.EmbeddedEnrolment.as_view(), name="embedded_enrolment"),
]
