from django.urls import path

from rankings.seasons import people_views, views

SEASON = "seasons/<slug:season_slug>/"
DESK = SEASON + "desk/"

urlpatterns = [
    path("seasons/new/", views.CreateSeason.as_view(), name="season_create"),
    path(SEASON, views.PublicSeason.as_view(), name="season"),
    path(DESK, views.SeasonDesk.as_view(), name="season_desk"),
    path(DESK + "evenings/<int:evening_id>/remove/", views.RemoveEvening.as_view(), name="season_evening_remove"),
    path(DESK + "evenings/<int:evening_id>/final/", views.MarkFinal.as_view(), name="season_evening_final"),
    path(DESK + "people/", people_views.WhoIsWho.as_view(), name="season_people"),
    path(DESK + "people/<slug:player_id>/", people_views.PlayerPage.as_view(), name="season_player"),
    path(DESK + "people/<int:decision_id>/take-back/", people_views.RevokeDecision.as_view(), name="season_take_back"),
    path(DESK + "settings/", views.SeasonSettings.as_view(), name="season_settings"),
    path(DESK + "directors/", views.NameDirector.as_view(), name="season_directors"),
    path(DESK + "directors/<int:user_id>/remove/", views.DismissDirector.as_view(), name="season_director_remove"),
    path(DESK + "ranking.pdf", views.SeasonPaper.as_view(), name="season_paper"),
    path(DESK + "ranking.csv", views.SeasonFile.as_view(), {"kind": "csv"}, name="season_csv"),
    path(DESK + "ranking.xlsx", views.SeasonFile.as_view(), {"kind": "xlsx"}, name="season_xlsx"),
]
