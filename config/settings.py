"""Settings of the desk (SQLite, one process) and of the hosted profile (PostgreSQL, Redis). The environment decides, here at the top."""

import sys
from pathlib import Path

import environ
from csp.constants import NONE, SELF

from config.addresses import AllowedHosts, HallAddresses, parse_port
from config.databases import build_postgres_settings, build_replica_settings, build_sqlite_settings
from config.file_store import WrongFilesUrl, build_file_storage
from config.languages import SOURCE_LANGUAGE, list_languages, list_partial_languages
from config.loading import SCRIPT_DIGEST
from config.logs import build_formatter
from config.secret import read_or_make_secret
from jobs.program import choose_data_directory, console_language, format_start
from rules.command.language import load_translation
from rules.texts import _

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()
DATA = Path(env.str("DATA", default=str(choose_data_directory()))).expanduser().resolve()
DEBUG = env.bool("DEBUG", default=False)
HTTPS = env.bool("HTTPS", default=False)
HOST = env.str("HOST", default="127.0.0.1")
PORT = parse_port(env.str("PORT", default="8000"))
DATABASE_URL = env.str("DATABASE_URL", default="")
REDIS_URL = env.str("REDIS_URL", default="")
# Figures for Prometheus at /metrics, for whoever sends this as a bearer token; without one there is no such page.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
try:
    DATA.mkdir(mode=0o700, parents=True, exist_ok=True)
    SECRET_KEY = env.str("SECRET_KEY", default="") or read_or_make_secret(DATA / "secret.key")
except OSError as error:
    sentence = load_translation(console_language(), "site")(_("Cannot write to {place} ({reason}). Choose another place: {command}"))
    sys.exit(sentence.format(place=DATA, reason=error.strerror, command=format_start("DATA", "/path/to/data")))
LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]
# Plain http in a hall is a choice that somebody made by opening the desk to the network; every page says so.
LAN_ADDRESSES = HallAddresses("localhost" if HTTPS else HOST)
ALLOWED_HOSTS = AllowedHosts([*env.list("ALLOWED_HOSTS", default=[]), *LOOPBACK], LAN_ADDRESSES)
# Where the world reads the public pages, if that is another address than the one at which the desk is opened: https://cards.example.org
PUBLIC_ADDRESS = env.str("PUBLIC_ADDRESS", default="")
# Where pages are read that are published elsewhere: dotted path of a function (path) -> address, empty where they are not.
PUBLIC_PAGES = "publishing.targets.public_pages.find_public_page"
# What leaves for a site, and for a web space; dotted paths, so that only a desk that publishes loads them.
PUBLISHED_BY = {
    "document": "publishing.public_document.queries.build_public_document",
    "files": "publishing.static_pages.building.build_static_files",
    "overview": "publishing.static_pages.club.build_club_files",
    "open_store": "publishing.stores.opening.open_store",
    "sync_files": "publishing.stores.syncing.sync_files",
}

INSTALLED_APPS = [
    "config",
    "backup",
    "api",
    "federation",
    "webhooks",
    "publishing",
    "exchange",
    "records",
    "scoring",
    "tournaments",
    "jobs",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.forms",
    "axes",
    "csp",
    "django_htmx",
    "django_tables2",
    "simple_history",
]

MIDDLEWARE = [
    "config.middleware.HeadMiddleware",
    *(["config.metrics.MetricsMiddleware"] if METRICS_TOKEN else []),
    "config.visitors.VisitorAddressMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.middleware.CompressedPagesMiddleware",
    "config.middleware.BusyMiddleware",
    "config.middleware.HandedOverMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "config.middleware.ReaderLanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "config.middleware.DamageMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "config.middleware.NulMiddleware",
    "accounts.users.sessions.LoginMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "accounts.users.sessions.SecondFactorMiddleware",
    "config.middleware.AddressLimitMiddleware",
    "config.middleware.AccessMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["config.template_loader.Loader", "django.template.loaders.app_directories.Loader"],
                ),
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.context.add_site_context",
                "config.tournament_context.desk_progress",
            ],
        },
    }
]
FORM_RENDERER = "config.rendering.FormRenderer"
DJANGO_TABLES2_TEMPLATE = "components/table.html"

# ------------------------------------------------------------------------------------------------------------ what is kept
if DATABASE_URL:
    # The web's processes (deploy/gunicorn.conf.py) share so many connections among their threads; all else keeps one of its own.
    pool_size = env.int("DATABASE_POOL", default=0)
    DATABASES = {"default": build_postgres_settings(env.db_url_config(DATABASE_URL), pool_size=pool_size)}
    # A replica near this host from which public pages are drawn while it is as new as the primary (docs/hosting.md).
    if REPLICA_URL := env.str("REPLICA_URL", default=""):
        DATABASES["replica"] = build_replica_settings(env.db_url_config(REPLICA_URL), pool_size=pool_size)
