"""The theatre's first data: people, jobs and notes. `python fill.py FOLDER`."""

import sys
from datetime import datetime, timedelta

from acct_mgr.api import AccountManager
from trac.env import Environment
from trac.perm import PermissionSystem
from trac.ticket.model import Component, Milestone, Priority, Severity, Ticket, Type, Version
from trac.util.datefmt import utc
from trac.web.session import DetachedSession
from trac.wiki.model import WikiPage

SETTINGS = {
    "account-manager": {
        "account_changes_notify_addresses": "",
        "hash_method": "HtPasswdHashMethod",
        "htpasswd_file": "people.htpasswd",
        "htpasswd_hash_type": "sha",
        "password_store": "HtPasswdStore",
        "persistent_sessions": "false",
    },
    "attachment": {"max_size": "262144"},
    "components": {
        "acct_mgr.htfile.HtPasswdStore": "enabled",
        "acct_mgr.pwhash.HtPasswdHashMethod": "enabled",
        "acct_mgr.web_ui.LoginModule": "enabled",
        "acct_mgr.api.AccountManager": "enabled",
        "trac.web.auth.LoginModule": "disabled",
        "trac.versioncontrol.*": "disabled",
        "tracopt.versioncontrol.*": "disabled",
    },
    "header_logo": {"src": "", "alt": "", "link": ""},
    "notification": {"smtp_enabled": "false"},
    "project": {"descr": "What is to be done between two shows", "footer": "", "url": ""},
    "ticket": {
        "default_component": "",
        "default_priority": "soon",
        "default_type": "mend",
        "restrict_owner": "true",
    },
    "trac": {"default_language": "en", "default_timezone": "UTC"},
}
PEOPLE = {
    "maud": ("Maud Ferrier", "Marionette-58"),
    "goran": ("Goran Petrov", "Footlight-23"),
    "ewa": ("Ewa Nowicka", "Papier-mache-71"),
    "tibor": ("Tibor Halasz", "Trapdoor-94"),
}
MAY = ("TICKET_CREATE", "TICKET_MODIFY", "WIKI_CREATE", "WIKI_MODIFY", "MILESTONE_CREATE")
NOT_FOR_ALL = ("TICKET_CREATE", "TICKET_MODIFY", "WIKI_CREATE", "WIKI_MODIFY")
PARTS = {"Puppets": "ewa", "Stage": "tibor", "Lights": "goran", "Van": "maud"}
TOURS = (("Spring tour", datetime(2026, 4, 10)), ("Autumn tour", datetime(2026, 9, 25)))
JOBS = (
    ("Spotlight two flickers", "Lights", "soon", "goran", "mend", "Autumn tour"),
    ("Sew the new curtain", "Stage", "soon", "maud", "build", "Autumn tour"),
    ("Knight has lost his plume", "Puppets", "some time", "ewa", "mend", ""),
    ("New tyres for the van", "Van", "urgent", "tibor", "mend", "Autumn tour"),
    ("Paint the moon", "Stage", "some time", "tibor", "build", ""),
    ("Blue filter is torn", "Lights", "urgent", "goran", "mend", "Autumn tour"),
    ("Witch's strings are tangled", "Puppets", "urgent", "goran", "mend", "Spring tour"),
    ("Label the cables", "Lights", "some time", "tibor", "build", ""),
    ("Carve a second fox", "Puppets", "soon", "ewa", "build", "Autumn tour"),
    ("Trapdoor squeaks", "Stage", "soon", "goran", "mend", ""),
)
DONE = (
    ("Dimmer hums", "Lights", "soon", "goran", "mend", "Spring tour"),
    ("King's crown is bent", "Puppets", "some time", "ewa", "mend", "Spring tour"),
    ("Rear door of the van sticks", "Van", "soon", "maud", "mend", "Spring tour"),
)
NOTES = {
    "WikiStart": """= Tin Moon Puppets =

What is to be done is under [/report Tickets]. What everybody should know:

 * [wiki:PackingList What goes into the van]
 * [wiki:LightsAndEffects Lights and effects]
 * [wiki:HallsWeKnow Halls that we know]
""",
    "PackingList": """= What goes into the van =

 * 35 m of cable on the green drum
 * the trapdoor, unscrewed
 * both foxes, '''not''' in the same box as the hen
 * gaffer tape, white and black
""",
    "LightsAndEffects": """= Lights and effects =

|| '''what''' || '''lamp''' || '''fuse''' ||
|| spotlights one and two || 300 W || T2A ||
|| fog machine || || T6.3A ||
|| thunder sheet light || 60 W || T1A ||
|| moon || 15 W || T315mA ||
""",
    "HallsWeKnow": """= Halls that we know =

 * Saltmarsh: low ceiling, leave the tower in the van.
 * Upper Denby: the key is with the postmistress.
 * Corn Loft: bring the long ladder.
""",
}


