from django.urls import path

from records.season_charts import views

urlpatterns = [
    path("seasons/<slug:season_slug>/pictures/", views.SeasonPictures.as_view(), name="season_pictures"),
    path("seasons/<slug:season_slug>/pictures.pdf", views.SeasonPicturesPaper.as_view(), name="season_pictures_paper"),
]
