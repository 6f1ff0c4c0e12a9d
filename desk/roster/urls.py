from django.urls import path

from desk.roster import views

urlpatterns = [
    path("desk/<slug:slug>/rehearsal/", views.StartRehearsal.as_view(), name="rehearsal"),
    path("desk/<slug:slug>/remove/", views.RemoveTournament.as_view(), name="remove_tournament"),
    path("desk/<slug:slug>/rehearsal/round/", views.RehearseRound.as_view(), name="rehearse_round"),
    path("desk/<slug:slug>/rehearsal/away/", views.HideRehearsal.as_view(), name="rehearsal_away"),
    path("desk/<slug:slug>/entries/<int:number>/join/<int:stage_number>/", views.JoinStage.as_view(), name="join_stage"),
    path("desk/<slug:slug>/entries/<int:number>/again/", views.EnterAgain.as_view(), name="enter_again"),
    path("desk/<slug:slug>/entries/<int:number>/annul/<int:stage_number>/", views.AnnulResults.as_view(), name="annul_results"),
    path("desk/<slug:slug>/entries/<int:number>/leave/", views.LeaveTable.as_view(), name="leave_table"),
    path("desk/<slug:slug>/entries/phantom/", views.AddPhantom.as_view(), name="phantom_add"),
    path("desk/<slug:slug>/entries/<int:number>/phantom/", views.SeatPhantom.as_view(), name="phantom_seat"),
    path("desk/<slug:slug>/entries/<int:number>/phantom/away/", views.DismissPhantom.as_view(), name="phantom_dismiss"),
    path("desk/<slug:slug>/entries/<int:number>/substitute/", views.SubstitutePlayer.as_view(), name="substitute"),
]
