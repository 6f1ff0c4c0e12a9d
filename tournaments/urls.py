from django.urls import URLPattern, URLResolver, include, path

from .views import certificates, check_in, drafts, entries, forbidden, halls, handbook, home, imports, public, stages, tournaments

app_name = "tournaments"
DRAW = "tournaments/<slug:slug>/draws/<int:stage_number>/<int:round_number>/"

round_patterns: list[URLPattern] = [
    path("draft/", drafts.DraftPage.as_view(), name="draft"),
    path("discard/", drafts.DiscardDraft.as_view(), name="discard"),
    path("redraw/", drafts.RedrawRound.as_view(), name="redraw"),
    path("call/", drafts.AnswerCall.as_view(), name="answer_call"),
    path("change/", drafts.ChangeDraft.as_view(), name="change"),
    path("why/", certificates.DeskCertificate.as_view(), name="certificate"),
    path("draw.json", certificates.DeskDrawFile.as_view(), {"kind": "json"}, name="draw_file"),
    path("draw.trf", certificates.DeskDrawFile.as_view(), {"kind": "trf"}, name="draw_trf"),
]

desk_patterns: list[URLPattern | URLResolver] = [
    path("", tournaments.DeskOverview.as_view(), name="desk"),
    path("settings/", tournaments.Settings.as_view(), name="settings"),
    path("staff/", tournaments.Staff.as_view(), name="staff"),
    path("staff/<int:user_id>/remove/", tournaments.RemoveStaff.as_view(), name="staff_remove"),
    path("entries/", entries.Entries.as_view(), name="entries"),
    path("entries/add/", entries.AddEntry.as_view(), name="entry_add"),
    path("entries/import/", imports.ImportList.as_view(), name="import"),
    path("entries/import/preview/", imports.PreviewList.as_view(), name="import_preview"),
    path("entries/import/confirm/", imports.ConfirmList.as_view(), name="import_confirm"),
    path("check-in/", check_in.CheckIn.as_view(), name="check_in"),
    path("check-in/all/", check_in.CheckInAll.as_view(), name="check_in_all"),
    path("check-in/<int:number>/", check_in.CheckInOne.as_view(), name="check_in_one"),
    path("draws/", certificates.Draws.as_view(), name="draws"),
    path("apart/", forbidden.Apart.as_view(), name="apart"),
    path("apart/<int:pair_id>/allow/", forbidden.AllowPair.as_view(), name="apart_allow"),
    path("entries/<int:number>/", entries.EditEntry.as_view(), name="entry_edit"),
    path("entries/<int:number>/withdraw/", entries.WithdrawEntry.as_view(), name="entry_withdraw"),
    path("entries/<int:number>/readmit/", entries.ReadmitEntry.as_view(), name="entry_readmit"),
    path("stages/new/", stages.CreateStage.as_view(), name="stage_create"),
    path("stages/<int:stage_number>/", stages.StagePage.as_view(), name="stage"),
    path("stages/<int:stage_number>/edit/", stages.EditStage.as_view(), name="stage_edit"),
    path("stages/<int:stage_number>/move/", stages.MoveStage.as_view(), name="stage_move"),
    path("stages/<int:stage_number>/remove/", stages.RemoveStage.as_view(), name="stage_remove"),
    path("stages/<int:stage_number>/announce/", drafts.AnnounceDraw.as_view(), name="announce"),
    path("stages/<int:stage_number>/first-draw/", drafts.DrawFirst.as_view(), name="draw_first"),
    path("stages/<int:stage_number>/rounds/<int:round_number>/", include(round_patterns)),
    path("tables/", halls.Tables.as_view(), name="tables"),
]

urlpatterns = [
    path("", home.Home.as_view(), name="home"),
    path("desk/new/", tournaments.ChoosePreset.as_view(), name="create"),
    path("desk/new/<slug:game_key>/<slug:preset_key>/", tournaments.CreateTournament.as_view(), name="create_form"),
    path("desk/<slug:slug>/", include(desk_patterns)),
    path("handbook/<slug:game_key>/", handbook.HandbookPage.as_view(), name="handbook"),
    path("tournaments/<slug:slug>/", public.PublicPage.as_view(), name="public"),
    path(DRAW, certificates.PublicDraw.as_view(), name="public_draw"),
    path(DRAW + "draw.json", certificates.PublicDrawFile.as_view(), {"kind": "json"}, name="public_draw_file"),
    path(DRAW + "draw.trf", certificates.PublicDrawFile.as_view(), {"kind": "trf"}, name="public_draw_trf"),
]
