"""Every setting, as the environment has it, with defaults that run as they stand."""

from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

import dj_database_url
import django_stubs_ext
from csp.constants import NONCE, NONE, SELF
from pythonjsonlogger.core import RESERVED_ATTRS

from sixfold import environment

# So that ModelAdmin[Bot] and its like can be written, as mypy wants them.
django_stubs_ext.monkeypatch()


def store_of(url: str, folder: Path) -> dict[str, object]:
    """Files at s3://bucket/folder, which the AWS_* variables lead to; or rows; or in our folder."""
    place = urlsplit(url)
    if place.scheme == "database":
        return {"BACKEND": "sixfold.matches.rows.DatabaseStorage"}
    if place.scheme != "s3":
        backend = "django.core.files.storage.FileSystemStorage"
        return {"BACKEND": backend, "OPTIONS": {"location": folder}}
    options = {"bucket_name": place.netloc, "location": place.path.strip("/")}
    return {"BACKEND": "sixfold.objects.ObjectStorage", "OPTIONS": options}


env = environment.read()

PROJECT = Path(__file__).resolve().parent
ROOT = PROJECT.parents[1]

# Everything that is made at run time: database, records, schedule, logs, staged sandbox.
DATA_DIR = (env.DATA_DIR or ROOT / "var").absolute()
DATA_DIR.mkdir(parents=True, exist_ok=True)

# Giving a key is going to production.
DEBUG = not env.SECRET_KEY
SECRET_KEY = env.SECRET_KEY.get_secret_value() or "development only: " + 50 * "sixfold "
# The server's own names are always allowed, for health checks from inside.
ALLOWED_HOSTS = [*env.ALLOWED_HOSTS, "localhost", "127.0.0.1", "[::1]"]

INSTALLED_APPS = [
    "sixfold.accounts",
    "sixfold.languages",
    "sixfold.workers",
    "sixfold.bots",
    "sixfold.matches",
    "sixfold.moderation",
    "sixfold.challenges",
    "sixfold.play",
    "sixfold.trials",
    "sixfold.ladder",
    "sixfold.tournaments",
    "sixfold.webhooks",
    "sixfold.search",
    "sixfold.privacy",
    "sixfold.operations",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.github",
    "csp",
    "django_htmx",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "sixfold.languages.middleware.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    # Every page is closed unless its view opens it with @login_not_required.
    "sixfold.accounts.middleware.LoginMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "sixfold.answering.AnswerMiddleware",
]
ROOT_URLCONF = "sixfold.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [PROJECT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["sixfold.templating", "sixfold.languages.sentences"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
            ],
        },
    }
]
TEST_RUNNER = "sixfold.testing.PytestRunner"

# --- Database and files ------------------------------------------------------------------------

# The web server's threads come and go with the requests, and so would their connections, each
# opened for one page. Workers keep one each, and need none of this.
DATABASES = {
    "default": dj_database_url.parse(
        env.DATABASE_URL.get_secret_value() or f"sqlite:///{quote(str(DATA_DIR / 'db.sqlite3'))}",
        conn_health_checks=True,
    )
}
DATABASES["default"]["OPTIONS"] = DATABASES["default"].get("OPTIONS", {}) | (
    {
        # IMMEDIATE takes the write lock at BEGIN: a claim is never built on a stale read.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL",
    }
    if DATABASES["default"]["ENGINE"].endswith("sqlite3")
    else {
        "connect_timeout": 5,
        "options": "-c lock_timeout=10s -c statement_timeout=30s",
        "pool": env.DATABASE_POOL and {"min_size": 0, "max_size": env.DATABASE_POOL, "timeout": 30},
    }
)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

STATIC_URL = "static/"
STATIC_ROOT = env.STATIC_ROOT or ROOT / "staticfiles"
STATICFILES_DIRS = [PROJECT / "static"]
# Development and tests serve the sources; production serves what collectstatic made of them.
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = DEBUG
STORAGES = {
    "default": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": DATA_DIR / "media"},
    },
    "records": store_of(env.RECORDS_URL, DATA_DIR / "records"),
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "sixfold.shrinking.ShrinkingStorage"
    },
}
# The largest request; asgi.py cuts a longer one off before Django would write it to disk.
MAX_REQUEST_BYTES = 2_000_000
# The longest form is a page of the administration with every row chosen; no form has two files.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
DATA_UPLOAD_MAX_NUMBER_FILES = 1

