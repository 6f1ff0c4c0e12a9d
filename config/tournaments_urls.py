"""Addresses of the whole app, room by room."""

from accounts.organizers import urls as organizers
from accounts.staff import urls as staff
from accounts.users import urls as accounts
from desk.overview import urls as desk
from tournaments.check_in import urls as check_in
from tournaments.draws import urls as draws
from tournaments.entries import urls as entries
from tournaments.forbidden import urls as forbidden
from tournaments.halls import urls as halls
from tournaments.importing import urls as importing
from tournaments.stage_pages import urls as stage_pages
from visitors.front_page import urls as public

app_name = "tournaments"

urlpatterns = [
    *accounts.urlpatterns,
    *desk.urlpatterns,
    *staff.urlpatterns,
    *organizers.urlpatterns,
    *entries.urlpatterns,
    *importing.urlpatterns,
    *check_in.urlpatterns,
    *draws.urlpatterns,
    *forbidden.urlpatterns,
    *stage_pages.urlpatterns,
    *halls.urlpatterns,
    *public.urlpatterns,
]
