from django.urls import path

from scoring import table_urls
from scoring.views import checking, entry, prints, public, referee, rounds, safety, schemes, sheets, standings

app_name = "scoring"

MATCH = "desk/<slug:slug>/matches/<str:code>/"

urlpatterns = [
    path("desk/new/from-file/", safety.ImportFile.as_view(), name="import_file"),
    path("desk/<slug:slug>/safety/", safety.SafetyPage.as_view(), name="safety"),
    path("desk/<slug:slug>/safety/backup/", safety.MakeBackup.as_view(), name="safety_backup"),
    path("desk/<slug:slug>/safety/check/", safety.StartCheck.as_view(), name="safety_check"),
    path("desk/<slug:slug>/safety/file/", safety.ExportFile.as_view(), name="safety_file"),
    path("desk/<slug:slug>/safety/erase/", safety.ErasePerson.as_view(), name="safety_erase"),
    path("desk/<slug:slug>/safety/restore/<str:name>/", safety.RestoreBackup.as_view(), name="safety_restore"),
    path("desk/<slug:slug>/print/", prints.PrintPage.as_view(), name="print"),
    path("desk/<slug:slug>/print/sheets/", prints.PrintSheets.as_view(), name="print_sheets"),
    path("desk/<slug:slug>/print/settings/", prints.PaperSettings.as_view(), name="paper_settings"),
    path("desk/<slug:slug>/print/logo/", prints.Logo.as_view(), name="paper_logo"),
    path("desk/<slug:slug>/print/sets/", prints.OrderSet.as_view(), name="print_set"),
    path("desk/<slug:slug>/print/sets/<uuid:job_id>.pdf", prints.SetSheets.as_view(), name="set_sheets"),
    path("desk/<slug:slug>/print/<slug:key>.pdf", prints.PrintPaper.as_view(), name="print_paper"),
    path("desk/<slug:slug>/sheets/", sheets.SheetsBack.as_view(), name="sheets"),
    path("desk/<slug:slug>/sheets/<str:code>/", sheets.SheetBack.as_view(), name="sheet"),
    path("desk/<slug:slug>/results/", rounds.Results.as_view(), name="results"),
    path("desk/<slug:slug>/results/go/", rounds.Go.as_view(), name="go"),
    path(MATCH, entry.MatchPage.as_view(), name="match"),
    path(MATCH + "hands/", entry.EnterHand.as_view(), name="enter_hand"),
    path(MATCH + "events/", entry.EnterEvent.as_view(), name="enter_event"),
    path(MATCH + "given/", entry.GiveMatch.as_view(), name="give_match"),
    path(MATCH + "correct/<int:seq>/", entry.Correct.as_view(), name="correct"),
    path(MATCH + "cancel/<int:seq>/", entry.CancelLine.as_view(), name="cancel_line"),
    path(MATCH + "undo/", entry.Undo.as_view(), name="undo"),
    path(MATCH + "confirm/", entry.Confirm.as_view(), name="confirm"),
    path(MATCH + "dispute/", entry.Dispute.as_view(), name="dispute"),
    path(MATCH + "void/", entry.VoidMatch.as_view(), name="void_match"),
    path(MATCH + "reopen/", entry.Reopen.as_view(), name="reopen"),
    path(MATCH + "referee/", referee.MatchHand.as_view(), name="referee"),
    path(MATCH + "referee/save/", referee.SaveHand.as_view(), name="referee_save"),
    path("referee/", referee.RefereeGames.as_view(), name="referee_games"),
    path("referee/<slug:game>/", referee.RefereeTool.as_view(), name="referee_tool"),
    path(MATCH + "check/", checking.Check.as_view(), name="check"),
    path("desk/<slug:slug>/stages/<int:stage_number>/draw/", rounds.DrawNext.as_view(), name="draw"),
    path("desk/<slug:slug>/stages/<int:stage_number>/rounds/<int:round_number>/close/", rounds.CloseRound.as_view(), name="close_round"),
    path("desk/<slug:slug>/stages/<int:stage_number>/scheme/", schemes.SchemePage.as_view(), name="scheme"),
    path("desk/<slug:slug>/stages/<int:stage_number>/decide/", schemes.Decide.as_view(), name="decide"),
    path("desk/<slug:slug>/standings/", standings.DeskStandings.as_view(), name="desk_standings"),
    path("tournaments/<slug:slug>/standings/", standings.PublicStandings.as_view(), name="public_standings"),
    path("tournaments/<slug:slug>/bracket/", public.PublicBracket.as_view(), name="public_bracket"),
    path("tournaments/<slug:slug>/pools/", public.PublicPools.as_view(), name="public_pools"),
    path("tournaments/<slug:slug>/results/", public.PublicResults.as_view(), name="public_results"),
    path("tournaments/<slug:slug>/matches/<str:code>/", public.PublicMatch.as_view(), name="public_match"),
    path("tournaments/<slug:slug>/ledger.jsonl", public.LedgerFile.as_view(), name="ledger_file"),
    *table_urls.urlpatterns,
    path("s/<str:code>", public.ShortCode.as_view(), name="short_code"),
]