def settle(env: Environment) -> None:
    """Write the settings, and let people in."""
    for section, options in SETTINGS.items():
        for name, value in options.items():
            env.config.set(section, name, value)
    env.config.set("account-manager", "htpasswd_file", f"{env.path}/people.htpasswd")
    env.config.save()


def people(env: Environment) -> None:
    """Those of the theatre: they may write, those who pass by may read."""
    may = PermissionSystem(env)
    for right in NOT_FOR_ALL:
        if right in may.get_user_permissions("anonymous"):
            may.revoke_permission("anonymous", right)
        if right in [each for who, each in may.get_all_permissions() if who == "authenticated"]:
            may.revoke_permission("authenticated", right)
    for name, (full, password) in PEOPLE.items():
        AccountManager(env).set_password(name, password)
        for right in MAY:
            may.grant_permission(name, right)
        session = DetachedSession(env, name)
        session["name"] = full
        session["email"] = f"{full.replace(' ', '.').lower()}@example.com"
        session.save()


def words(env: Environment) -> None:
    """The parts of the theatre, tours, and how urgent a job may be."""
    for sort in (Component, Milestone, Priority, Severity, Type, Version):
        for name in [one.name for one in sort.select(env)]:
            sort(env, name).delete()
    for sort, names in ((Priority, ("urgent", "soon", "some time")), (Type, ("mend", "build"))):
        for name in names:
            one = sort(env)
            one.name = name
            one.insert()
    for name, owner in PARTS.items():
        part = Component(env)
        part.name, part.owner = name, owner
        part.insert()
    for name, day in TOURS:
        tour = Milestone(env)
        tour.name, tour.due = name, day.replace(tzinfo=utc)
        tour.insert()


def jobs(env: Environment) -> None:
    """What is to be done, and what has been."""
    when = datetime(2026, 3, 2, 9, tzinfo=utc)
    for number, (summary, part, priority, owner, sort, tour) in enumerate((*DONE, *JOBS)):
        job = Ticket(env)
        job.populate(
            {
                "summary": summary,
                "component": part,
                "priority": priority,
                "owner": owner,
                "type": sort,
                "milestone": tour,
                "reporter": "tibor" if number % 2 else "ewa",
                "status": "assigned",
            }
        )
        job.insert(when + timedelta(days=number))
        if number < len(DONE):
            job["status"], job["resolution"] = "closed", "fixed"
            job.save_changes(owner, "", when + timedelta(days=number, hours=5))


def notes(env: Environment) -> None:
    """The theatre's pages; those about Trac stay, but for the first."""
    for name, text in NOTES.items():
        page = WikiPage(env, name)
        page.text = text
        page.save("maud", "", datetime(2026, 3, 1, 8, tzinfo=utc))


def fill(folder: str) -> None:
    """Make all that there is on the first day."""
    settle(Environment(folder))
    env = Environment(folder)
    people(env)
    words(env)
    jobs(env)
    notes(env)
    env.shutdown()


fill(sys.argv[1])
