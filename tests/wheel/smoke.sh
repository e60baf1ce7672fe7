#!/usr/bin/env bash
# Builds the wheels, installs them into an empty environment, and uses them from an empty folder, as somebody does who has no checkout.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset PYTHONPATH

say() { printf '\n== %s\n' "$*"; }

say "build"
.venv/bin/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$work/wheels" . ./bench
rm -rf build bench/build
"${PYTHON:-python3}" -m venv "$work/env"
install() { "$work/env/bin/python" -m pip install --quiet --disable-pip-version-check --constraint "$root/constraints.txt" "$@"; }
wheel=$(echo "$work"/wheels/pathfinder_testing-*.whl)

mkdir "$work/empty"
cd "$work/empty"
pathfinder() { "$work/env/bin/pathfinder" "$@"; }

say "one import name"
install "$wheel"
site=$("$work/env/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
for name in agents webprocessor analysis tests bench; do
  test ! -e "$site/$name" || { echo "the wheel installs $name at top level"; exit 1; }
done

say "what is missing is named"
refused() { # EXIT TEXT COMMAND…
  local code=0 expected=$1 text=$2
  shift 2
  pathfinder "$@" >out 2>&1 || code=$?
  cat out
  test "$code" = "$expected" || { echo "exit code $code instead of $expected"; exit 1; }
  grep -q "$text" out
  test "$(wc -l <out)" = 1
}
refused 2 "pathfinder-testing\[demo\]" demo-shop
refused 2 "pathfinder-testing\[analysis\]" table --published
refused 2 "pathfinder-testing\[serve\]" serve .
printf x >cases.xlsx
refused 2 "pathfinder-testing\[xlsx\]" lint cases.xlsx

say "explore, example, replay, constellations"
install "$work"/wheels/pathfinder_demoshop-*.whl
buyer="$site/pathfinder/defaults/userdata/plans/scripts/buyer.yaml"
pathfinder explore --goal "make a purchase" --site demo --seed 1 --model "scripted/$buyer"
pathfinder example
pathfinder replay ts05 --out replayed
pathfinder constellations run try --out planned --workers 2

say "table"
install "$wheel[analysis]"
pathfinder table example-runs --published
pathfinder table planned
"$work/env/bin/python" -m pathfinder.analysis.linguistics --help
