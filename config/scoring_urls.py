"""Addresses of the whole app, room by room."""

from desk.console import urls as console
from desk.demonstrations import urls as demonstrations
from desk.fixtures import urls as fixtures
from desk.hall_pages import urls as halls
from desk.match_page import urls as match_page
from desk.referee import urls as referee
from desk.roster import urls as people
from desk.rounds import urls as rounds
from desk.seats import urls as seats
from desk.treasury import urls as treasury
from printing.prints import urls as printing
from printing.scanning import urls as scanning
from printing.sheets_back import urls as sheets_back
from rankings.promoting import urls as promoting
from rankings.qualifying import urls as qualifying
from rankings.schemes import urls as schemes
from rankings.seasons import urls as seasons
from rankings.seeding import urls as seeding
from rankings.standings_pages import urls as standings_pages
from visitors.handbook import urls as handbook
from visitors.manual import urls as manual
from visitors.phones import urls as phones
from visitors.screen import urls as screen
from visitors.tournament_pages import urls as public

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
