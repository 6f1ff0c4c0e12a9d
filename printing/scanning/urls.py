from django.urls import path

from printing.scanning import views

urlpatterns = [
    path("desk/<slug:slug>/scan/", views.ScanPage.as_view(), name="scan"),
    path("desk/<slug:slug>/photographs/<int:photograph_id>.jpg", views.PhotographFile.as_view(), name="photograph"),
    path("desk/<slug:slug>/photographs/<int:photograph_id>/delete/", views.DeletePhotograph.as_view(), name="photograph_delete"),
    path("desk/<slug:slug>/extra-sheets/<str:extra_code>/", views.ExtraSheetPage.as_view(), name="extra_sheet"),
]
