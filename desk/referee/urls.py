from django.urls import path

from desk.referee import views

MATCH = "desk/<slug:slug>/matches/<str:code>/"

urlpatterns = [
    path(MATCH + "referee/", views.MatchHand.as_view(), name="referee"),
    path(MATCH + "possible/", views.PossibleHand.as_view(), name="possible_hand"),
    path(MATCH + "referee/save/", views.SaveHand.as_view(), name="referee_save"),
    path("referee/", views.RefereeGames.as_view(), name="referee_games"),
    path("referee/<slug:game>/", views.RefereeTool.as_view(), name="referee_tool"),
]
