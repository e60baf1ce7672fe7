"""The first lists, members and held mails, and the account of their keeper.

`python fill.py FILE`, which is lists.yaml as JSON.
"""

import json
import sys
from email import message_from_string
from email.message import EmailMessage
from pathlib import Path

import django
from mailman.core.initialize import initialize

KEEPER, NAME, PASSWORD = "marguerite", ("Marguerite", "Oakeshott"), "Windlass-and-paddle-29"
EMAIL = "marguerite.oakeshott@example.com"


def pages(domain):
    """The keeper's account, and which domain the pages are for."""
    from allauth.account.models import EmailAddress
    from django.contrib.auth import get_user_model
    from django.contrib.sites.models import Site
    from django_mailman3.models import MailDomain

    site = Site.objects.get()
    site.name, site.domain = "Lapwing Canal", domain
    site.save()
    MailDomain.objects.create(site=site, mail_domain=domain)
    keeper = get_user_model().objects.create_superuser(KEEPER, EMAIL, PASSWORD)
    keeper.first_name, keeper.last_name = NAME
    keeper.save()
    EmailAddress.objects.create(user=keeper, email=EMAIL, verified=True, primary=True)


def lists(domain, known):
    """The lists, each of which the keeper looks after."""
    from mailman.app.lifecycle import create_list
    from mailman.interfaces.domain import IDomainManager
    from zope.component import getUtility

    getUtility(IDomainManager).add(domain)
    made = {}
    for name, about in known.items():
        made[name] = one = create_list(f"{name}@{domain}", [EMAIL], "legacy-default")
        one.description = about
        one.send_welcome_message = False
    return made


def members(made, people):
    """Who gets what."""
    from mailman.interfaces.usermanager import IUserManager
    from zope.component import getUtility

    for name, email, circles in people:
        user = getUtility(IUserManager).make_user(email, name)
        user.display_name = name
        [address] = user.addresses
        address.display_name = name
        address.verified_on = user.created_on
        for circle in circles:
            made[circle].subscribe(address)


def mails(made, held):
    """What waits for somebody to decide on it."""
    from mailman.app.moderator import hold_message
    from mailman.email.message import Message

    for number, (circle, name, email, subject, words) in enumerate(held, 1):
        mail = EmailMessage()
        mail["From"], mail["To"] = f"{name} <{email}>", made[circle].fqdn_listname
        mail["Subject"], mail["Message-ID"] = subject, f"<{number}@{email.partition('@')[2]}>"
        mail.set_content(words)
        known = message_from_string(mail.as_string(), Message)
        known.original_size = len(mail.as_string())
        hold_message(made[circle], known, reason="The message is not from a list member")


def main():
    """Fill what is empty."""
    first = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    django.setup()
    pages(first["domain"])
    initialize()
    from mailman.database.transaction import transaction

    with transaction():
        made = lists(first["domain"], first["lists"])
        members(made, first["members"])
        mails(made, first["held"])


main()
