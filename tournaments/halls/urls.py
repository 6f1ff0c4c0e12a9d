from django.urls import path

from tournaments.halls import views

DESK = "desk/<slug:slug>/"

urlpatterns = [
    path(DESK + "tables/", views.Tables.as_view(), name="tables"),
]
