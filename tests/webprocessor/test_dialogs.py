"""What a native dialog says, told by drivers of both sorts."""

from types import SimpleNamespace

from selenium.common.exceptions import NoAlertPresentException, UnexpectedAlertPresentException

from pathfinder.webprocessor.dialogs import dialog_text


class Switch:
    """A driver that knows a dialog's text, or has none open."""

    def __init__(self, text):
        self._text = text

    @property
    def alert(self):
        if self._text is None:
            raise NoAlertPresentException
        return SimpleNamespace(text=self._text)


def driver(text):
    return SimpleNamespace(switch_to=Switch(text))


def test_a_driver_that_tells_the_text_is_not_asked_again():
    told = UnexpectedAlertPresentException("open", alert_text="Delete it?")
    assert dialog_text(driver("another"), told) == "Delete it?"


def test_a_driver_that_tells_none_is_asked():
    told = UnexpectedAlertPresentException("open")
    assert dialog_text(driver("Delete it?"), told) == "Delete it?"


def test_a_dialog_that_is_gone_by_then_says_nothing():
    assert dialog_text(driver(None), UnexpectedAlertPresentException("open")) == ""
