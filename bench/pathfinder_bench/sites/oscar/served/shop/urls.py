"""The shop at the root, its images, and what really happened under /truth."""

from django.apps import apps
from django.conf import settings
from django.db import transaction
from django.urls import include, path
from django.views.static import serve
from shop import truth

urlpatterns = [
    path(
        "media/<path:path>",
        transaction.non_atomic_requests(serve),
        {"document_root": settings.MEDIA_ROOT},
    ),
    path("truth/reset", truth.reset),
    path("truth/<str:what>", truth.tell),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include(apps.get_app_config("oscar").urls[0])),
]
