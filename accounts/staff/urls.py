from django.urls import path

from accounts.staff import views

STAFF = "desk/<slug:slug>/staff/"

urlpatterns = [
    path(STAFF, views.StaffPage.as_view(), name="staff"),
    path(STAFF + "invitations/<int:invitation_id>/withdraw/", views.WithdrawInvitation.as_view(), name="invitation_withdraw"),
    path(STAFF + "<int:user_id>/role/", views.ChangeRole.as_view(), name="staff_role"),
    path(STAFF + "<int:user_id>/remove/", views.RemoveStaff.as_view(), name="staff_remove"),
    path(STAFF + "<int:user_id>/password/", views.ResetPassword.as_view(), name="staff_password"),
    path("join/<str:token>/", views.JoinPage.as_view(), name="join"),
]
