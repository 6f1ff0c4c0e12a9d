from django.urls import path

from desk.overview import home, views

DESK = "desk/<slug:slug>/"

urlpatterns = [
    path("", home.HomePage.as_view(), name="home"),
    path("desk/", home.DeskRoot.as_view(), name="desk_root"),
    path("desk/new/", views.ChoosePreset.as_view(), name="create"),
    path("desk/new/like/<slug:slug>/", views.RepeatRules.as_view(), name="create_like"),
    path("desk/new/<slug:game_key>/<slug:preset_key>/", views.CreateTournament.as_view(), name="create_form"),
    path(DESK, views.DeskOverview.as_view(), name="desk"),
    path(DESK + "settings/", views.SettingsPage.as_view(), name="settings"),
    path(DESK + "archive/", views.ArchiveTournament.as_view(), name="archive"),
]
