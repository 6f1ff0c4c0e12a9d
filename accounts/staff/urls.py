from django.urls import path

from accounts.staff import place_views, views

STAFF = "desk/<slug:slug>/staff/"

urlpatterns = [
    path(STAFF, views.StaffPage.as_view(), name="staff"),
    path(STAFF + "invitations/<int:invitation_id>/withdraw/", views.WithdrawInvitation.as_view(), name="invitation_withdraw"),
    path(STAFF + "<int:user_id>/role/", views.ChangeRole.as_view(), name="staff_role"),
    path(STAFF + "<int:user_id>/remove/", views.RemoveStaff.as_view(), name="staff_remove"),
    path(STAFF + "<int:user_id>/password/", views.ResetPassword.as_view(), name="staff_password"),
    path(STAFF + "places/", place_views.PlaceCodesPage.as_view(), name="place_codes"),
    path(STAFF + "places/<int:code_id>/revoke/", place_views.RevokePlaceCode.as_view(), name="place_code_revoke"),
    path("help/<str:token>/", place_views.OpenPlacePage.as_view(), name="place_open"),
    path("join/<str:token>/", views.JoinPage.as_view(), name="join"),
]
