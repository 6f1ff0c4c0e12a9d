from django.urls import path

from evenings.repeating import views

DESK = "desk/<slug:slug>/"

urlpatterns = [
    path(DESK + "repeat/", views.RepeatPage.as_view(), name="repeat"),
    path(DESK + "series/", views.SeriesPage.as_view(), name="series"),
    path(DESK + "series/cancel/", views.CancelFollowing.as_view(), name="cancel_following"),
]
