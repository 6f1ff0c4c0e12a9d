from django.urls import path

from tournaments.halls import views

DESK = "desk/<slug:slug>/"

urlpatterns = [
    path(DESK + "tables/", views.HallTablesPage.as_view(), name="tables"),
]
