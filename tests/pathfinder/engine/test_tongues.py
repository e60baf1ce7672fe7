"""What languages call themselves."""

import pytest
from babel import Locale, localedata

from pathfinder.core.yamlfile import read_yaml
from pathfinder.engine.tongues import NAMES, is_a_language


def test_the_file_of_names_says_what_babel_knows():
    codes = [code for code in localedata.locale_identifiers() if "_" not in code]
    known = {code: Locale.parse(code).get_display_name() for code in codes}
    assert read_yaml(NAMES).content == {code: name for code, name in known.items() if name}


@pytest.mark.parametrize("name", ["Deutsch", "Français", "francais", "English (United Kingdom)"])
def test_a_language_is_known_by_its_own_name(name):
    assert is_a_language(name)


@pytest.mark.parametrize("name", ["", "Languages", "German lessons"])
def test_other_words_are_no_language(name):
    assert not is_a_language(name)