# --- Queue -------------------------------------------------------------------------------------

# Where the embedded Valkey listens; None when REDIS_URL names a server of its own.
VALKEY_SOCKET = None if env.REDIS_URL else DATA_DIR / "valkey.sock"
REDIS_URL = env.REDIS_URL.get_secret_value() or f"unix://{VALKEY_SOCKET}"

CACHES = {
    # Limits, for all processes together.
    "default": {
        "BACKEND": "sixfold.cache.SharedCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "cache",
        "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 0.5},
    },
    # What a process has worked out and would otherwise work out again.
    "local": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
}

# redis-py says unix://, Celery says redis+socket://.
CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://", 1)
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # Counted from receipt and never renewed; a repeated wake-up is harmless.
    "visibility_timeout": 600,
    "socket_connect_timeout": 1,
    # Without it a frozen broker is waited for without end.
    "socket_timeout": 5,
    "socket_keepalive": True,
    "health_check_interval": 10,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
# A server without memory hands a message out and refuses to note it: without this, a worker ends.
CELERY_BROKER_CHANNEL_ERROR_RETRY = True
CELERY_BROKER_POOL_ACQUIRE_TIMEOUT = 5
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = False
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0.1}
# A last resort: the second of a batch, the longest match and a minute.
CELERY_TASK_TIME_LIMIT = 1_800
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_DISABLE_PREFETCH = True
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
# With REMAP_SIGTERM=SIGQUIT: the time a stopping worker has to give its match back.
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = env.STOP_SECONDS
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "schedule")
CELERY_BEAT_SCHEDULER = "sixfold.beat:Scheduler"
# A queue of their own keeps ticks from waiting behind play.
CELERY_BEAT_SCHEDULE = {
    name: {"task": name, "schedule": s, "options": {"queue": "control"}}
    for name, s in {
        "matches.tick": 2.0,
        "matches.judge": 10.0,
        "ladder.pair": 2.0,
        "ladder.settle": 3.0,
        "challenges.advance": 3.0,
        "play.tick": 2.0,
        "trials.advance": 3.0,
        "moderation.tick": 15.0,
        "tournaments.advance": 2.0,
        "webhooks.tick": 3.0,
        "privacy.erase": 5.0,
    }.items()
}

LEASE_SECONDS = env.LEASE_SECONDS
CELERY_WORKER_CONCURRENCY = WORKERS = env.WORKERS
ALIVE_FILE = env.ALIVE_FILE

# --- Bots --------------------------------------------------------------------------------------

PUBLIC = env.SIXFOLD_PUBLIC
SANDBOX_TIER = env.SANDBOX_TIER or ("A'" if PUBLIC else "B")
BOT_REQUIREMENTS = env.BOT_REQUIREMENTS
BOTS_PER_OWNER = env.BOTS_PER_OWNER
UPLOADS_PER_HOUR = env.UPLOADS_PER_HOUR
TRIAL_PAIRS = env.TRIAL_PAIRS
CHALLENGES_OPEN = env.CHALLENGES_OPEN
CHALLENGE_MATCHES_PER_DAY = env.CHALLENGE_MATCHES_PER_DAY
PLAY_OPEN = env.PLAY_OPEN
PLAY_TURNS_PER_HOUR = env.PLAY_TURNS_PER_HOUR
PLAY_IDLE_DAYS = env.PLAY_IDLE_DAYS
API_PER_MINUTE = env.API_PER_MINUTE
LADDERS = env.LADDERS

# --- Observation -------------------------------------------------------------------------------

METRICS_TOKEN = env.METRICS_TOKEN.get_secret_value()
SENTRY_DSN = env.SENTRY_DSN.get_secret_value()
OTLP_ENDPOINT = env.OTEL_EXPORTER_OTLP_ENDPOINT

