"""The forum's first data: categories, people, topics with answers. `python fill.py`."""

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.auth import get_user_model  # noqa: E402
from django.core.management import call_command  # noqa: E402
from spirit.category.models import Category  # noqa: E402
from spirit.comment.models import Comment  # noqa: E402
from spirit.core.utils.markdown import Markdown  # noqa: E402
from spirit.topic.models import Topic  # noqa: E402

if settings.LANGUAGE_CODE == "de":
    from in_german import CATEGORIES, TOPICS
else:
    from in_english import CATEGORIES, TOPICS

PEOPLE = {
    "rosa": "Beetroot-5",
    "henrik": "Spade-and-fork-2",
    "wilma": "Compost-heap-3",
    "moderator": "Gate-keeper-9",
}


def fill() -> None:
    """Make the tables, and put the forum's life into them."""
    call_command("migrate", verbosity=0)
    people = {
        name: get_user_model().objects.create_user(name, f"{name}@example.com", password)
        for name, password in PEOPLE.items()
    }
    for person in people.values():
        person.st.is_verified = True
        person.st.is_moderator = person.username == "moderator"
        person.st.save()
    Category.objects.filter(title="Uncategorized").delete()
    places = {
        title: Category.objects.create(title=title, description=text)
        for title, text in CATEGORIES.items()
    }
    for author, place, title, text, answers in TOPICS:
        topic = Topic.objects.create(user=people[author], category=places[place], title=title)
        for name, said in [(author, text), *answers]:
            html = Markdown().render(said)
            Comment.objects.create(user=people[name], topic=topic, comment=said, comment_html=html)
        topic.comment_count = len(answers)
        topic.save()
    call_command("rebuild_index", interactive=False, verbosity=0)


fill()
