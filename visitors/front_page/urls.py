from django.urls import path

from visitors.front_page import views

urlpatterns = [
    path("tournaments/<slug:slug>/", views.PublicTournamentPage.as_view(), name="public"),
    path("tournaments/<slug:slug>/prizes/<int:place>/picture/", views.PrizePhotograph.as_view(), name="prize_picture"),
]
