"""A django-oscar shop with stock templates and flows: a real site whose pages nobody here wrote."""
