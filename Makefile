# make demo: buy something in the demo shop with the embedded model. make test: lint, types and tests.
# Both set up what is missing first; the second time they start at once.

PYTHON ?= python3
GOAL   ?= make a purchase
MODEL  := qwen2.5-coder-1.5b
TINY   := smollm2-135m
EXTRAS := accessibility,serve,xlsx,openai,mcp,analysis,ray,dev
BIN    := .venv/bin
SPREAD := -n auto --dist loadfile --no-loadscope-reorder

.PHONY: demo test test-long lint wheel exports bench decisions mutants setup browser models native clean
.DELETE_ON_ERROR:

demo: setup
	$(BIN)/pathfinder explore --goal "$(GOAL)" --site demo

test: setup lint
	@$(BIN)/pathfinder models pull $(TINY)
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --part short $(SPREAD)

# What takes a minute of its own: commands that are killed and begun again, weights that are loaded anew, more cases of a kind
test-long: setup
	@$(BIN)/pathfinder models pull $(TINY)
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --part long $(SPREAD)

lint: .venv/.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

wheel: setup
	bash tests/wheel/smoke.sh

# Whether exports of recorded sessions run green where PathFinder is not installed
exports: setup
	$(BIN)/python tests/exports/check.py

bench: setup
	$(BIN)/python -m bench
	$(BIN)/pathfinder bench redteam

# How well single decisions are made, on the sets of bench/decisions; exit code 1 where a figure is worse than the baseline's. A part: make
# decisions ONLY="--set choices --sample 10"
decisions: setup
	$(BIN)/pathfinder bench decisions $(ONLY)

# Whether a test notices each mistake that bench/mutants.yaml lists; about seven minutes. One area: make mutants ONLY=masking
mutants: setup
	$(BIN)/python -m bench.mutants $(ONLY)

setup: browser .venv/.stamp models

.venv/.stamp: pyproject.toml bench/pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; name it with: make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  if [ "$$(id -u)" = 0 ]; then apt-get update -qq && apt-get install -y -qq python3-venv; \
	  else echo "venv is missing; run: sudo apt-get install python3-venv"; exit 1; fi
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "Installing PathFinder and what it needs into .venv: two to three minutes the first time"
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --constraint constraints.txt --editable '.[$(EXTRAS)]' --editable 'bench[miniwob]'
	@touch $@

browser:
	@if ! { command -v chromium || command -v chromium-browser || command -v google-chrome; } >/dev/null || ! command -v chromedriver >/dev/null; then \
	  if [ "$$(id -u)" = 0 ]; then \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium chromium-driver; \
	  else \
	    echo "Chromium or its driver is missing; run: sudo apt-get install chromium chromium-driver"; exit 1; \
	  fi; fi
# The same engine without windows takes little more than half of the processor's time; PathFinder does without it, too. The lists are not
# fetched for it: where they do not name it, the next run is not to wait for them again.
	@if [ "$$(id -u)" = 0 ] && ! command -v chromium-headless-shell >/dev/null && apt-cache show chromium-headless-shell >/dev/null 2>&1; then \
	  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium-headless-shell chromium chromium-driver || \
	    echo "chromium-headless-shell could not be installed: Chromium itself is used, which is slower"; \
	  fi

models: .venv/.stamp
	@$(BIN)/pathfinder models pull $(MODEL)

# llama.cpp for this machine's processor: models read in about half of the time; four to five minutes on two cores
native: .venv/.stamp
	@if ! { command -v cmake && command -v make && { command -v c++ || command -v g++ || command -v clang++; }; } >/dev/null; then \
	  if [ "$$(id -u)" = 0 ]; then apt-get update -qq && apt-get install -y -qq cmake make g++; \
	  else echo "Tools are missing; run: sudo apt-get install cmake make g++"; exit 1; fi; fi
	$(BIN)/pathfinder models build

clean:
	rm -rf .venv build *.egg-info .mypy_cache .pytest_cache .ruff_cache
