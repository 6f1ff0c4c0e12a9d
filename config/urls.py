from django.conf import settings
from django.urls import include, path

from config import computer, plugin_page, styleguide, views

handler400 = "config.errors.bad_request"
handler403 = "config.errors.permission_denied"
handler404 = "config.errors.page_not_found"
handler500 = "config.errors.server_error"

urlpatterns = [
    path("robots.txt", views.Robots.as_view(), name="robots"),
    path("favicon.ico", views.Favicon.as_view(), name="favicon"),
    path("healthz", views.Health.as_view(), name="healthz"),
    path("ready", views.Ready.as_view(), name="ready"),
    path("live", views.Live.as_view(), name="live"),
    path("metrics", views.Metrics.as_view(), name="metrics"),
    path("login/", views.Login.as_view(), name="login"),
    path("logout/", views.Logout.as_view(), name="logout"),
    path("language/", views.Language.as_view(), name="set_language"),
    path("open/<str:ticket>/", computer.OpenByTicket.as_view(), name="open_by_ticket"),
    path("computer/", computer.ComputerPage.as_view(), name="computer"),
    path("computer/open/", computer.OpenHall.as_view(), name="computer_open"),
    path("computer/close/", computer.CloseDesk.as_view(), name="computer_close"),
    path("plugins/", plugin_page.PluginPage.as_view(), name="plugins"),
    path("jobs/", include("jobs.urls")),
    path("", include("backup.urls")),
    path("", include("config.api_urls")),
    path("", include("config.publishing_urls")),
    path("", include("config.federation_urls")),
    path("", include("config.webhooks_urls")),
    path("", include("config.records_urls")),
    path("", include("config.evenings_urls")),
    path("", include("config.scoring_urls")),
    path("", include("config.tournaments_urls")),
]

if settings.DEBUG:
    urlpatterns += [
        path("styleguide/", styleguide.StyleGuide.as_view(), name="styleguide"),
        path("styleguide/500/", styleguide.raise_error),
    ]
