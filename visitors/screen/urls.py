from django.urls import path

from visitors.screen import views

urlpatterns = [
    path("tournaments/<slug:slug>/screen/", views.ScreenPage.as_view(), name="public_screen"),
    path("tournaments/<slug:slug>/screen/logo/", views.ScreenLogo.as_view(), name="screen_logo"),
    path("desk/<slug:slug>/screen/", views.ScreenSettings.as_view(), name="screen_settings"),
    path("<int:tournament_id>", views.ShortAddress.as_view(), name="short_address"),
]
