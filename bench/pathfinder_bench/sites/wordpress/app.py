"""The website of a guild of bell-ringers, kept by WordPress, told by its database."""

import json
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pathfinder.core.yamlfile import read_yaml
from pathfinder_bench.sites.differences import Row, differences, holds, key_of, the_only
from pathfinder_bench.sites.serving import (
    bring_back,
    dangling,
    install_apt,
    packages_of,
    php,
    run_tool,
    serving,
)

_HERE = Path(__file__).parent
_EXTENSIONS = (
    "ctype",
    "dom",
    "fileinfo",
    "iconv",
    "mbstring",
    "mysqlnd",
    "mysqli",
    "posix",
    "simplexml",
    "tokenizer",
    "xml",
    "xmlreader",
)
_STATE = {
    "post": "select p.ID as id, post_type, post_title, post_status, post_content, post_excerpt,"
    " post_author, post_password, post_parent, comment_status, (select group_concat(t.name"
    " order by t.name) from wp_term_relationships r join wp_term_taxonomy x using"
    " (term_taxonomy_id) join wp_terms t using (term_id) where r.object_id = p.ID) as terms"
    " from wp_posts p where post_status <> 'auto-draft'"
    " and post_type in ('post', 'page', 'attachment', 'wp_block')",
    "comment": "select comment_ID as id, comment_post_ID, comment_author, comment_author_email,"
    " comment_author_url, comment_content, comment_approved, comment_parent from wp_comments",
    "person": "select ID as id, user_login, user_email, user_pass, user_url, display_name,"
    " meta_value as roles from wp_users left join wp_usermeta"
    " on user_id = ID and meta_key = 'wp_capabilities'",
    "term": "select term_id as id, name, slug, taxonomy, description, parent"
    " from wp_terms join wp_term_taxonomy using (term_id)"
    " where taxonomy in ('category', 'post_tag')",
    "setting": "select option_name as id, option_value from wp_options where option_name in"
    " ('active_plugins', 'admin_email', 'blog_public', 'blogdescription', 'blogname',"
    " 'comment_moderation', 'comment_registration', 'default_category', 'default_comment_status',"
    " 'default_role', 'page_on_front', 'permalink_structure', 'posts_per_page', 'show_on_front',"
    " 'sticky_posts', 'stylesheet', 'timezone_string', 'users_can_register', 'wp_user_roles')",
}
_State = dict[tuple[str, str], Row]


def install(home: Path) -> None:
    """Unpack the packages, have the application make its tables, and fill them."""
    root = install_apt(home, packages_of(_HERE, "apt"))
    if (home / "first").is_dir():
        return
    app, data = home.absolute() / "app", home.absolute() / "data"
    for folder in (app, data):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(root / "usr/share/wordpress", app, ignore=dangling)
    shutil.copy(_HERE / "served/config.php", app / "wp-config.php")
    for folder in (data / "tables", data / "uploads"):
        folder.mkdir(parents=True)
    (app / "wp-content/uploads").symlink_to(data / "uploads")
    guild = data / "guild.json"
    guild.write_text(json.dumps(read_yaml(_HERE / "guild.yaml").content), encoding="utf-8")
    password = read_yaml(_HERE / "site.yaml").content["persona"]["account"]["password"]
    _run(home, [*_script(home, "fill.php"), str(app), str(guild), password])
    told = _run(home, [*_script(home, "tell.php"), json.dumps(_STATE)])
    (data / "first.json").write_text(told, encoding="utf-8")
    shutil.copytree(data, home / "first")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it, and its database beside it."""
    where = ["-S", f"127.0.0.1:{port}", "-t", str(home.absolute() / "app")]
    environment = _environment(home) | {"PHP_CLI_SERVER_WORKERS": "4"}
    command = _beside(home, [*_interpreter(home), *where])
    with serving(command, port, path="/wp-login.php", env=environment) as url:
        yield url


def published(home: Path, url: str, title: str, words: str, category: str) -> bool:
    """Whether exactly this article is new, in this category, and everybody can read it."""
    changed = _changed(home)
    (sort, _), one = the_only(changed)
    wanted = {"new": True, "post_type": "post", "post_status": "publish", "post_password": ""}
    return (
        sort == "post"
        and holds(one, wanted | {"post_title": title, "terms": category})
        and words in _text(one["post_content"])
    )


def withdrawn(home: Path, url: str, title: str) -> bool:
    """Whether exactly this article is not to be read any longer, and is kept as it was."""
    which = key_of(_first(home), "post", {"post_title": title})
    states = ("draft", "pending", "private")
    return _changed(home) in [{which: {"post_status": state}} for state in states]


def cleared(home: Path, url: str, shown: str, gone: str) -> bool:
    """Whether exactly the one comment can be seen, and the other is thrown away."""
    changed, first = _changed(home), _first(home)
    thrown = changed.pop(key_of(first, "comment", {"comment_author": gone}), {})
    away = [{"gone": True}, {"comment_approved": "spam"}, {"comment_approved": "trash"}]
    which = key_of(first, "comment", {"comment_author": shown})
    return thrown in away and changed == {which: {"comment_approved": "1"}}


def promoted(home: Path, url: str, login: str, role: str) -> bool:
    """Whether exactly this person has another role, and no other but this."""
    who = key_of(_first(home), "person", {"user_login": login})
    roles = f'a:1:{{s:{len(role)}:"{role}";b:1;}}'
    return _changed(home) == {who: {"roles": roles}}


def _changed(home: Path) -> _State:
    """What is not as on the first day, by its sort and number: what differs, or all."""
    told = run_tool([*_script(home, "tell.php"), json.dumps(_STATE)], env=_environment(home))
    return differences(_first(home), _state(told))


def _first(home: Path) -> _State:
    return _state((home / "first/first.json").read_text(encoding="utf-8"))


def _state(told: str) -> _State:
    """All that goals are about, by sort and number."""
    return {
        (sort, str(row["id"])): {key: value or "" for key, value in row.items() if key != "id"}
        for sort, rows in json.loads(told).items()
        for row in rows
    }


def _text(content: str) -> str:
    """What one reads of an article."""
    return " ".join(re.sub(r"<[^>]*>", " ", content).split())


def _run(home: Path, command: list[str]) -> str:
    """Run a program with the database beside it; return what it printed."""
    return run_tool(_beside(home, command), env=_environment(home))


def _beside(home: Path, command: list[str]) -> list[str]:
    """The command that keeps the database as long as a program runs."""
    server = home.absolute() / "apt/usr/sbin/mariadbd"
    keeper = [sys.executable, str(_HERE / "served/serve.py")]
    return [*keeper, str(server), str(home.absolute() / "data"), *command]


def _script(home: Path, name: str) -> list[str]:
    return [*_interpreter(home), str(_HERE / "served" / name)]


def _interpreter(home: Path) -> list[str]:
    """PHP with its parts."""
    settings = {
        "zend_extension": "opcache",
        "opcache.enable_cli": "1",
        "memory_limit": "256M",
        "sendmail_path": "/bin/true",
    }
    return php(home.absolute() / "apt", _EXTENSIONS, settings)


def _environment(home: Path) -> dict[str, str]:
    """Where the libraries of the database lie, and the database."""
    [libraries] = (home.absolute() / "apt/usr/lib").glob("*-linux-gnu")
    return {
        "LD_LIBRARY_PATH": str(libraries),
        "GUILD_SOCKET": str(home.absolute() / "data/socket"),
    }
