from django.urls import path

from desk.hall_pages import place_views, views

PLACE = "desk/<slug:slug>/matches/<str:code>/place/"

urlpatterns = [
    path("desk/<slug:slug>/forecast/", views.ForecastPage.as_view(), name="forecast"),
    path("desk/<slug:slug>/at-place/", place_views.PlaceDeskPage.as_view(), name="place_desk"),
    path("desk/<slug:slug>/hall/seat/", views.SeatWaiting.as_view(), name="seat_waiting"),
    path("desk/<slug:slug>/hall/close/", views.CloseTables.as_view(), name="close_tables"),
    path("desk/<slug:slug>/stages/<int:stage_number>/rounds/<int:round_number>/start/", views.StartRound.as_view(), name="start_round"),
    path(PLACE, views.MatchPlace.as_view(), name="place"),
    path(PLACE + "move/", views.MoveMatch.as_view(), name="move_match"),
    path(PLACE + "time/", views.NotBefore.as_view(), name="not_before"),
    path(PLACE + "exchange/", views.ExchangeTables.as_view(), name="exchange_tables"),
    path(PLACE + "turn/", views.TurnSides.as_view(), name="turn_sides"),
    path(PLACE + "entries/", views.ExchangeEntries.as_view(), name="exchange_entries"),
]
