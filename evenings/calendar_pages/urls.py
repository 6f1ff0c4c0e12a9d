from django.urls import path

from evenings.calendar_pages import views

urlpatterns = [
    path("calendar/", views.EveningsCalendar.as_view(), name="calendar"),
    path("calendar/evenings.ics", views.CalendarFeed.as_view(), name="calendar_feed"),
    path("calendar/<slug:organizer_slug>/", views.ClubEveningsCalendar.as_view(), name="club_calendar"),
    path("calendar/<slug:organizer_slug>/evenings.ics", views.ClubFeed.as_view(), name="club_calendar_feed"),
    path("embed/calendar/", views.EmbeddedCalendar.as_view(), name="embedded_calendar"),
    path("embed/calendar/<slug:organizer_slug>/", views.EmbeddedClubCalendar.as_view(), name="club_embedded_calendar"),
    path("tournaments/<slug:slug>/evening.ics", views.EveningFeed.as_view(), name="evening_feed"),
]
