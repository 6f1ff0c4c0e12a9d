from django.urls import path

from federation.player_cards import views

urlpatterns = [
    path("organizers/<slug:organizer_slug>/persons/<int:person_key>/card/", views.ClubCard.as_view(), name="person_card"),
    path("persons/own/<str:own_code>/card/", views.OwnCard.as_view(), name="own_card"),
    path("persons/<str:page_key>/card/", views.PublicCard.as_view(), name="public_card"),
]
