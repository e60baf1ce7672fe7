"""The office's first data: customers, services and hours. `python fill.py`."""

from datetime import date, timedelta
from decimal import Decimal

from trytond.pool import Pool
from trytond.transaction import Transaction

DATABASE = "office"
TUNERS = {
    "bryony": ("Bryony Castell", "Tuning-lever-37"),
    "edwin": ("Edwin Marsh", "Damper-felt-82"),
}
GROUPS = ("Party Administration", "Product Administration")
CATEGORIES = ("Every year", "Twice a year", "Before each concert", "On call")
CUSTOMERS = (
    ("Desmond Pryce", "12 Linnet Close", "Saltmarsh", "01632 960112", "", "Every year"),
    ("Town Hall", "1 Market Square", "Marlow End", "01632 960140", "caretaker", "Twice a year"),
    ("Town Hall", "2 Bridge Street", "Upper Denby", "01632 960171", "bookings", "On call"),
    ("Old Mill Inn", "Mill Lane", "Marlow End", "01632 960155", "oldmill", "On call"),
    (
        "Corn Loft Theatre",
        "9 Granary Row",
        "Saltmarsh",
        "01632 960163",
        "stage",
        "Before each concert",
    ),
    ("St Anne's Primary School", "4 Church Hill", "Upper Denby", "01632 960128", "", "Every year"),
    ("Harriet Voss", "3 Tanner's Yard", "Saltmarsh", "01632 960184", "", "Every year"),
    ("Leopold Finch", "5 Tanner's Yard", "Saltmarsh", "01632 960193", "", "Twice a year"),
    ("Agnes Thorley", "3 Tanner Street", "Upper Denby", "01632 960107", "thorley", ""),
    ("Ruben Achterberg", "27 Canal Walk", "Marlow End", "01632 960136", "", "Every year"),
)
SERVICES = (
    ("Tuning an upright piano", "service", "95"),
    ("Tuning a grand piano", "service", "130"),
    ("Tuning a grand piano for a concert", "service", "190"),
    ("Humidity check", "service", "20"),
    ("Bass string", "goods", "38"),
    ("Set of hammer felts", "goods", "64"),
    ("Castor cup", "goods", "4.5"),
)
WORKS = (
    "Restringing the Blüthner",
    "Cleaning the Bechstein",
    "New felts for the school's upright",
    "Workshop and stores",
)
HOURS = (
    ("edwin", date(2026, 5, 11), 4, 0),
    ("bryony", date(2026, 5, 11), 2, 3),
    ("bryony", date(2026, 5, 8), 6, 1),
    ("edwin", date(2026, 5, 8), 1, 2),
    ("bryony", date(2026, 5, 7), 5, 0),
)


def get(name):
    """A model of the office."""
    return Pool().get(name)


def firm():
    """The firm itself, in pounds."""
    pound = {"name": "Pound", "code": "GBP", "numeric_code": "826", "symbol": "£", "digits": 2}
    [currency] = get("currency.currency").create(
        [pound | {"rates": [("create", [{"date": date(2026, 1, 1), "rate": Decimal(1)}])]}]
    )
    [party] = get("party.party").create([{"name": "Hammer & Felt"}])
    [company] = get("company.company").create([{"party": party.id, "currency": currency.id}])
    return company


def tuners(company):
    """Those who work there, each with an account."""
    groups = get("res.group").search([("name", "in", GROUPS)])
    [english] = get("ir.lang").search([("code", "=", "en")])
    made = {}
    for login, (name, password) in TUNERS.items():
        [party] = get("party.party").create([{"name": name}])
        [employee] = get("company.employee").create([{"party": party.id, "company": company.id}])
        account = {
            "name": name,
            "login": login,
            "password": password,
            "email": f"{name.replace(' ', '.').lower()}@example.com",
            "language": english.id,
            "groups": [("add", [group.id for group in groups])],
            "companies": [("add", [company.id])],
            "company": company.id,
            "employees": [("add", [employee.id])],
            "employee": employee.id,
        }
        get("res.user").create([account])
        made[login] = employee
    return made


def customers() -> None:
    """Whose pianos they tune."""
    made = get("party.category").create([{"name": name} for name in CATEGORIES])
    known = {category.name: category.id for category in made}
    for name, street, city, phone, mail, category in CUSTOMERS:
        place = city.replace(" ", "").lower()
        ways = [{"type": "phone", "value": phone}]
        if mail:
            ways.append({"type": "email", "value": f"{mail}@{place}.example.com"})
        customer = {
            "name": name,
            "addresses": [("create", [{"street_name": street, "city": city}])],
            "contact_mechanisms": [("create", ways)],
            "categories": [("add", [known[category]])] if category else [],
        }
        get("party.party").create([customer])


def services() -> None:
    """What they do and sell."""
    [unit] = get("product.uom").search([("name", "=", "Unit")])
    for name, sort, price in SERVICES:
        service = {
            "name": name,
            "type": sort,
            "default_uom": unit.id,
            "list_price": Decimal(price),
            "products": [("create", [{}])],
        }
        get("product.template").create([service])


def hours(company, employees) -> None:
    """What they have been at, and for how long."""
    works = get("timesheet.work").create([{"name": name, "company": company.id} for name in WORKS])
    lines = [
        {
            "employee": employees[login].id,
            "company": company.id,
            "date": day,
            "duration": timedelta(hours=long),
            "work": works[number].id,
        }
        for login, day, long, number in HOURS
    ]
    get("timesheet.line").create(lines)


def settled() -> None:
    """Nothing of the application's own set-up is left to do."""
    items = get("ir.module.config_wizard.item").search([])
    get("ir.module.config_wizard.item").write(items, {"state": "done"})


def fill() -> None:
    """Make all that there is on the first day."""
    Pool.start()
    Pool(DATABASE).init()
    with Transaction().start(DATABASE, 1, context={}):
        company = firm()
        employees = tuners(company)
        with Transaction().set_context(company=company.id, companies=[company.id]):
            customers()
            services()
            hours(company, employees)
        settled()
        Transaction().commit()


fill()
