from django.urls import path

from tournaments.check_in import views

DESK = "desk/<slug:slug>/"

urlpatterns = [
    path(DESK + "check-in/", views.CheckInPage.as_view(), name="check_in"),
    path(DESK + "check-in/all/", views.CheckInAll.as_view(), name="check_in_all"),
    path(DESK + "check-in/tables/", views.DoorTablesSwitch.as_view(), name="door_tables"),
    path(DESK + "check-in/<int:number>/", views.CheckInEntry.as_view(), name="check_in_one"),
]
