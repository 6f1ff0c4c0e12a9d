from django.urls import path

from desk.match_page import action_views, checking_views, conflict_views, views
from rules import Penalty
from tournaments.permissions import Right, penalizer

MATCH = "desk/<slug:slug>/matches/<str:code>/"

urlpatterns = [
    path(MATCH, views.MatchPage.as_view(), name="match"),
    path(MATCH + "hands/", views.EnterEvent.as_view(fixed_kind="hand"), name="enter_hand"),
    path(MATCH + "events/", views.EnterEvent.as_view(), name="enter_event"),
    path(
        MATCH + "penalty/", views.EnterEvent.as_view(fixed_kind=Penalty.kind, right=Right.PENALIZE, policy=penalizer), name="enter_penalty"
    ),
    path(MATCH + "given/", action_views.GiveMatch.as_view(), name="give_match"),
    path(MATCH + "correct/<int:seq>/", action_views.Correct.as_view(), name="correct"),
    path(MATCH + "cancel/<int:seq>/", action_views.CancelLine.as_view(), name="cancel_line"),
    path(MATCH + "undo/", action_views.Undo.as_view(), name="undo"),
    path(MATCH + "confirm/", action_views.Confirm.as_view(), name="confirm"),
    path(MATCH + "dispute/", action_views.Dispute.as_view(), name="dispute"),
    path(MATCH + "void/", action_views.VoidMatch.as_view(), name="void_match"),
    path(MATCH + "withdraw/", action_views.Withdraw.as_view(), name="withdraw"),
    path(MATCH + "reopen/", action_views.Reopen.as_view(), name="reopen"),
    path(MATCH + "conflict/<int:draft>/", conflict_views.ConflictPage.as_view(), name="conflict"),
    path(MATCH + "check/", checking_views.SheetCheckPage.as_view(), name="check"),
]
