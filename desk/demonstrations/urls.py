from django.urls import path

from desk.demonstrations import views

urlpatterns = [
    path("demonstrations/", views.DemonstrationsPage.as_view(), name="demonstrations"),
    path("seasons/<slug:season_slug>/desk/remove/", views.RemoveDemonstrationSeason.as_view(), name="season_remove"),
]