# --- Accounts ----------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_SIGNUP_REDIRECT_URL = "submit"
ACCOUNT_FORMS = {
    "login": "sixfold.accounts.forms.LoginForm",
    "signup": "sixfold.accounts.forms.SignupForm",
}
ACCOUNT_ADAPTER = "sixfold.accounts.adapters.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
# Where anybody may sign up, everybody proves an address.
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*" if PUBLIC else "email", "password1*"]
# Names are unique whatever their case, and part of every bot's address.
ACCOUNT_PRESERVE_USERNAME_CASING = False
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_USERNAME_BLACKLIST = ["admin", "house", "sixfold"]
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if PUBLIC else "optional" if env.EMAIL_URL else "none"
# A code keeps who signs up in the tab in which they did; a link opens in the browser of the mail.
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = PUBLIC
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_CHANGE = ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Sixfold: "

MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Sixfold"
# Typed as it changed, or by a clock that is half a minute off: RFC 6238, section 5.2.
MFA_TOTP_TOLERANCE = 1
MFA_ALLOW_UNVERIFIED_EMAIL = not PUBLIC
GITHUB_CLIENT_ID = env.GITHUB_CLIENT_ID
GITHUB_CLIENT_SECRET = env.GITHUB_CLIENT_SECRET.get_secret_value()
SOCIALACCOUNT_ADAPTER = "sixfold.accounts.adapters.SocialAdapter"
SOCIALACCOUNT_QUERY_EMAIL = True
SOCIALACCOUNT_PROVIDERS = {
    "github": {
        "APPS": [{"client_id": GITHUB_CLIENT_ID, "secret": GITHUB_CLIENT_SECRET}]
        if GITHUB_CLIENT_ID
        else []
    }
}

_mail = urlsplit(env.EMAIL_URL.get_secret_value())
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if _mail.hostname else 'console'}.EmailBackend"
EMAIL_HOST = _mail.hostname or "localhost"
EMAIL_PORT = _mail.port or (465 if _mail.scheme == "smtps" else 587)
EMAIL_HOST_USER = unquote(_mail.username or "")
EMAIL_HOST_PASSWORD = unquote(_mail.password or "")
EMAIL_USE_SSL = _mail.scheme == "smtps"
EMAIL_USE_TLS = _mail.scheme == "smtp" and bool(_mail.username)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.EMAIL_FROM
CONTACT = env.CONTACT if not env.CONTACT or "://" in env.CONTACT else f"mailto:{env.CONTACT}"

# --- What a browser may do ---------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "base-uri": [NONE],
        # A form that leads to GitHub is held to this as well.
        "form-action": [SELF, *(["https://github.com"] if GITHUB_CLIENT_ID else [])],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
HTTPS = (not DEBUG) if env.HTTPS is None else env.HTTPS
SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^health/$"]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS

# --- Language and time -------------------------------------------------------------------------

LANGUAGE_CODE = "en"
# By their own names, for who cannot read the present one.
LANGUAGES = [("en", "English"), ("fi", "Suomi"), ("sv", "Svenska"), ("de", "Deutsch")]
LANGUAGE_COOKIE_AGE = 31_536_000
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
LOCALE_PATHS = [PROJECT / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"at_work": {"()": "sixfold.logs.AtWork"}},
    "formatters": {
        "line": {"format": "{asctime} {levelname:<7} {name}: {message}{at_work}", "style": "{"},
        "json": {
            "()": "pythonjsonlogger.json.JsonFormatter",
            "reserved_attrs": [*RESERVED_ATTRS, "at_work"],
            "rename_fields": {"levelname": "level", "name": "logger", "timestamp": "time"},
            "format": "{message}{levelname}{name}",
            "style": "{",
            "timestamp": True,
        },
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "filters": ["at_work"],
            # json is for whoever collects the logs of many processes.
            "formatter": env.LOG_FORMAT,
        }
    },
    "root": {"handlers": ["stderr"], "level": env.LOG_LEVEL},
    # Takes Django's own handlers away, so that each line is written once.
    "loggers": {
        "django": {"handlers": [], "level": "INFO"},
        # A line for each wake-up and each tick would bury the rest.
        **{
            name: {"level": "WARNING"}
            for name in ("botocore", "celery.worker.strategy", "celery.app.trace", "celery.beat")
        },
    },
}
