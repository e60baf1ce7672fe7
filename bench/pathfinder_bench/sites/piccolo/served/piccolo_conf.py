"""Where Piccolo finds the database."""

import tables
from piccolo.conf.apps import AppRegistry

DB = tables.DB
APP_REGISTRY = AppRegistry(apps=["piccolo.apps.user.piccolo_app"])
