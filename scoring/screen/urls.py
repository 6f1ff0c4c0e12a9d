from django.urls import path

from scoring.screen import views

urlpatterns = [
    path("tournaments/<slug:slug>/screen/", views.ScreenPage.as_view(), name="public_screen"),
    path("<int:tournament_id>", views.ShortAddress.as_view(), name="short_address"),
]
