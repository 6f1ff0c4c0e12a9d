from django.urls import path

from evenings.singles import views

DESK = "desk/<slug:slug>/singles/"

urlpatterns = [
    path(DESK, views.SinglesPage.as_view(), name="singles"),
    path(DESK + "pair/", views.PairUp.as_view(), name="singles_pair"),
    path(DESK + "part/<int:number>/", views.PartPair.as_view(), name="singles_part"),
    path("tournaments/<slug:slug>/lots/", views.LotsPage.as_view(), name="lots"),
]
