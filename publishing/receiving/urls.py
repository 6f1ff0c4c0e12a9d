from django.urls import path

from publishing.receiving import bridge_views, views

DESKS = "organizers/<slug:organizer_slug>/desks/"

urlpatterns = [
    path("bridge/pair/", bridge_views.PairDesk.as_view(), name="pair"),
    path("bridge/<uuid:desk_id>/pieces/", bridge_views.ReceivePiece.as_view(), name="pieces"),
    path("bridge/<uuid:desk_id>/enrolments/", bridge_views.AnswerEnrolments.as_view(), name="bridge_enrolments"),
    path("bridge/<uuid:desk_id>/evenings/", bridge_views.TellEvenings.as_view(), name="bridge_evenings"),
    path("bridge/<uuid:desk_id>/state/", bridge_views.TellState.as_view(), name="state"),
    path(DESKS, views.DesksPage.as_view(), name="desks"),
    path(DESKS + "code/", views.MakeCode.as_view(), name="make_code"),
    path(DESKS + "<uuid:desk_id>/revoke/", views.RevokeDesk.as_view(), name="revoke_desk"),
    path(DESKS + "tournaments/<int:received_id>/choose/", views.ChooseDesk.as_view(), name="choose_desk"),
    path(DESKS + "tournaments/<int:received_id>/remove/", views.RemoveShown.as_view(), name="remove_shown"),
]
