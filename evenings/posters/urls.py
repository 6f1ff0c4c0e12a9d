from django.urls import path

from evenings.posters import views

urlpatterns = [
    path("desk/<slug:slug>/poster/", views.PosterPage.as_view(), name="poster"),
    path("desk/<slug:slug>/poster/look/", views.ChooseLook.as_view(), name="poster_look"),
    path("desk/<slug:slug>/poster/<str:look>/<str:file>", views.PosterFile.as_view(), name="poster_file"),
    path("tournaments/<slug:slug>/pictures/", views.PicturesPage.as_view(), name="pictures"),
    path("tournaments/<slug:slug>/picture/<str:picture>.png", views.EveningPicture.as_view(), name="picture"),
    path("tournaments/<slug:slug>/picture/match/<str:code>-<str:shape>.png", views.MatchResultPicture.as_view(), name="match_picture"),
]
