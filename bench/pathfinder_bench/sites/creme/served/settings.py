"""The settings of the office."""

import os
from pathlib import Path

from creme.settings import *  # noqa: F403
from creme.settings import INSTALLED_APPS as _ALL

_HOME = Path(os.environ["OFFICE_HOME"])

SECRET_KEY = "not-a-secret-on-loopback"
DATABASES = {
    "default": {"ENGINE": "django.db.backends.sqlite3", "NAME": _HOME / "data/office.sqlite3"}
}
INSTALLED_APPS = [name for name in _ALL if name != "creme.geolocation"]  # maps of another host
LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
SITE_DOMAIN = "http://127.0.0.1"
GENERATED_MEDIA_NAMES_FILE = _HOME / "made/office_media_names.py"
GENERATED_MEDIA_NAMES_MODULE = "office_media_names"
MEDIA_ROOT = str(_HOME / "data/upload")
STATIC_ROOT = str(_HOME / "made/static")
JOBMANAGER_BROKER = f"unix_socket://{_HOME / 'data/queue'}"  # nobody listens
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
