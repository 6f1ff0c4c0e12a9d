"""Seasons: the public ranking, and everything that their directors do."""

from django.urls import path

from scoring.views import season_people, seasons

SEASON = "seasons/<slug:season_slug>/"
DESK = SEASON + "desk/"

urlpatterns = [
    path("seasons/new/", seasons.CreateSeason.as_view(), name="season_create"),
    path(SEASON, seasons.PublicSeason.as_view(), name="season"),
    path(DESK, seasons.SeasonDesk.as_view(), name="season_desk"),
    path(DESK + "evenings/<int:evening_id>/remove/", seasons.RemoveEvening.as_view(), name="season_evening_remove"),
    path(DESK + "evenings/<int:evening_id>/final/", seasons.MarkFinal.as_view(), name="season_evening_final"),
    path(DESK + "people/", season_people.WhoIsWho.as_view(), name="season_people"),
    path(DESK + "people/<int:decision_id>/take-back/", season_people.TakeBack.as_view(), name="season_take_back"),
    path(DESK + "settings/", seasons.SeasonSettings.as_view(), name="season_settings"),
    path(DESK + "directors/", seasons.NameDirector.as_view(), name="season_directors"),
    path(DESK + "directors/<int:user_id>/remove/", seasons.DismissDirector.as_view(), name="season_director_remove"),
    path(DESK + "ranking.pdf", seasons.SeasonPaper.as_view(), name="season_paper"),
    path(DESK + "ranking.csv", seasons.SeasonFile.as_view(), {"kind": "csv"}, name="season_csv"),
    path(DESK + "ranking.xlsx", seasons.SeasonFile.as_view(), {"kind": "xlsx"}, name="season_xlsx"),
]
