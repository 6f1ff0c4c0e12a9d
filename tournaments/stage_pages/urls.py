from django.urls import path

from tournaments.stage_pages import views

DESK = "desk/<slug:slug>/"

urlpatterns = [
    path(DESK + "stages/new/", views.CreateStage.as_view(), name="stage_create"),
    path(DESK + "stages/<int:stage_number>/", views.StagePage.as_view(), name="stage"),
    path(DESK + "stages/<int:stage_number>/edit/", views.EditStage.as_view(), name="stage_edit"),
    path(DESK + "stages/<int:stage_number>/move/", views.MoveStage.as_view(), name="stage_move"),
]
