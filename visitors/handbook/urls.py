from django.urls import path

from visitors.handbook import views

urlpatterns = [
    path("handbook/", views.HandbookIndex.as_view(), name="handbook_index"),
    path("handbook/<slug:game_key>/", views.HandbookPage.as_view(), name="handbook"),
    path("tournaments/<slug:slug>/rules/", views.RegulationPage.as_view(), name="public_rules"),
]
