"""Every setting. What an operator may change comes from the environment (`docs/operations.md` lists it).

On one machine `manage.py up` writes the addresses of its own Postgres and Valkey to `portal.env` in the data
folder; it is read here too, so that every other command finds the same services.
"""

from importlib.util import find_spec
from typing import Any

from csp.constants import NONE, SELF
from environs import Env

from games.registry import roots as game_roots
from portal.build import build_mark
from portal.data import ROOT, data_folder, environment_file, read_env_file, redis_prefix
from portal.ops.logs import configure_structlog, logging_config

read_env_file()
BASE_DIR = ROOT
DATA_DIR = data_folder()
env = Env()
env.read_env(str(environment_file(DATA_DIR)), recurse=False)

DEBUG = env.bool("DEBUG", False)
SECRET_KEY = env.str("SECRET_KEY", "only-for-development" if DEBUG else "")
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", [])
ALLOWED_HOSTS = [*env.list("ALLOWED_HOSTS", []), "localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", [])
BEHIND_TLS = env.bool("BEHIND_TLS", False)

# --- Apps and the way of a request ----------------------------------------------------------------

INSTALLED_APPS: list[str] = [
    "portal",
    "portal.accounts",
    "portal.tables",
    "portal.bots",
    "portal.fairness",
    "portal.pages",
    "portal.ops",
    "ladder",
    "ladder.review",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "portal.apps.StaticFiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "channels",
    "csp",
    "django_htmx",
    "django_prometheus",
    "django_structlog",
    "ninja",
    "pgtrigger",
]
if find_spec("django_migration_linter"):  # it belongs to the checks, which a portal need not have
    INSTALLED_APPS.append("django_migration_linter")
MIDDLEWARE = [
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_prometheus.middleware.PrometheusAfterMiddleware",
]

ROOT_URLCONF = "portal.urls"
ASGI_APPLICATION = "portal.asgi.application"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.debug",
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# --- Postgres and Valkey --------------------------------------------------------------------------

# A pool in each process: a new connection for each request, Django's default, serves a quarter as many.
DATABASES = {"default": env.dj_db_url("DATABASE_URL", "postgresql://portal@127.0.0.1:5432/portal")}
DATABASES["default"]["CONN_MAX_AGE"] = 0
if DATABASE_POOL := env.int("DATABASE_POOL", 8):
    pool = {"min_size": 1, "max_size": DATABASE_POOL, "timeout": 10}
    DATABASES["default"].setdefault("OPTIONS", {})["pool"] = pool
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", "redis://127.0.0.1:6379/0")
REDIS_PREFIX = redis_prefix()
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": REDIS_PREFIX + "cache",
    }
}
CELERY_BROKER_URL = REDIS_URL
CELERY_BROKER_TRANSPORT_OPTIONS = {"global_keyprefix": REDIS_PREFIX}

# --- Accounts -------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = env.str("EMAIL_VERIFICATION", "optional")
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if BEHIND_TLS else "http"
ACCOUNT_SESSION_REMEMBER = True
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]

EMAIL = env.dj_email_url("EMAIL_URL", "console://")
vars().update(EMAIL)
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", "portal@localhost")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# --- What a browser is told -----------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_ENGINE = "django.contrib.sessions.backends.cached_db"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = BEHIND_TLS
if BEHIND_TLS:  # a proxy ends TLS and says so in this header; it must drop one that a client sends
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^metrics$"]
    SECURE_HSTS_SECONDS = env.int("HSTS_S", 31_536_000)

BUILD = env.str("BUILD", "") or build_mark(BASE_DIR, game_roots())
"""Changes with the code: pages of an older build reload themselves at a quiet moment."""
# A static file's address has the build in it, so that browsers may keep it for ever; modules that import each
# other need nothing rewritten. The plain address works too (WHITENOISE_ROOT), and is kept for a minute.
STATIC_FROM_SOURCE = env.bool("STATIC_FROM_SOURCE", DEBUG)
STATIC_URL = "/static/" if STATIC_FROM_SOURCE else f"/static/{BUILD}/"
WHITENOISE_ROOT = DATA_DIR / "public"
STATIC_ROOT = WHITENOISE_ROOT / "static"
STATICFILES_DIRS = [BASE_DIR / "static"] if (BASE_DIR / "static").is_dir() else []
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "portal.static_finders.GamesFinder",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "portal.static_storage.ShrunkFiles"},
}
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = STATIC_FROM_SOURCE
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/[0-9a-f]{12}/"

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_I18N = False
USE_TZ = True

