"""Juntagrico's settings: one garden, in French, from a database and a mailbox in its home."""

import os
from pathlib import Path

DATA = Path(os.environ["GARDEN_HOME"]) / "data"

SECRET_KEY = "a site on loopback has no secrets"
DEBUG = False
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "urls"
SITE_ID = 1
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.sites",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "juntagrico",
    "juntagrico.apps.JuntagricoAdminConfig",
    "import_export",
    "impersonate",
    "crispy_forms",
    "crispy_bootstrap4",
    "adminsortable2",
    "polymorphic",
    "djrichtextfield",
    "django_select2",
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "impersonate.middleware.ImpersonateMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.debug",
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "juntagrico.context_processors.vocabulary",
            ]
        },
    }
]
DATABASES = {
    "default": {"ENGINE": "django.db.backends.sqlite3", "NAME": str(DATA / "garden.sqlite3")}
}
AUTHENTICATION_BACKENDS = [
    "juntagrico.util.auth.AuthenticateWithEmail",
    "django.contrib.auth.backends.ModelBackend",
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
LANGUAGE_CODE = "fr"
TIME_ZONE = "Europe/Zurich"
USE_TZ = True
STATIC_URL = "/static/"
MEDIA_URL = "/media/"
MEDIA_ROOT = str(DATA / "media")
LOGIN_REDIRECT_URL = "/"
CRISPY_ALLOWED_TEMPLATE_PACKS = CRISPY_TEMPLATE_PACK = "bootstrap4"
IMPORT_EXPORT_EXPORT_PERMISSION_CODE = "view"
EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
EMAIL_FILE_PATH = str(DATA / "mail")
DEFAULT_FROM_EMAIL = "jardin@example.org"
LOGGING = {"version": 1, "disable_existing_loggers": False}

ORGANISATION_NAME = "Les Racines du Moulin"
ORGANISATION_LONG_NAME = "Coopérative maraîchère Les Racines du Moulin"
ORGANISATION_ADDRESS = {
    "name": "Les Racines du Moulin",
    "street": "rue du Moulin",
    "number": "6",
    "zip": "1583",
    "city": "Vauclairon",
    "extra": "",
}
ORGANISATION_WEBSITE = {"name": "racines.example.org", "url": "/"}
ORGANISATION_PHONE = "024 555 01 00"
CONTACTS = {"general": "jardin@example.org"}
SHARE_PRICE = "200"
