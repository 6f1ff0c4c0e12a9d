"""Addresses of the whole app, room by room."""

from tournaments.accounts import urls as accounts
from tournaments.check_in import urls as check_in
from tournaments.desk import urls as desk
from tournaments.draws import urls as draws
from tournaments.entries import urls as entries
from tournaments.forbidden import urls as forbidden
from tournaments.halls import urls as halls
from tournaments.importing import urls as importing
from tournaments.organizers import urls as organizers
from tournaments.public import urls as public
from tournaments.staff import urls as staff
from tournaments.stage_pages import urls as stage_pages

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
