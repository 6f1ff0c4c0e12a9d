"""Copies, files and erasure."""

from django.urls import path

from backup import import_views, live_copy, rescue_views, views

app_name = "backup"

urlpatterns = [
    path("desk/new/from-file/", import_views.ImportFile.as_view(), name="import_file"),
    path("desk/new/from-file/continue/", import_views.ContinueFile.as_view(), name="continue_file"),
    path("desk/new/bring-back/", rescue_views.RecoverDesk.as_view(), name="bring_back"),
    path("desk/<slug:slug>/safety/dead-laptop/", rescue_views.DeadLaptop.as_view(), name="dead_laptop"),
    path("desk/<slug:slug>/safety/", views.SafetyPage.as_view(), name="safety"),
    path("desk/<slug:slug>/safety/backup/", views.MakeBackup.as_view(), name="safety_backup"),
    path("desk/<slug:slug>/safety/add/", views.AddBackup.as_view(), name="safety_add"),
    path("desk/<slug:slug>/safety/live-copy/", live_copy.ChooseLiveCopy.as_view(), name="live_copy"),
    path("desk/<slug:slug>/safety/check/", views.StartCheck.as_view(), name="safety_check"),
    path("desk/<slug:slug>/safety/file/", views.ExportFile.as_view(), name="safety_file"),
    path("desk/<slug:slug>/safety/hand-over/", views.HandOver.as_view(), name="hand_over"),
    path("desk/<slug:slug>/safety/take-back/", views.TakeBack.as_view(), name="take_back"),
    path("desk/<slug:slug>/safety/lost/", views.DismissLost.as_view(), name="safety_lost"),
    path("desk/<slug:slug>/safety/sticks/<str:key>/forget/", views.ForgetStick.as_view(), name="safety_forget_stick"),
    path("desk/<slug:slug>/safety/erase/", views.ErasePerson.as_view(), name="safety_erase"),
    path("desk/<slug:slug>/safety/restore/<str:name>/", views.RestoreBackup.as_view(), name="safety_restore"),
]
