"""Addresses of results for a union, room by room."""

from federation.handing_in import urls as handing_in
from federation.identities import urls as identities
from federation.player_cards import urls as player_cards
from federation.ratings import urls as ratings
from federation.union_pages import urls as union_pages
from federation.validating import urls as validating

app_name = "federation"

urlpatterns = [
    *handing_in.urlpatterns,
    *identities.urlpatterns,
    *player_cards.urlpatterns,
    *ratings.urlpatterns,
    *union_pages.urlpatterns,
    *validating.urlpatterns,
]
