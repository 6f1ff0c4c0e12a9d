from django.urls import path

from visitors.screen import overlay_views, views

urlpatterns = [
    path("tournaments/<slug:slug>/screen/", views.ScreenPage.as_view(), name="public_screen"),
    path("tournaments/<slug:slug>/screen/logo/", views.ScreenLogo.as_view(), name="screen_logo"),
    path("desk/<slug:slug>/screen/", views.ScreenSettings.as_view(), name="screen_settings"),
    path("tournaments/<slug:slug>/overlay/", overlay_views.OverlayPage.as_view(), name="public_overlay"),
    path("desk/<slug:slug>/screen/overlay/", overlay_views.OverlayControl.as_view(), name="overlay_control"),
    path("<int:tournament_id>", views.ShortAddress.as_view(), name="short_address"),
]
