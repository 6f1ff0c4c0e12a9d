from django.urls import path

from api.tokens import views

TOKENS, OF_CLUB = "desk/<slug:slug>/tokens/", "organizers/<slug:organizer_slug>/tokens/"

urlpatterns = [
    path(TOKENS, views.TournamentTokens.as_view(), name="tokens"),
    path(TOKENS + "<int:token_id>/end/", views.EndTournamentToken.as_view(), name="token_end"),
    path(OF_CLUB, views.ClubTokens.as_view(), name="club_tokens"),
    path(OF_CLUB + "<int:token_id>/end/", views.EndClubToken.as_view(), name="club_token_end"),
]
