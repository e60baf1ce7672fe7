"""Django settings of the forum; data lie in FORUM_DATA."""

import os
from pathlib import Path

from spirit.extra.project_template.project_name.settings.base import *  # noqa: F403
from spirit.extra.project_template.project_name.settings.base import CACHES

DATA = Path(os.environ["FORUM_DATA"])
SECRET_KEY = "a site on loopback has no secrets"
DEBUG = False
ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "urls"
WSGI_APPLICATION = None
LANGUAGE_CODE = os.environ.get("FORUM_LANGUAGE", "en")
LANGUAGES = [(LANGUAGE_CODE, LANGUAGE_CODE)]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": DATA / "forum.sqlite3"}}
_IN_MEMORY = "django.core.cache.backends.locmem.LocMemCache"
CACHES |= {
    "default": {"BACKEND": _IN_MEMORY},
    "st_rate_limit": {"BACKEND": _IN_MEMORY, "LOCATION": "rates", "TIMEOUT": None},
}
HAYSTACK_CONNECTIONS = {
    "default": {
        "ENGINE": "haystack.backends.whoosh_backend.WhooshEngine",
        "PATH": str(DATA / "index"),
    }
}
MEDIA_ROOT = str(DATA / "media")
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
ST_SITE_URL = "http://127.0.0.1/"
# A session plays faster than people type, from one address.
ST_RATELIMIT_ENABLE = False
LOGGING = {"version": 1, "disable_existing_loggers": True}
