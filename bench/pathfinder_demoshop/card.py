"""Payment cards.

What the shop can check before it asks the bank, and what the bank of this shop says.
"""

import re
from datetime import date

DECLINED = "4000000000000002"


def digits(number: str) -> str:
    """A card number without its spaces and hyphens."""
    return re.sub(r"[\s-]", "", number)


def number_is_valid(number: str) -> bool:
    """Whether the digits pass the Luhn check."""
    figures = digits(number)
    if not re.fullmatch(r"\d{13,19}", figures):
        return False
    doubled = [int(figure) * (1 + place % 2) for place, figure in enumerate(reversed(figures))]
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0


def expiry_error(expiry: str, today: date | None = None) -> str:
    """What is wrong with an expiry date such as 09/29 or 09/2029; empty if nothing."""
    match = re.fullmatch(r"\s*(0?[1-9]|1[0-2])\s*[/-]?\s*(?:20)?(\d\d)\s*", expiry)
    if not match:
        return "Enter the expiry date as MM/YY"
    day = today or date.today()
    month, year = int(match[1]), 2000 + int(match[2])
    return "Your card has expired" if (year, month) < (day.year, day.month) else ""


def brand(number: str) -> str:
    """The card scheme, by its first digits."""
    figures = digits(number)
    if figures.startswith("4"):
        return "Visa"
    if figures.startswith(("34", "37")):
        return "American Express"
    return "Mastercard" if figures.startswith(("2", "5")) else "Card"


def is_declined(number: str) -> bool:
    """Whether the bank refuses the card: a well-known test number."""
    return digits(number) == DECLINED
