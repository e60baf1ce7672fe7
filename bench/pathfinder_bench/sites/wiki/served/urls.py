"""The wiki at the root."""

from django.urls import include, path

urlpatterns = [
    path("notifications/", include("django_nyt.urls")),
    path("", include("wiki.urls")),
]
