from django.urls import path

from accounts.users import views

urlpatterns = [
    path("login/code/", views.LoginCodePage.as_view(), name="login_code"),
    path("account/", views.AccountPage.as_view(), name="account"),
    path("account/logins/end/", views.EndLogins.as_view(), name="logins_end"),
    path("account/second-factor/", views.SecondFactorPage.as_view(), name="second_factor"),
    path("account/second-factor/remove/", views.RemoveSecondFactor.as_view(), name="second_factor_remove"),
    path("account/network/", views.AllowNetworkLogins.as_view(), name="network_logins"),
    path("password/forgotten/", views.ForgottenPage.as_view(), name="password_forgotten"),
    path("password/<str:uid>/<str:token>/", views.PasswordLinkPage.as_view(), name="password_link"),
]
