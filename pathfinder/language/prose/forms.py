"""The forms of a tester's instructions: each a pattern, and what orders it makes."""

import re

from pathfinder.core.action import Kind
from pathfinder.language.prose.makers import (
    Maker,
    choose,
    click,
    dialog,
    fill,
    fill_each,
    fill_pairs,
    just,
    log_in,
    navigate,
    on,
    scroll,
    search,
    search_again,
    select,
    sort,
    tab,
    tick,
    upload,
    value_of,
    wait,
)
from pathfinder.language.prose.marked import PHRASE
from pathfinder.language.prose.targets import ROLES, Instruction, Target

_DIALOG = (
    r"(?:native |browser |javascript |confirmation "
    r")?(?:dialog|alert|prompt|confirmation|message box|pop-?up)(?: box| window| dialog)?"
)


def _form(pattern: str, make: Maker) -> tuple[re.Pattern[str], Maker]:
    return re.compile(pattern + r"\s*$", re.I | re.S), make


FORMS: tuple[tuple[re.Pattern[str], Maker], ...] = (
    _form(
        r"(?:go|navigate|step) back(?: in the browser| one page| to the previous page| with the "
        r"browser)?.*",
        just(Kind.BACK),
    ),
    _form(
        r"(?:press|click|use) (?:on )?the (?:browser'?s )?back button(?: of the browser)?",
        just(Kind.BACK),
    ),
    _form(r"(?:reload|refresh)\b.*", just(Kind.PRESS, "F5")),
    _form(r"wait(?: for)?(?: about)?(?: (?P<seconds>\d+(?:\.\d+)?) ?(?:s|seconds?)\b)?.*", wait),
    _form(
        r"(?:accept|confirm|dismiss|cancel|close|decline|answer) (?:in )?(?:the |that "
        rf")?{_DIALOG}\b.*",
        dialog,
    ),
    _form(
        rf"(?:press|click|choose) (?:on )?‹\d+› in the (?:native|browser|javascript) {_DIALOG}",
        dialog,
    ),
    _form(
        rf"(?:enter|type) {PHRASE} (?:in|into) the (?:native |browser )?(?:prompt|dialog)\b.*",
        dialog,
    ),
    _form(
        r"(?:(?:switch|change|return)(?: back)? to (?:the )?(?P<which>(?:[\w-]+\s+){0,2}tab(?: "
        r"‹\d+›)?|‹\d+› tab)"
        r"|go (?:back )?to the "
        r"(?P<other>(?:new|first|second|third|other|original|previous|browser)(?:ly opened)? "
        r"(?:browser )?tab))",
        tab,
    ),
    _form(
        r"(?:search|look)(?: again| there| once more|, this time)* for:? "
        rf"(?P<value>{PHRASE}|[^‹]+)",
        search,
    ),
    _form(r"(?:search|look)(?: again| once more)|start the search\b.*", search_again),
    _form(r"(?:without \w+ing\b.*|(?:keep|leave)\b[^‹\d]*)", just(None)),
    _form(
        r"(?:log|sign)[ -]?in(?: again| properly| correctly)?(?::|,? (?:as|with|using)|(?= "
        r"\())(?: the)?(?: following)?"
        r"(?: details| account| credentials| user(?:name)?| e-?mail(?: address)?)*:? "
        rf"\(?(?P<user>{PHRASE}|\S+)(?: ?/ ?| and | with |, | \()(?:the )?(?:password:? "
        rf")?(?P<password>{PHRASE}|[^\s()]+)\)?",
        log_in,
    ),
    _form(
        r"(?:look at|read|verify|review|observe|note|make sure|see|watch|stay|compare|inspect|do "
        r"nothing|check that)\b.*",
        just(None),
    ),
    _form(
        r"(?:fill(?: in| out)?|complete|enter|set|type)(?: the)?(?: fields?| form)?:? "
        rf"(?P<pairs>{PHRASE}(?: field)?\s*(?:with|as|to|=|:|\().*)",
        fill_pairs,
    ),
    _form(
        rf"(?:enter|type|input|write|put|insert|fill in)(?: the)? (?P<pairs>{PHRASE} "
        rf"(?:in|into|as|for|at|to) .*{PHRASE}.*{PHRASE}.*)",
        fill_each,
    ),
    _form(
        r"(?:upload|attach)(?: the)?(?: file)? (?P<value>‹\d+›|\S+)(?: (?:to|in|into|as|at) "
        r"(?P<field>.+))?",
        upload,
    ),
    _form(
        r"(?:enter|type|input|write|put|insert|fill in)(?: the)?(?: "
        r"(?:value|text|word|words|number|amount))? "
        rf"(?P<value>{PHRASE}|\d[\d.,:/-]*) "
        r"(?:in|into|as|for|at|to|under)(?: the)? (?P<field>.+)",
        fill,
    ),
    _form(
        r"(?:enter|type)(?: the following)?(?: text| value)? in(?:to)?(?: the)? (?P<field>.+?): "
        r"(?P<value>.+)",
        fill,
    ),
    _form(
        r"(?:enter|type|input|write|put|use|give)(?: the)? "
        rf"(?P<value>{PHRASE}|(?:(?!and )[^\s,‹]+ ?){{1,4}}?) as (?:the |your )?(?P<field>[\w "
        rf"-]{{3,30}})",
        fill,
    ),
    _form(
        r"(?:change|set|switch) the (?:sorting|sort order|order)(?: of [^‹]+?)? to (?:the "
        r")?(?P<value>‹\d+›|.+)(?P<field>)",
        sort,
    ),
    _form(
        r"(?:fill(?: in| out)?|complete|set|change|update|replace|edit|overwrite|enter|type)(?: "
        r"in)?(?: the)? (?P<field>.+?)"
        rf"(?: from {PHRASE})?(?:(?: with| to| by| as)(?: the (?:value|text))?:?|:) (?P<value>.+)",
        fill,
    ),
    _form(
        rf"(?:enter|type|input|write) (?P<value>{PHRASE}|\d[\d.,]*)",
        lambda m, t: [
            Instruction(Kind.TYPE, "", Target(roles=ROLES["field"]), value_of(m["value"], t))
        ],
    ),
    _form(
        r"(?:clear|empty)(?: the)?(?P<what> .+(?:field|box|input)|(?: field)? ‹\d+›)",
        on(Kind.CLEAR),
    ),
    _form(r"(?:uncheck|untick|deselect|check|tick|agree to|accept)(?: the)? (?P<what>.+)", tick),
    _form(
        r"(?:select|choose|pick|set)(?: the)?(?: option| value| entry| item)? "
        rf"(?P<value>{PHRASE}|[\w ]+?)(?: option| value)? "
        r"(?:from|in|under|for|as|at|of)(?: the)? "
        rf"(?P<field>{PHRASE}.*|.+?(?:list|drop-?down.*|menu|field|box|filters?|group|"
        rf"section)|[\w ]{{1,24}})",
        select,
    ),
    _form(
        r"(?:(?:have|get) (?:the |all )?(?:\w+ )?\w+ sorted|sort(?: "
        r"(?:the|these|those|all|them|it|this))?(?: \w+){0,2}?) "
        rf"(?:by|from|in order of)(?: the)? (?P<value>{PHRASE}|.+)(?P<field>)",
        sort,
    ),
    _form(
        r"sort\b.*?[,:] (?P<value>(?:the )?(?:lowest|highest|cheapest|dearest|most "
        r"expensive|newest|oldest)(?: \w+)? first)(?P<field>)",
        sort,
    ),
    _form(r"(?:select|choose|pick)(?: the)? (?P<what>.+)", choose),
    _form(r"scroll(?P<where> .+)?", scroll),
    _form(
        r"(?:hover(?: over| on)?|move the (?:mouse|pointer) (?:over|to|onto))(?: the)? "
        r"(?P<what>.+)",
        on(Kind.HOVER),
    ),
    _form(r"(?:click|double[- ]click|press|tap|hit|push|follow)(?: on)? (?P<what>.+)", click),
    _form(
        r"(?:confirm|finish|end|submit|save|send)(?: it| this| that)? (?:with|by|via|using)(?: "
        r"clicking| pressing)?(?: on)? (?P<what>.+)",
        click,
    ),
    _form(
        r"(?:go|navigate|browse|return|open|visit|start|switch)(?: back)?(?: to| at| on| up)?(?: "
        r"the)? (?P<where>.+)",
        navigate,
    ),
    _form(r"(?:submit|send)(?: the)?(?: form| it)", just(Kind.PRESS, "Enter")),
)
