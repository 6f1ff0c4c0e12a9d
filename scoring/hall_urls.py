"""Addresses of what happens in the hall while a round is being played: tables, times, seats, and who joins or is replaced."""

from django.urls import path

from scoring.views import halls, people

PLACE = "desk/<slug:slug>/matches/<str:code>/place/"

urlpatterns = [
    path("desk/<slug:slug>/forecast/", halls.ForecastPage.as_view(), name="forecast"),
    path("desk/<slug:slug>/hall/seat/", halls.SeatWaiting.as_view(), name="seat_waiting"),
    path("desk/<slug:slug>/hall/close/", halls.CloseTables.as_view(), name="close_tables"),
    path("desk/<slug:slug>/stages/<int:stage_number>/rounds/<int:round_number>/start/", halls.StartRound.as_view(), name="start_round"),
    path(PLACE, halls.MatchPlace.as_view(), name="place"),
    path(PLACE + "move/", halls.MoveMatch.as_view(), name="move_match"),
    path(PLACE + "time/", halls.NotBefore.as_view(), name="not_before"),
    path(PLACE + "exchange/", halls.ExchangeTables.as_view(), name="exchange_tables"),
    path(PLACE + "turn/", halls.TurnSides.as_view(), name="turn_sides"),
    path(PLACE + "entries/", halls.ExchangeEntries.as_view(), name="exchange_entries"),
    path("desk/<slug:slug>/rehearsal/", people.StartRehearsal.as_view(), name="rehearsal"),
    path("desk/<slug:slug>/rehearsal/round/", people.RehearseRound.as_view(), name="rehearse_round"),
    path("desk/<slug:slug>/rehearsal/away/", people.PutRehearsalAway.as_view(), name="rehearsal_away"),
    path("desk/<slug:slug>/entries/<int:number>/join/<int:stage_number>/", people.JoinStage.as_view(), name="join_stage"),
    path("desk/<slug:slug>/entries/<int:number>/annul/<int:stage_number>/", people.AnnulResults.as_view(), name="annul_results"),
    path("desk/<slug:slug>/entries/<int:number>/substitute/", people.Substitute.as_view(), name="substitute"),
]
