"""A wiki: django-wiki."""
