from django.urls import path

from desk.treasury import views

DESK = "desk/<slug:slug>/cash/"

urlpatterns = [
    path(DESK, views.CashPage.as_view(), name="cash"),
    path(DESK + "take/", views.TakeIn.as_view(), name="cash_take"),
    path(DESK + "pay/", views.PayOut.as_view(), name="cash_pay"),
    path(DESK + "cancel/<int:number>/", views.CancelCashLine.as_view(), name="cash_cancel"),
    path(DESK + "fees/", views.FeePlanPage.as_view(), name="cash_fees"),
    path(DESK + "prizes/", views.UsePotPrizes.as_view(), name="cash_prizes"),
]
