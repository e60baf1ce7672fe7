"""Damage to files, by a seed: what editors, disks, merges and mischief do to them."""

import random
from collections.abc import Callable

Damage = Callable[[bytes, random.Random], bytes]
_DEEP = 60_000


def damaged(content: bytes, seed: int) -> tuple[str, bytes]:
    """The name of the damage that a seed stands for, and the content with it.

    The same seed always does the same.
    """
    chance = random.Random(seed)
    name = list(DAMAGES)[seed % len(DAMAGES)]
    return name, DAMAGES[name](content, chance)


def _at(content: bytes, chance: random.Random, piece: bytes) -> bytes:
    place = chance.randrange(len(content) + 1)
    return content[:place] + piece + content[place:]


def _cut(content: bytes, chance: random.Random) -> bytes:
    return content[: chance.randrange(len(content))]


def _flip(content: bytes, chance: random.Random) -> bytes:
    changed = bytearray(content)
    for _ in range(1 + len(content) // 200):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _value(piece: bytes) -> Damage:
    """Something else in the place of one line's, or one field's, value."""

    def change(content: bytes, chance: random.Random) -> bytes:
        places = [place for place in range(len(content)) if content[place : place + 1] == b":"]
        if not places:
            return _at(content, chance, piece)
        begin = chance.choice(places) + 1
        ends = [end for mark in (b"\n", b",", b"}") if (end := content.find(mark, begin)) >= 0]
        return content[:begin] + b" " + piece + content[min(ends, default=len(content)) :]

    return change


def _shuffled(content: bytes, chance: random.Random) -> bytes:
    lines = content.splitlines(keepends=True)
    chance.shuffle(lines)
    return b"".join(lines)


def _doubled(content: bytes, chance: random.Random) -> bytes:
    lines = content.splitlines(keepends=True)
    line = chance.choice(lines)
    return content + line


def _bomb(content: bytes, chance: random.Random) -> bytes:
    """Ten aliases of ten aliases of …: a file of a few lines that would fill the memory."""
    levels = [b"a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    for level in range(1, 12):
        levels.append(b"a%d: &a%d [%s]" % (level, level, b", ".join([b"*a%d" % (level - 1)] * 10)))
    return b"\n".join(levels) + b"\n" + content


def _themselves(content: bytes, chance: random.Random) -> bytes:
    """An alias inside of what it names: without end."""
    return b"a: &a\n  b: *a\n" + content


DAMAGES: dict[str, Damage] = {
    "NUL": lambda content, chance: _at(content, chance, b"\0"),
    "not UTF-8": lambda content, chance: _at(content, chance, b"\xff\xfe\x80"),
    "half a character": lambda content, chance: _at(content, chance, b"\xc3"),
    "a lone surrogate": _value(b'"\\ud83d"'),
    "an escape sequence": lambda content, chance: _at(content, chance, b"\x1b[2J"),
    "cut off": _cut,
    "flipped bytes": _flip,
    "a huge number": _value(b"9" * 5000),
    "a number without end": _value(b"1e999"),
    "not a number": _value(b"NaN"),
    "null": _value(b"null"),
    "a list": _value(b"[1, [2], {}]"),
    "a mapping": _value(b'{"a": {"b": 1}}'),
    "a tag": _value(b"!!python/object/apply:os.getcwd []"),
    "a date that is none": _value(b"2024-99-99"),
    "deep brackets": lambda content, chance: b"[" * _DEEP + content,
    "deep braces": _value(b'{"a":' * _DEEP),
    "deep lists in order": _value(b"[" * 20_000 + b"]" * 20_000),
    "many aliases": _bomb,
    "an alias of itself": _themselves,
    "shuffled lines": _shuffled,
    "a line twice": _doubled,
    "another byte order": lambda content, chance: content.decode(errors="replace").encode("utf-16"),
    "empty": lambda content, chance: b"",
    "only blanks": lambda content, chance: b" \t\n\r\n\x85\xc2\xa0" * 3,
}
