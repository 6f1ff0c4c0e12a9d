from django.urls import path

from tournaments.entries import surnames, views

DESK = "desk/<slug:slug>/"

urlpatterns = [
    path(DESK + "entries/", views.EntriesPage.as_view(), name="entries"),
    path(DESK + "entries/add/", views.AddEntry.as_view(), name="entry_add"),
    path(DESK + "entries/surnames/", surnames.SurnamesPage.as_view(), name="surnames"),
    path(DESK + "entries/<int:number>/", views.EditEntry.as_view(), name="entry_edit"),
    path(DESK + "entries/<int:number>/withdraw/", views.WithdrawEntry.as_view(), name="entry_withdraw"),
    path(DESK + "entries/<int:number>/readmit/", views.ReadmitEntry.as_view(), name="entry_readmit"),
]
