from django.urls import path

from printing.prints import door_slips, settings_views, views

urlpatterns = [
    path("organizers/<slug:organizer_slug>/paper/", settings_views.OrganizerPaperPage.as_view(), name="organizer_paper"),
    path("organizers/<slug:organizer_slug>/paper/logo/", settings_views.OrganizerLogo.as_view(), name="organizer_logo"),
    path("desk/<slug:slug>/check-in/<int:number>/slip.pdf", door_slips.DoorSlipPaper.as_view(), name="door_slip"),
    path("desk/<slug:slug>/print/", views.PrintPage.as_view(), name="print"),
    path("desk/<slug:slug>/print/sheets/", views.PrintSheets.as_view(), name="print_sheets"),
    path("desk/<slug:slug>/print/now/", views.PrintNow.as_view(), name="print_now"),
    path("desk/<slug:slug>/print/settings/", settings_views.PaperSettings.as_view(), name="paper_settings"),
    path("desk/<slug:slug>/print/logo/", settings_views.Logo.as_view(), name="paper_logo"),
    path("desk/<slug:slug>/print/sets/", views.OrderSet.as_view(), name="print_set"),
    path("desk/<slug:slug>/print/sets/<uuid:job_id>.pdf", views.SetSheets.as_view(), name="set_sheets"),
    path("desk/<slug:slug>/print/preview.pdf", views.PreviewSheets.as_view(), name="preview_sheets"),
    path("desk/<slug:slug>/print/<slug:key>.pdf", views.PrintPaper.as_view(), name="print_paper"),
    path("desk/<slug:slug>/print/<slug:key>.csv", views.ListFile.as_view(), {"kind": "csv"}, name="list_csv"),
    path("desk/<slug:slug>/print/<slug:key>.xlsx", views.ListFile.as_view(), {"kind": "xlsx"}, name="list_xlsx"),
]
