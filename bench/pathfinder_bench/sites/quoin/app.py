"""The office of a print shop: one page in plain JavaScript, a JSON API of Flask, SQLite."""

from pathlib import Path

from pathfinder_bench.sites.differences import key_of, the_only
from pathfinder_bench.sites.flask_site import FlaskSite

_SORTS = {
    sort: f"select * from {sort}"
    for sort in (
        "customer",
        "paper",
        "movement",
        "job",
        "proof",
        "note",
        "dispatch",
        "invoice",
    )
}
_SITE = FlaskSite(Path(__file__).parent, "office", "quoin", _SORTS)
install, reset, start = _SITE.install, _SITE.reset, _SITE.start


def entered(
    home: Path,
    url: str,
    customer: str,
    title: str,
    product: str,
    format: str,
    quantity: str,
    due: str,
) -> bool:
    """Whether that customer has one more job, as wanted, and nothing else is different.

    Another customer's, another number, size or day, two jobs, or a job that was changed, do not
    count. What the goal leaves open (paper, colours, price …) may be anything.
    """
    before, changed = _SITE.compared(home)
    (sort, _), row = the_only(changed)
    if sort != "job" or "new" not in row or title.lower() not in str(row["title"]).lower():
        return False
    wanted = {
        "customer_id": key_of(before, "customer", {"name": customer})[1],
        "product": product,
        "format": format,
        "quantity": int(quantity),
        "due": due,
    }
    return {name: row[name] for name in wanted} == wanted


def warned(home: Path, url: str, paper: str, weight: str, below: str) -> bool:
    """Whether that paper's warning level is this, and nothing else is different.

    Another paper's, or sheets that were booked in or out, do not count.
    """
    before, changed = _SITE.compared(home)
    key = key_of(before, "paper", {"name": paper, "weight": int(weight)})
    return changed == {key: {"warn_below": int(below)}}


def passed_and_noted(
    home: Path, url: str, job: str, version: str, words: str, number: str, figure: str
) -> bool:
    """Whether the job's proof is approved and the job has a note that says so; nothing else.

    The stage follows the proof by itself. What was written beside the proof, or as the job's
    remarks, is no note on the job.
    """
    before, changed = _SITE.compared(home)
    job_key = key_of(before, "job", {"title": job})
    proof_key = key_of(before, "proof", {"job_id": job_key[1], "version": int(version)})
    others = [key for key in changed if key not in (job_key, proof_key)]
    if len(others) != 1 or len(changed) != 3 or others[0][0] != "note":
        return False
    proof, note = changed[proof_key], changed[others[0]]
    text = str(note.get("text", "")).lower()
    return (
        proof.get("outcome") == "Approved"
        and set(proof) <= {"outcome", "answered", "comment"}
        and changed[job_key] == {"stage": "Ready to print"}
        and "new" in note
        and note["job_id"] == job_key[1]
        and words in text
        and (number in text or figure in text)
    )


def paid(home: Path, url: str, invoice: str, on: str, method: str) -> bool:
    """Whether that invoice was paid on that day in that way, and nothing else is different.

    The customer's other invoice, today as the day, or another way of paying, do not count.
    """
    before, changed = _SITE.compared(home)
    key = key_of(before, "invoice", {"number": invoice})
    if set(changed) != {key}:
        return False
    row = changed[key]
    return (
        set(row) <= {"paid_on", "method", "reference"}
        and row.get("paid_on") == on
        and row.get("method") == method
    )
