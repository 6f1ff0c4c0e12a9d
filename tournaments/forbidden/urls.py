from django.urls import path

from tournaments.forbidden import views

DESK = "desk/<slug:slug>/"

urlpatterns = [
    path(DESK + "apart/", views.ForbiddenPairsPage.as_view(), name="apart"),
    path(DESK + "apart/<int:pair_id>/allow/", views.AllowPair.as_view(), name="apart_allow"),
]
