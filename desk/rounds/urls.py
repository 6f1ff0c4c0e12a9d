from django.urls import path

from desk.rounds import views

urlpatterns = [
    path("desk/<slug:slug>/stages/<int:stage_number>/draw/", views.DrawRound.as_view(), name="draw"),
    path("desk/<slug:slug>/stages/<int:stage_number>/first-draw/", views.DrawRound.as_view(), name="draw_first"),
    path("desk/<slug:slug>/stages/<int:stage_number>/rounds/<int:round_number>/publish/", views.PublishRound.as_view(), name="publish"),
    path("desk/<slug:slug>/stages/<int:stage_number>/publish-all/", views.PublishAllRounds.as_view(), name="publish_all"),
    path("desk/<slug:slug>/stages/<int:stage_number>/begin/", views.BeginReady.as_view(), name="begin_ready"),
    path("desk/<slug:slug>/stages/<int:stage_number>/rounds/<int:round_number>/close/", views.CloseRound.as_view(), name="close_round"),
    path(
        "desk/<slug:slug>/stages/<int:stage_number>/rounds/<int:round_number>/redraw-from-results/",
        views.RedrawFromResults.as_view(),
        name="redraw_from_results",
    ),
]
