from django.urls import path

from accounts.organizers import views

ORGANIZER = "organizers/<slug:organizer_slug>/"

urlpatterns = [
    path("organizers/", views.OrganizersPage.as_view(), name="organizers"),
    path("organizers/new/", views.InviteOrganizer.as_view(), name="organizer_invite"),
    path("organizers/new/<int:invitation_id>/withdraw/", views.WithdrawOrganizerInvitation.as_view(), name="organizer_invitation_withdraw"),
    path(ORGANIZER, views.OrganizerPage.as_view(), name="organizer"),
    path(ORGANIZER + "name/", views.RenameOrganizer.as_view(), name="organizer_rename"),
    path(ORGANIZER + "limits/", views.LimitOrganizer.as_view(), name="organizer_limit"),
    path(ORGANIZER + "invite/", views.InviteMember.as_view(), name="member_invite"),
    path(
        ORGANIZER + "invitations/<int:invitation_id>/withdraw/",
        views.WithdrawMemberInvitation.as_view(),
        name="member_invitation_withdraw",
    ),
    path(ORGANIZER + "members/<int:user_id>/role/", views.ChangeMember.as_view(), name="member_role"),
    path(ORGANIZER + "members/<int:user_id>/remove/", views.RemoveMember.as_view(), name="member_remove"),
    path(ORGANIZER + "members/<int:user_id>/password/", views.ResetMemberPassword.as_view(), name="member_password"),
    path("sign-up/", views.SignUpPage.as_view(), name="sign_up"),
    path("sign-up/<str:token>/", views.SignUpLinkPage.as_view(), name="sign_up_link"),
]