else:
    DATABASES = {
        "default": build_sqlite_settings(DATA / "labella.sqlite3", synchronous="FULL"),
        "ephemeral": build_sqlite_settings(DATA / "ephemeral.sqlite3", synchronous="NORMAL"),
    }
DATABASE_ROUTERS = ["jobs.databases.EphemeralRouter", *(["jobs.replicas.ReplicaRouter"] if "replica" in DATABASES else [])]

if REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": {"socket_connect_timeout": 2, "socket_timeout": 2},
        }
    }
else:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
CACHES["drawn"] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "drawn", "OPTIONS": {"MAX_ENTRIES": 200}}

# Whether webhooks may call addresses of this computer and its network. A desk is somebody's laptop in that network; a site of the internet
# would be led into its own (docs/webhooks.md).
WEBHOOKS_LOCAL = env.bool("WEBHOOKS_LOCAL", default=not DATABASE_URL)

SESSION_ENGINE = "accounts.users.sessions"
SESSION_COOKIE_AGE = 14 * 24 * 3600
# A login that nobody used for so long has ended.
SESSION_IDLE_HOURS = env.float("SESSION_IDLE_HOURS", default=12.0)
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"

# Copies of everything, best on another device; the older, the fewer are kept, at most so many. The journal is a directory on a second
# device, or none: named at the start, or chosen on a page of the desk (`backup.live_copy`).
BACKUPS = Path(env.str("BACKUPS", default=str(DATA / "backups"))).expanduser()
BACKUPS_KEPT = env.int("BACKUPS_KEPT", default=30)
LIVE_COPY = DATA / "live-copy"
JOURNAL_AT_START = env.str("JOURNAL", default="")
JOURNAL = JOURNAL_AT_START or (LIVE_COPY.read_text(encoding="utf-8") if LIVE_COPY.is_file() else "")

# ------------------------------------------------------------------------------------------------------------------ access
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "accounts.users.passwords.ContextWordsValidator"},
]
# Directors on a site of the internet prove who they are a second time, by an app.
SECOND_FACTOR_REQUIRED = env.bool("SECOND_FACTOR_REQUIRED", default=HTTPS)
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
# Who becomes an organizer on a site of many: only who is invited by the administrator, or everybody with an e-mail address ("open").
SIGN_UP = env.str("SIGN_UP", default="invited")
# What a new organizer may have; empty: no limit. The administrator can change it for each.
TOURNAMENT_QUOTA = env.int("TOURNAMENT_QUOTA", default=None)
ENTRY_QUOTA = env.int("ENTRY_QUOTA", default=None)
# A view without a policy is a defect: loud where we develop and test, a logged refusal where people play.
STRICT_POLICIES = env.bool("STRICT_POLICIES", default=DEBUG)

AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = 0.25
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_CLIENT_IP_CALLABLE = "config.middleware.read_client_address"
AXES_LOCKOUT_TEMPLATE = "registration/locked.html"
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True
AXES_VERBOSE = False

# Links are sent (forgotten passwords, invitations, signing up), and none without a server: EMAIL_URL=smtp+tls://name:password@mail.example.org:587
EMAIL_URL = env.str("EMAIL_URL", default="")
if EMAIL_URL:
    vars().update(env.email_url_config(EMAIL_URL))
    EMAIL_TIMEOUT = 10
else:
    EMAIL_HOST = ""
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", default="labella@localhost")

# ----------------------------------------------------------------------------------------------------------------- headers
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, SCRIPT_DIGEST],
        "style-src": [SELF],
        # Pico draws chevrons and ticks from data: addresses inside its own style sheet.
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
CSRF_FAILURE_VIEW = "config.errors.csrf_failure"
# How many proxies of our own stand before the site, each adding the address of whoever came to it to X-Forwarded-For.
PROXIES = env.int("PROXIES", default=0)
# How often the phones of an audience ask for news. Behind a proxy, which keeps what they are answered until the second is over, more often.
FOLLOW_SECONDS = 2 if PROXIES else 3
# Of a tournament that a desk elsewhere plays and this site shows: who sits in the hall has the desk, who follows from home is told in time.
FOLLOW_FROM_HOME_SECONDS = 5
# Whether a network of caches (CDN) that obeys RFC 9213 and Vary stands before the site: it may keep public pages, and asks for each.
CDN = env.bool("CDN", default=False)
if HTTPS:
    SECURE_SSL_REDIRECT = env.bool("SSL_REDIRECT", default=True)
    SECURE_REDIRECT_EXEMPT = [r"^(healthz|ready|live|metrics)$"]  # asked on this computer, past the proxy
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

DATA_UPLOAD_MAX_MEMORY_SIZE = 3 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 3 * 1024 * 1024

