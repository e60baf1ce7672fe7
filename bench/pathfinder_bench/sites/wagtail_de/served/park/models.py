"""The kinds of pages of the website, and the people whom visitors may ask."""

from datetime import date

from django.db import models
from wagtail.admin.panels import FieldPanel
from wagtail.models import Page
from wagtail.search import index
from wagtail.snippets.models import register_snippet
from wagtail.snippets.views.snippets import SnippetViewSet


class PlainPage(Page):
    """A page of text, with pages below it."""

    text = models.TextField("Text", blank=True)

    content_panels = (*Page.content_panels, FieldPanel("text"))
    search_fields = (*Page.search_fields, index.SearchField("text"))
    template = "park/page.html"

    class Meta:
        verbose_name = "Textseite"


class NewsPage(Page):
    """An item of news."""

    date = models.DateField("Datum", default=date.today)
    text = models.TextField("Text")

    content_panels = (*Page.content_panels, FieldPanel("date"), FieldPanel("text"))
    search_fields = (*Page.search_fields, index.SearchField("text"))
    subpage_types = ()
    template = "park/page.html"

    class Meta:
        verbose_name = "Meldung"


class AdmissionPage(Page):
    """What a visit costs."""

    for_adults = models.CharField("Erwachsene", max_length=40)
    for_children = models.CharField("Kinder bis 14 Jahre", max_length=40)
    for_families = models.CharField("Familien", max_length=40)

    content_panels = (
        *Page.content_panels,
        FieldPanel("for_adults"),
        FieldPanel("for_children"),
        FieldPanel("for_families"),
    )
    subpage_types = ()
    template = "park/page.html"

    class Meta:
        verbose_name = "Preisseite"


class Contact(index.Indexed, models.Model):
    """Someone whom visitors may ask."""

    name = models.CharField("Name", max_length=80)
    task = models.CharField("Aufgabe", max_length=80)
    phone = models.CharField("Telefon", max_length=40, blank=True)
    email = models.EmailField("E-Mail", blank=True)

    panels = (FieldPanel("name"), FieldPanel("task"), FieldPanel("phone"), FieldPanel("email"))
    search_fields = (index.SearchField("name"), index.AutocompleteField("name"))

    class Meta:
        verbose_name = "Ansprechperson"
        verbose_name_plural = "Ansprechpersonen"
        ordering = ("name",)

    def __str__(self):
        return self.name


@register_snippet
class Contacts(SnippetViewSet):
    """How the editor lists them."""

    model = Contact
    list_display = ("name", "task", "phone")
