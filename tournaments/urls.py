from django.urls import URLPattern, URLResolver, include, path

from .views import drafts, entries, halls, handbook, home, imports, public, stages, tournaments

app_name = "tournaments"

round_patterns: list[URLPattern] = [
    path("draft/", drafts.DraftPage.as_view(), name="draft"),
    path("publish/", drafts.PublishRound.as_view(), name="publish"),
    path("discard/", drafts.DiscardDraft.as_view(), name="discard"),
    path("redraw/", drafts.RedrawRound.as_view(), name="redraw"),
    path("change/", drafts.ChangeDraft.as_view(), name="change"),
]

desk_patterns: list[URLPattern | URLResolver] = [
    path("", tournaments.DeskOverview.as_view(), name="desk"),
    path("settings/", tournaments.Settings.as_view(), name="settings"),
    path("staff/", tournaments.Staff.as_view(), name="staff"),
    path("staff/<int:user_id>/remove/", tournaments.RemoveStaff.as_view(), name="staff_remove"),
    path("entries/", entries.Entries.as_view(), name="entries"),
    path("entries/add/", entries.AddEntry.as_view(), name="entry_add"),
    path("entries/export.csv", entries.ExportEntries.as_view(), name="entries_export"),
    path("entries/import/", imports.ImportList.as_view(), name="import"),
    path("entries/import/preview/", imports.PreviewList.as_view(), name="import_preview"),
    path("entries/import/confirm/", imports.ConfirmList.as_view(), name="import_confirm"),
    path("entries/<int:number>/", entries.EditEntry.as_view(), name="entry_edit"),
    path("entries/<int:number>/withdraw/", entries.WithdrawEntry.as_view(), name="entry_withdraw"),
    path("entries/<int:number>/readmit/", entries.ReadmitEntry.as_view(), name="entry_readmit"),
    path("stages/new/", stages.CreateStage.as_view(), name="stage_create"),
    path("stages/<int:stage_number>/", stages.StagePage.as_view(), name="stage"),
    path("stages/<int:stage_number>/remove/", stages.RemoveStage.as_view(), name="stage_remove"),
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
    path("tournaments/<slug:slug>/draws/<int:stage_number>/<int:round_number>/", public.PublicDraw.as_view(), name="public_draw"),
]
