from django.urls import path

from evenings.announcement import views

urlpatterns = [
    path("desk/<slug:slug>/announcement/", views.AnnouncementPage.as_view(), name="announcement"),
    path("desk/<slug:slug>/announcement/cancel/", views.CancelEvening.as_view(), name="cancel_evening"),
]
