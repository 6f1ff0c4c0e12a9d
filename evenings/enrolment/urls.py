from django.urls import path

from evenings.enrolment import desk_views, views

PUBLIC, DESK = "tournaments/<slug:slug>/", "desk/<slug:slug>/enrolments/"

urlpatterns = [
    path(PUBLIC + "enrol/", views.EnrolPage.as_view(), name="enrol"),
    path(PUBLIC + "enrol/notice/", views.NoticePage.as_view(), name="notice"),
    path(PUBLIC + "door/<str:door_key>/", views.DoorPage.as_view(), name="door"),
    path(PUBLIC + "door/<str:door_key>/notice/", views.DoorNotice.as_view(), name="door_notice"),
    path("enrolments/", views.FindPage.as_view(), name="find"),
    path("enrolments/<str:code>/", views.OwnPage.as_view(), name="own"),
    path("enrolments/<str:code>/notice/", views.OwnNotice.as_view(), name="own_notice"),
    path(DESK, desk_views.EnrolmentsPage.as_view(), name="enrolments"),
    path(DESK + "add/", desk_views.AddEnrolment.as_view(), name="enrolment_add"),
    path(DESK + "door/", desk_views.DoorPoster.as_view(), name="door_poster"),
    path(DESK + "door/open/", desk_views.OpenDoor.as_view(), name="door_open"),
    path(DESK + "<int:enrolment_id>/", desk_views.EditEnrolment.as_view(), name="enrolment_edit"),
    path(DESK + "<int:enrolment_id>/decide/", desk_views.DecideEnrolment.as_view(), name="enrolment_decide"),
]
