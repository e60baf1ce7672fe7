"""pretix as it is, except that its mails stay in the process."""

from pretix.settings import *  # noqa: F403

EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