# ---------------------------------------------------------------------------------------------------------------- language
LANGUAGE_CODE = SOURCE_LANGUAGE
SITE_LANGUAGE = env.str("SITE_LANGUAGE", default="it")  # of public pages, for whoever does not say what they read
LANGUAGES = list_languages(BASE_DIR / "locale")
PARTIAL_LANGUAGES = list_partial_languages(BASE_DIR / "locale")
LOCALE_PATHS = sorted(path for path in (BASE_DIR / "locale").iterdir() if path.is_dir())
LANGUAGE_COOKIE_SAMESITE = "Lax"
USE_I18N = True
USE_TZ = True
FORMAT_MODULE_PATH = "config.formats"
TIME_ZONE = env.str("TIME_ZONE", default="Europe/Rome")

# ------------------------------------------------------------------------------------------------------------------ static
STATIC_URL = "/static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(BASE_DIR / "staticfiles")))
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "config.phone_files.PhoneFilesFinder",
]
# Results of jobs, uploads that wait, copies of tournaments: a bucket that all hosts of a site share, or the desk's own directory.
FILES_URL = env.str("FILES_URL", default="")
try:
    FILE_STORAGE = build_file_storage(FILES_URL)
except WrongFilesUrl as error:
    sys.exit(str(error))
STORAGES = {
    "default": FILE_STORAGE,
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# -------------------------------------------------------------------------------------------------------------------- jobs
# Who does what: kind -> dotted path of a function (arguments, report) -> jobs.results.JobResult.
JOB_KINDS: dict[str, str] = {
    "backup": "backup.job_handlers.make_backup",
    "demonstration": "desk.demonstrations.services.play_demonstrations",
    "check_event": "backup.job_handlers.check_event",
    "erase": "backup.job_handlers.erase",
    "count_ratings": "federation.ratings.services.count_by_job",
    "import_list": "tournaments.importing.job_handlers.import_list",
    "print_set": "printing.prints.files.print_set",
    "show_received": "publishing.receiving.services.show_by_job",
    "rehearse_round": "desk.rehearsal.playing.rehearse_round",
    "webhooks_spread": "webhooks.delivering.job_handlers.spread_events",
    "webhooks_deliver": "webhooks.delivering.job_handlers.deliver",
}
# Kinds that never wait behind others where a site has workers for them: kind -> lane, a queue of Celery (docs/hosting.md).
JOB_LANES: dict[str, str] = {"print_set": "prints", "check_event": "prints", "webhooks_spread": "calls", "webhooks_deliver": "calls"}
# Kinds whose jobs may wait for a day before they are tried again.
PATIENT_JOB_KINDS = ("webhooks_deliver",)
JOB_READERS: dict[str, str] = {"print_set": "scoring.permissions.may_have_set"}
# What else goes every few hours: dotted paths of functions (now) -> how much went.
SWEEPERS = (
    "backup.erasure.finish_erasures",
    "backup.pending_uploads.delete_expired",
    "config.sweeping.delete_expired_logins",
    "evenings.enrolment.services.settle_all_offers",
    "records.told_matches.services.tally_evenings",
    "federation.ratings.services.count_outdated_ratings",
    "tournaments.announcing.erasing.erase_old_enrolments",
    "visitors.phones.services.forget_phones",
    "webhooks.delivering.sweeping.forget_deliveries",
)

# The Celery application, imported by whoever has a broker to tell of a job; a desk has none.
JOB_MESSENGER = "config.celery.app"
CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 1800
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # Longer than the time limit: a shorter one ran tasks twice with nobody killed.
    "visibility_timeout": 3600,
    # A killed worker's tasks come back after 10 s instead of 104 s.
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_timeout": 5,
    "socket_connect_timeout": 5,
    "socket_keepalive": True,
}
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "jobs.tasks.sweep", "schedule": 20.0, "options": {"expires": 20.0}},
    "sweep_prints": {"task": "jobs.tasks.sweep", "schedule": 20.0, "args": ("prints",), "options": {"expires": 20.0, "queue": "prints"}},
    "sweep_calls": {"task": "jobs.tasks.sweep", "schedule": 20.0, "args": ("calls",), "options": {"expires": 20.0, "queue": "calls"}},
    "clear": {"task": "jobs.tasks.clear", "schedule": 21_600.0, "options": {"expires": 21_600.0}},
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": build_formatter(env.str("LOG_FORMAT", default="plain"))},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "line"},
        "culprits": {"class": "config.logs.CulpritHandler", "level": "ERROR"},
    },
    "root": {"handlers": ["console", "culprits"], "level": "WARNING"},
    "loggers": {
        "config": {"level": "INFO"},
        "jobs": {"level": "INFO"},
        "tournaments": {"level": "INFO"},
        "scoring": {"level": "INFO"},
        "accounts": {"level": "INFO"},
        "rankings": {"level": "INFO"},
        "printing": {"level": "INFO"},
        "visitors": {"level": "INFO"},
        "desk": {"level": "INFO"},
        "evenings": {"level": "INFO"},
        "publishing": {"level": "INFO"},
        "federation": {"level": "INFO"},
        "webhooks": {"level": "INFO"},
    },
}
