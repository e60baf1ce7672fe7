"""The printer's first data: helpers, settings and print files. `python fill.py FOLDER`."""

import json
import sys
from pathlib import Path

import yaml
from octoprint.access.users import UserManager

KEY = "a-site-on-loopback-has-no-secrets"
HELPERS = {
    "nadia": ("Spool-rack-55", ["users", "admins"], True),
    "lars": ("Hotend-cap-31", ["users"], True),
    "nora": ("Bed-level-74", ["users"], True),
    "yusuf": ("Fan-shroud-20", ["users"], True),
    "wilma": ("Belt-clamp-68", ["users"], False),
}
MATERIALS = (("PLA", 205, 60), ("PETG", 245, 80), ("TPU", 225, 50), ("ABS", 235, 100))
FILES = {
    "cable_clip.gcode": (12, 310),
    "knob_16mm.gcode": (20, 1840),
    "lamp_foot.gcode": (60, 7420),
    "old_hook.gcode": (24, 2260),
    "radio_battery_door.gcode": (40, 4130),
    "test_cube.gcode": (30, 2780),
    "toaster_lever.gcode": (16, 1290),
    "vacuum_nozzle.gcode": (80, 11650),
    "bags/drawstring_stop.gcode": (10, 420),
    "bags/buckle_25mm.gcode": (18, 1520),
}
# Versions of plugins and whatever else would be asked of other hosts is off.
OFF = (
    "achievements",
    "announcements",
    "corewizard",
    "discovery",
    "errortracking",
    "file_check",
    "firmware_check",
    "health_check",
    "pi_support",
    "pluginmanager",
    "softwareupdate",
    "tracking",
)


def settings() -> dict[str, object]:
    """What OctoPrint keeps in config.yaml."""
    return {
        "accessControl": {"defaultReauthenticationTimeout": 60, "salt": "loopback"},
        "api": {"key": KEY},
        "appearance": {"name": "Printer 1"},
        "plugins": {"_disabled": list(OFF), "virtual_printer": {"enabled": True}},
        "printerProfiles": {"default": "_default"},
        "serial": {"autoconnect": True, "port": "VIRTUAL", "baudrate": 115200},
        "server": {
            "firstRun": False,
            "secretKey": KEY,
            "onlineCheck": {"enabled": False},
            "pluginBlacklist": {"enabled": False},
            "pythonEolCheck": {"enabled": False},
            "ipCheck": {"enabled": False},
        },
        "temperature": {
            "profiles": [
                {"name": name, "extruder": extruder, "bed": bed}
                for name, extruder, bed in MATERIALS
            ]
        },
    }


def helpers() -> dict[str, object]:
    """What OctoPrint keeps in users.yaml."""
    return {
        name: {
            "active": active,
            "apikey": None,
            "groups": groups,
            "password": UserManager.create_password_hash(password),
            "permissions": [],
            "roles": ["user", "admin"] if "admins" in groups else ["user"],
            "settings": {},
        }
        for name, (password, groups, active) in HELPERS.items()
    }


def program(layers: int, length: int) -> str:
    """A print of that many layers, a square each, of so many millimetres of filament in all."""
    lines = ["M140 S60", "M104 S205", "G21", "G90", "M82", "G28", "G92 E0"]
    corners = ((120, 80), (120, 120), (80, 120), (80, 80))
    for layer in range(layers):
        lines += [f"G1 Z{0.2 * (layer + 1):.2f} F600", "G1 X80 Y80 F6000"]
        for side, (x, y) in enumerate(corners, 1):
            used = length * (4 * layer + side) / (4 * layers)
            lines.append(f"G1 X{x} Y{y} E{used:.4f} F1800")
    return "\n".join([*lines, "M104 S0", "M140 S0", "M84", ""])


def analysis(layers: int, length: int) -> dict[str, object]:
    """What OctoPrint would find out about a program: millimetres, cubic centimetres, seconds."""
    area = {"minX": 80.0, "maxX": 120.0, "minY": 80.0, "maxY": 120.0, "minZ": 0.0}
    height = 0.2 * layers
    return {
        "dimensions": {"width": 40.0, "depth": 40.0, "height": height},
        "estimatedPrintTime": 5.4 * layers,
        "filament": {"tool0": {"length": float(length), "volume": length * 2.405 / 1000}},
        "printingArea": area | {"maxZ": height},
    }


def fill(folder: Path) -> None:
    """Write all that there is on the first day."""
    folder.mkdir(parents=True)
    for name, kept in (("config.yaml", settings()), ("users.yaml", helpers())):
        (folder / name).write_text(yaml.safe_dump(kept), encoding="utf-8")
    for name, (layers, length) in FILES.items():
        file = folder / "uploads" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(program(layers, length), encoding="utf-8")
        note = file.with_name(".metadata.json")
        known = json.loads(note.read_text(encoding="utf-8")) if note.exists() else {}
        known[file.name] = {"analysis": analysis(layers, length)}
        note.write_text(json.dumps(known), encoding="utf-8")


fill(Path(sys.argv[1]))
