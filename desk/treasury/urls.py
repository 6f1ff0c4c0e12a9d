from django.urls import path

from desk.treasury import closing_views, member_views, prize_views, receipt_views, season_balance, views

DESK = "desk/<slug:slug>/cash/"
SEASON = "seasons/<slug:season_slug>/desk/"
MEMBERS = "desk/<slug:slug>/members/"
RECEIPTS = "desk/<slug:slug>/receipts/"
PRIZES = "desk/<slug:slug>/prizes/"

urlpatterns = [
    path(DESK, views.CashPage.as_view(), name="cash"),
    path(DESK + "take/", views.TakeIn.as_view(), name="cash_take"),
    path(DESK + "pay/", views.PayOut.as_view(), name="cash_pay"),
    path(DESK + "cancel/<int:number>/", views.CancelCashLine.as_view(), name="cash_cancel"),
    path(DESK + "fees/", views.FeePlanPage.as_view(), name="cash_fees"),
    path(DESK + "prizes/", views.UsePotPrizes.as_view(), name="cash_prizes"),
    path("desk/<slug:slug>/closing/", closing_views.ClosingPage.as_view(), name="closing"),
    path("desk/<slug:slug>/closing/print/", closing_views.PrintEvening.as_view(), name="closing_print"),
    path(SEASON + "cash.pdf", season_balance.SeasonBalancePaper.as_view(), name="season_cash_paper"),
    path(SEASON + "cash.csv", season_balance.SeasonBalanceFile.as_view(), {"kind": "csv"}, name="season_cash_csv"),
    path(SEASON + "cash.xlsx", season_balance.SeasonBalanceFile.as_view(), {"kind": "xlsx"}, name="season_cash_xlsx"),
    path(MEMBERS, member_views.MembersPage.as_view(), name="members"),
    path(MEMBERS + "import/", member_views.ImportMembers.as_view(), name="members_import"),
    path(MEMBERS + "card/", member_views.ChangeCard.as_view(), name="member_card"),
    path(MEMBERS + "day/", member_views.MakeDayCard.as_view(), name="day_card"),
    path(RECEIPTS, receipt_views.ReceiptsPage.as_view(), name="receipts"),
    path(RECEIPTS + "print/", receipt_views.PrintReceipts.as_view(), name="receipts_print"),
    path("organizers/<slug:organizer_slug>/receipts/", receipt_views.ReceiptWordsPage.as_view(), name="receipt_words"),
    path(PRIZES, prize_views.PrizePage.as_view(), name="prizes"),
    path(PRIZES + "save/", prize_views.SavePrize.as_view(), name="prize_save"),
    path(PRIZES + "remove/", prize_views.RemovePrize.as_view(), name="prize_remove"),
    path(PRIZES + "give/", prize_views.GivePrize.as_view(), name="prize_give"),
    path(PRIZES + "given/<int:handover_id>/back/", prize_views.TakePrizeBack.as_view(), name="prize_back"),
]
