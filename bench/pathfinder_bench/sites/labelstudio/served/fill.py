"""The first volunteers, projects and what they have found. `python fill.py ARCHIVE.json`."""

import json
import sys
from pathlib import Path
from xml.sax.saxutils import quoteattr

import label_studio

sys.path.insert(0, str(Path(label_studio.__file__).parent))

import django

django.setup()

from django.core.management import call_command  # noqa: E402


def asked(told) -> str:
    """What a volunteer sees of an item, and what there is to choose and to write."""
    kinds = "".join(f"<Choice value={quoteattr(kind)}/>" for kind in told["kinds"])
    year = (
        '<Header value="When was it written?"/>'
        '<TextArea name="year" toName="item" placeholder="Year" maxSubmissions="1" editable="true"/>'
    )
    return (
        f'<View><Text name="item" value="$text"/><Header value={quoteattr(told["asks"])}/>'
        f'<Choices name="kind" toName="item" choice="single" required="true">{kinds}</Choices>'
        f"{year if told.get('dated') else ''}</View>"
    )


def found(one):
    """What a volunteer has made of an item."""
    kind = {"from_name": "kind", "type": "choices", "value": {"choices": [one["kind"]]}}
    year = {"from_name": "year", "type": "textarea", "value": {"text": [one.get("year")]}}
    said = [kind, year] if one.get("year") else [kind]
    return [each | {"id": f"found{n}", "to_name": "item"} for n, each in enumerate(said)]


def volunteers(told):
    """The archive and who works for it, by their first names."""
    from organizations.models import Organization
    from users.models import User

    made = {}
    for first, last, password in told["volunteers"]:
        email = f"{first}.{last}@example.com".lower()
        user = User.objects.create_user(email, password, first_name=first, last_name=last)
        user.username = email.partition("@")[0]
        if made:
            Organization.objects.get().add_user(user)
        else:
            Organization.create_organization(created_by=user, title=told["archive"])
        user.active_organization = Organization.objects.get()
        user.save()
        made[first] = user
    return made


def project(told, users) -> None:
    """One project with its items, and what was found out about them."""
    from projects.models import Project
    from tasks.models import Annotation, Task

    chief = next(iter(users.values()))
    made = Project.objects.create(
        title=told["title"],
        description=told["about"],
        label_config=asked(told),
        created_by=chief,
        organization=chief.active_organization,
    )
    tasks = []
    for number, one in enumerate(told["items"], 1):
        task = Task.objects.create(project=made, data={"text": one["text"]}, inner_id=number)
        tasks.append(task)
        if "by" in one:
            Annotation.objects.create(
                task=task, project=made, completed_by=users[one["by"]], result=found(one)
            )
    made.summary.update_data_columns(tasks)
    made.summary.update_created_annotations_and_labels(Annotation.objects.filter(project=made))
    made.update_tasks_states(
        maximum_annotations_changed=True,
        overlap_cohort_percentage_changed=True,
        tasks_number_changed=True,
    )


def main() -> None:
    """Make the tables and fill them."""
    told = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    call_command("migrate", verbosity=0)
    users = volunteers(told)
    for each in told["projects"]:
        project(each, users)


if __name__ == "__main__":
    main()
