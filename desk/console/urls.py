from django.urls import path

from desk.console import sheet_views, views

urlpatterns = [
    path("desk/<slug:slug>/results/", views.ConsolePage.as_view(), name="results"),
    path("desk/<slug:slug>/results/go/", views.GoToMatch.as_view(), name="go"),
    path("desk/<slug:slug>/results/command/", views.RunCommand.as_view(), name="command"),
    path("desk/<slug:slug>/results/sheet/<str:code>/", sheet_views.WhichSheet.as_view(), name="which_sheet"),
    path("desk/<slug:slug>/results/entering/", views.ChooseEntering.as_view(), name="entering"),
    path(
        "desk/<slug:slug>/stages/<int:stage_number>/rounds/<int:round_number>/advance/",
        views.AdvanceRound.as_view(),
        name="advance",
    ),
]
