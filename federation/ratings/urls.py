from django.urls import path

from federation.ratings import views

urlpatterns = [
    path("organizers/<slug:organizer_slug>/rating/", views.RatingPage.as_view(), name="rating"),
    path("organizers/<slug:organizer_slug>/rating/count/", views.CountRatings.as_view(), name="count_ratings"),
    path("organizers/<slug:organizer_slug>/rating/delete/", views.DeleteRatings.as_view(), name="delete_ratings"),
    path("ratings/<slug:club_slug>/", views.PublicRating.as_view(), name="public_rating"),
    path("desk/<slug:slug>/seeds/rating/", views.StrengthPage.as_view(), name="seeds_from_rating"),
]
