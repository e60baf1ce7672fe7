"""Django settings of the pages; data lie in LISTS_DATA, and Mailman's core answers at LISTS_CORE."""

import os
from pathlib import Path

DATA = Path(os.environ["LISTS_DATA"])
SECRET_KEY = "a site on loopback has no secrets"
DEBUG = False
ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "urls"
SITE_ID = 1
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
STATIC_URL = "/static/"
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
INSTALLED_APPS = [
    "postorius",
    "django_mailman3",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.sites",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.socialaccount",
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_mailman3.middleware.TimezoneMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "postorius.middleware.PostoriusMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.i18n",
                "django.template.context_processors.static",
                "django.template.context_processors.csrf",
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django_mailman3.context_processors.common",
                "postorius.context_processors.postorius",
            ]
        },
    }
]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": DATA / "pages.sqlite"}}
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
LOGIN_URL, LOGIN_REDIRECT_URL, LOGOUT_URL = "account_login", "list_index", "account_logout"
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_RATE_LIMITS = False
MAILMAN_REST_API_URL = os.environ["LISTS_CORE"]
MAILMAN_REST_API_USER = MAILMAN_REST_API_PASS = "core"
HYPERKITTY_ENABLE_GRAVATAR = False
POSTORIUS_TEMPLATE_BASE_URL = "http://127.0.0.1"
