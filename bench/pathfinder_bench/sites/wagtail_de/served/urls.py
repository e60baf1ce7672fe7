"""The website at the root, and its editor behind it."""

from django.urls import include, path
from wagtail import urls as pages
from wagtail.admin import urls as editor
from wagtail.documents import urls as documents

urlpatterns = [
    path("admin/", include(editor)),
    path("documents/", include(documents)),
    path("", include(pages)),
]
