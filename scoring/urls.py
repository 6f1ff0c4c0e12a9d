"""Addresses of the whole app, room by room."""

from scoring.console import urls as console
from scoring.demonstrations import urls as demonstrations
from scoring.fixtures import urls as fixtures
from scoring.halls import urls as halls
from scoring.handbook import urls as handbook
from scoring.manual import urls as manual
from scoring.match_page import urls as match_page
from scoring.people import urls as people
from scoring.phones import urls as phones
from scoring.printing import urls as printing
from scoring.promoting import urls as promoting
from scoring.public import urls as public
from scoring.qualifying import urls as qualifying
from scoring.referee import urls as referee
from scoring.rounds import urls as rounds
from scoring.scanning import urls as scanning
from scoring.schemes import urls as schemes
from scoring.screen import urls as screen
from scoring.seasons import urls as seasons
from scoring.seats import urls as seats
from scoring.seeding import urls as seeding
from scoring.sheets_back import urls as sheets_back
from scoring.standings_pages import urls as standings_pages
from scoring.treasury import urls as treasury

app_name = "scoring"

urlpatterns = [
    *printing.urlpatterns,
    *sheets_back.urlpatterns,
    *scanning.urlpatterns,
    *console.urlpatterns,
    *rounds.urlpatterns,
    *seats.urlpatterns,
    *match_page.urlpatterns,
    *referee.urlpatterns,
    *handbook.urlpatterns,
    *schemes.urlpatterns,
    *standings_pages.urlpatterns,
    *public.urlpatterns,
    *screen.urlpatterns,
    *halls.urlpatterns,
    *fixtures.urlpatterns,
    *people.urlpatterns,
    *seasons.urlpatterns,
    *demonstrations.urlpatterns,
    *qualifying.urlpatterns,
    *promoting.urlpatterns,
    *treasury.urlpatterns,
    *seeding.urlpatterns,
    *phones.urlpatterns,
    *manual.urlpatterns,
]
