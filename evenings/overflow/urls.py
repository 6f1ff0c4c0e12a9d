from django.urls import path

from evenings.overflow import views

DESK = "desk/<slug:slug>/overflow/"

urlpatterns = [
    path(DESK, views.OverflowPage.as_view(), name="overflow"),
    path(DESK + "everybody/", views.LetEverybodyIn.as_view(), name="overflow_everybody"),
    path(DESK + "second/", views.OpenSecond.as_view(), name="overflow_second"),
]
