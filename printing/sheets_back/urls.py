from django.urls import path

from printing.sheets_back import views

urlpatterns = [
    path("desk/<slug:slug>/sheets/", views.SheetsBack.as_view(), name="sheets"),
    path("desk/<slug:slug>/sheets/<str:code>/", views.SheetBack.as_view(), name="sheet"),
]
