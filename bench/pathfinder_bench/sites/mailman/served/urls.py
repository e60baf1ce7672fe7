"""The pages' addresses, as Mailman's own bundle has them."""

from django.urls import include, path, reverse_lazy
from django.views.generic import RedirectView

urlpatterns = [
    path("", RedirectView.as_view(url=reverse_lazy("list_index"), permanent=False)),
    path("postorius/", include("postorius.urls")),
    path("user-profile/", include("django_mailman3.urls")),
    path("accounts/", include("allauth.urls")),
]
