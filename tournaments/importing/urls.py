from django.urls import path

from tournaments.importing import views

DESK = "desk/<slug:slug>/"

urlpatterns = [
    path(DESK + "entries/import/", views.ImportList.as_view(), name="import"),
    path(DESK + "entries/import/preview/", views.PreviewList.as_view(), name="import_preview"),
    path(DESK + "entries/import/confirm/", views.ConfirmList.as_view(), name="import_confirm"),
]
