"""The tables of the website's pages and people."""

import datetime

import django.db.models.deletion
import modelsearch.index
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = (("wagtailcore", "0098_apitoken"),)

    operations = (
        migrations.CreateModel(
            name="AdmissionPage",
            fields=[
                (
                    "page_ptr",
                    models.OneToOneField(
                        auto_created=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        parent_link=True,
                        primary_key=True,
                        serialize=False,
                        to=settings.WAGTAIL_PAGE_MODEL,
                    ),
                ),
                ("for_adults", models.CharField(max_length=40, verbose_name="Erwachsene")),
                (
                    "for_children",
                    models.CharField(max_length=40, verbose_name="Kinder bis 14 Jahre"),
                ),
                ("for_families", models.CharField(max_length=40, verbose_name="Familien")),
            ],
            options={
                "verbose_name": "Preisseite",
            },
            bases=("wagtailcore.page",),
        ),
        migrations.CreateModel(
            name="Contact",
            fields=[
                (
                    "id",
                    models.AutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80, verbose_name="Name")),
                ("task", models.CharField(max_length=80, verbose_name="Aufgabe")),
                ("phone", models.CharField(blank=True, max_length=40, verbose_name="Telefon")),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="E-Mail")),
            ],
            options={
                "verbose_name": "Ansprechperson",
                "verbose_name_plural": "Ansprechpersonen",
                "ordering": ["name"],
            },
            bases=(modelsearch.index.Indexed, models.Model),
        ),
        migrations.CreateModel(
            name="NewsPage",
            fields=[
                (
                    "page_ptr",
                    models.OneToOneField(
                        auto_created=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        parent_link=True,
                        primary_key=True,
                        serialize=False,
                        to=settings.WAGTAIL_PAGE_MODEL,
                    ),
                ),
                ("date", models.DateField(default=datetime.date.today, verbose_name="Datum")),
                ("text", models.TextField(verbose_name="Text")),
            ],
            options={
                "verbose_name": "Meldung",
            },
            bases=("wagtailcore.page",),
        ),
        migrations.CreateModel(
            name="PlainPage",
            fields=[
                (
                    "page_ptr",
                    models.OneToOneField(
                        auto_created=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        parent_link=True,
                        primary_key=True,
                        serialize=False,
                        to=settings.WAGTAIL_PAGE_MODEL,
                    ),
                ),
                ("text", models.TextField(blank=True, verbose_name="Text")),
            ],
            options={
                "verbose_name": "Textseite",
            },
            bases=("wagtailcore.page",),
        ),
    )
