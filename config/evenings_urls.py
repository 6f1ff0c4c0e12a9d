"""Addresses of the days before an evening, room by room."""

from evenings.announcement import urls as announcement
from evenings.calendar_pages import urls as calendar_pages
from evenings.embedding import urls as embedding
from evenings.enrolment import urls as enrolment
from evenings.overflow import urls as overflow
from evenings.planning import urls as planning
from evenings.posters import urls as posters
from evenings.repeating import urls as repeating
from evenings.singles import urls as singles

app_name = "evenings"

urlpatterns = [
    *announcement.urlpatterns,
    *enrolment.urlpatterns,
    *singles.urlpatterns,
    *repeating.urlpatterns,
    *overflow.urlpatterns,
    *planning.urlpatterns,
    *calendar_pages.urlpatterns,
    *posters.urlpatterns,
    *embedding.urlpatterns,
]
