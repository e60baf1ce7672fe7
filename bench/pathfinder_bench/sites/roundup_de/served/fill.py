"""The tracker's first data: people, keywords, issues with answers. `python fill.py TRACKER`."""

import sys

from roundup import instance, password
from roundup.date import Date

PEOPLE = {
    "petra": ("Petra Lang", "Hobelbank-4"),
    "jonas": ("Jonas Weber", "Stechbeitel-7"),
    "miriam": ("Miriam Roth", "Leimtopf-2"),
}
KEYWORDS = ("Elektrik", "Möbel", "Haus")
ISSUES = (
    ("jonas", "Kaffeemaschine tropft", "bug", "chatting", "petra", "Haus", "Unten steht Wasser."),
    ("miriam", "Lampe im Flur flackert", "bug", "unread", None, "Elektrik", "Seit dem Gewitter."),
    ("petra", "Heizung bleibt kalt", "critical", "in-progress", "jonas", "Haus", "Alle Räume."),
    ("jonas", "Fahrradständer wackelt", "wish", "unread", None, "Möbel", "Zwei Schrauben fehlen."),
    (
        "miriam",
        "Regal für Holzreste",
        "feature",
        "deferred",
        "miriam",
        "Möbel",
        "2 m breit, bitte.",
    ),
    ("petra", "Bandsäge braucht ein Blatt", "urgent", "unread", "jonas", "Haus", "10 mm breit."),
)


def main() -> None:
    """Fill the tracker in that folder."""
    tracker = instance.open(sys.argv[1])
    base = tracker.open("admin")
    for name, (real, word) in PEOPLE.items():
        base.user.create(
            username=name,
            realname=real,
            password=password.Password(word, config=tracker.config),
            address=f"{name}@example.com",
            roles="User",
        )
    for word in KEYWORDS:
        base.keyword.create(name=word)
    base.commit()
    base.close()
    for who, title, priority, status, assigned, keyword, words in ISSUES:
        base = tracker.open(who)
        message = base.msg.create(
            author=base.user.lookup(who), content=words, summary=words, date=Date("2024-03-05")
        )
        base.issue.create(
            title=title,
            priority=base.priority.lookup(priority),
            status=base.status.lookup(status),
            keyword=[base.keyword.lookup(keyword)],
            messages=[message],
            assignedto=base.user.lookup(assigned) if assigned else None,
        )
        base.commit()
        base.close()


main()
