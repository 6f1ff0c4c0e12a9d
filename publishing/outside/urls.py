from django.urls import path

from publishing.outside import views

DESK, TARGET = "desk/<slug:slug>/outside/", "outside/targets/<int:target_id>/"

urlpatterns = [
    path("outside/", views.OverviewPage.as_view(), name="outside"),
    path("outside/site/", views.ConnectSite.as_view(), name="connect_site"),
    path("outside/space/", views.ConnectSpace.as_view(), name="connect_space"),
    path(TARGET, views.ChangeTarget.as_view(), name="target"),
    path(TARGET + "trial/", views.TryTarget.as_view(), name="target_trial"),
    path(TARGET + "end/", views.EndTarget.as_view(), name="target_end"),
    path(DESK, views.TournamentOverview.as_view(), name="tournament_outside"),
    path(DESK + "site/", views.TournamentSite.as_view(), name="tournament_connect_site"),
    path(DESK + "space/", views.TournamentSpace.as_view(), name="tournament_connect_space"),
    path(DESK + "line/", views.ConsoleLine.as_view(), name="line"),
]
