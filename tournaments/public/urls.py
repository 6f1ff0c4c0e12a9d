from django.urls import path

from tournaments.public import handbook, views

urlpatterns = [
    path("handbook/<slug:game_key>/", handbook.HandbookPage.as_view(), name="handbook"),
    path("tournaments/<slug:slug>/", views.PublicPage.as_view(), name="public"),
]
