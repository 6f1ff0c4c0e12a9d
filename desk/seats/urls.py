from django.urls import path

from desk.seats import views

HERE = "desk/<slug:slug>/to-decide/"
ROUND = "desk/<slug:slug>/stages/<int:stage_number>/rounds/<int:round_number>/"

urlpatterns = [
    path(HERE, views.ToDecidePage.as_view(), name="to_decide"),
    path(HERE + "stages/<int:stage_number>/rounds/<int:round_number>/follow/", views.LetSeatsFollow.as_view(), name="let_seats_follow"),
    path(HERE + "stages/<int:stage_number>/stand/", views.LetStand.as_view(), name="let_stand"),
    path(HERE + "matches/<str:code>/again/", views.PlayAgain.as_view(), name="play_again"),
    path(HERE + "strays/<int:stray>/settle/", views.SettleStray.as_view(), name="settle_stray"),
    path(ROUND + "unpublish/", views.UnpublishRound.as_view(), name="unpublish"),
]