# --- The portal's numbers (spec: portal) ----------------------------------------------------------

HAND_WINDOW_S = env.int("HAND_WINDOW_S", 60)
ABSENT_S = env.int("ABSENT_S", 180)
IDLE_S = env.int("IDLE_S", 600)
IDLE_ANSWER_S = env.int("IDLE_ANSWER_S", 60)
TEST_TABLE_IDLE_H = env.int("TEST_TABLE_IDLE_H", 24)
TEST_TABLE_END_MIN = env.int("TEST_TABLE_END_MIN", 30)
NONCE_WAIT_S = env.int("NONCE_WAIT_S", 3)
BOT_PACE_MS = tuple(env.list("BOT_PACE_MS", [400, 1200], subcast=int))
BOTS_AT_ONCE = env.int("BOTS_AT_ONCE", 4)
OUTAGE_S = env.int("OUTAGE_S", 5)
LEASE_S = env.int("LEASE_S", 15)

# --- Names, sign-in and pages ---------------------------------------------------------------------

PORTAL_NAME = env.str("PORTAL_NAME", "Card Room")
ACCOUNT_ADAPTER = "portal.accounts.adapter.Adapter"
ACCOUNT_FORMS = {"signup": "portal.accounts.forms.SignupForm", "login": "portal.accounts.forms.LoginForm"}
ACCOUNT_FORMS |= {
    "add_email": "portal.accounts.password_forms.AddEmailForm",
    "change_password": "portal.accounts.password_forms.ChangePasswordForm",
    "reauthenticate": "portal.accounts.password_forms.ReauthenticateForm",
    "reset_password": "portal.accounts.password_forms.ResetPasswordForm",
    "reset_password_from_key": "portal.accounts.password_forms.ResetPasswordKeyForm",
}
MFA_FORMS = {
    "activate_totp": "portal.accounts.password_forms.ActivateForm",
    "authenticate": "portal.accounts.password_forms.CodeForm",
    "reauthenticate": "portal.accounts.password_forms.CodeForm",
}
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_USERNAME_MIN_LENGTH = 1  # the portal's own rules say more, in better words
ACCOUNT_USER_DISPLAY = "portal.accounts.names.display_name"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_RATE_LIMITS = {
    "login": env.str("RATE_LOGIN", "30/m/ip"),
    "signup": env.str("RATE_SIGNUP", "20/m/ip"),
    "reset_password": env.str("RATE_RESET", "20/m/ip,5/m/key"),
}
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("PROXIES", 1 if BEHIND_TLS else 0)
MFA_TOTP_ISSUER = PORTAL_NAME
REQUIRE_SECOND_FACTOR = env.bool("REQUIRE_SECOND_FACTOR", False)  # of reviewers and admins
MIDDLEWARE += ["portal.accounts.middleware.note_last_seen", "portal.accounts.middleware.demand_second_factor"]
TEMPLATES[0]["OPTIONS"]["context_processors"].append("portal.pages.context.portal")
CSRF_FAILURE_VIEW = "portal.pages.errors.csrf_failure"

# --- Watching over it -----------------------------------------------------------------------------

METRICS_TOKEN = env.str("METRICS_TOKEN", "")
PROMETHEUS_EXPORT_MIGRATIONS = False
LOGGING = logging_config(as_json=not DEBUG, level=env.str("LOG_LEVEL", "INFO"))
configure_structlog()

if SENTRY_DSN := env.str("SENTRY_DSN", ""):
    import sentry_sdk  # slow to load, and most portals have no use for it

    sentry_sdk.init(dsn=SENTRY_DSN, send_default_pii=False, max_request_body_size="never")
MIGRATION_LINTER_OPTIONS = {
    "exclude_apps": ["account", "mfa", "admin", "auth", "contenttypes", "sessions"],
    "ignore_name": ["0001_initial"],  # new tables lock nobody out
}

# --- The tables -----------------------------------------------------------------------------------

TABLE_POOL = env.int("TABLE_POOL", 8)
