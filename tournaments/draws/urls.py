from django.urls import path

from tournaments.draws import certificate_views, views

DESK = "desk/<slug:slug>/"
ROUND = DESK + "stages/<int:stage_number>/rounds/<int:round_number>/"
DRAW = "tournaments/<slug:slug>/draws/<int:stage_number>/<int:round_number>/"

urlpatterns = [
    path(DESK + "draws/", certificate_views.DrawsPage.as_view(), name="draws"),
    path(DESK + "stages/<int:stage_number>/announce/", views.AnnounceDraw.as_view(), name="announce"),
    path(ROUND + "draft/", views.DraftPage.as_view(), name="draft"),
    path(ROUND + "discard/", views.DiscardDraft.as_view(), name="discard"),
    path(ROUND + "redraw/", views.RedrawRound.as_view(), name="redraw"),
    path(ROUND + "call/", views.AnswerCall.as_view(), name="answer_call"),
    path(ROUND + "change/", views.ChangeDraft.as_view(), name="change"),
    path(ROUND + "why/", certificate_views.DeskCertificate.as_view(), name="certificate"),
    path(ROUND + "draw.json", certificate_views.DeskDrawFile.as_view(), {"kind": "json"}, name="draw_file"),
    path(ROUND + "draw.trf", certificate_views.DeskDrawFile.as_view(), {"kind": "trf"}, name="draw_trf"),
    path(DRAW, certificate_views.PublicDraw.as_view(), name="public_draw"),
    path(DRAW + "draw.json", certificate_views.PublicDrawFile.as_view(), {"kind": "json"}, name="public_draw_file"),
    path(DRAW + "draw.trf", certificate_views.PublicDrawFile.as_view(), {"kind": "trf"}, name="public_draw_trf"),
]
