"""The application's settings, but on loopback, without TLS, in English."""

from ephios.settings import *  # noqa: F403

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = False
SECURE_HSTS_SECONDS = 0
LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
