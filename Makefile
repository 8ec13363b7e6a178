# make play: set up and play.   make test: set up and check everything.   The second time both are quick.
PYTHON ?= python3
UV_VERSION = 0.13.7
VENV = .venv
BIN = $(VENV)/bin
SOURCES = src tests benchmarks
REPORTS = docs/reports/lab
PLANS = $(REPORTS)/plans
LAB = KAKOMI_DATA=build/lab $(BIN)/kakomi lab
RULE_SETS = enso-standard iago-standard iago-loose iago-simple toot-standard enclose5-standard \
	enclosure-chess-5x5 enclosure-chess-7x7 enclosure-chess-six
PAIRS = iago-captures:forced:free toot-tiles:15-5:18-6 enclose5-size:15:21 enclose5-target:10:20 \
	enclosure-chess-5x5-vacated:open:closed enclosure-chess-7x7-vacated:open:closed

.PHONY: help play terminal setup test check format unit bench mutants lock clean
.PHONY: web web-check browser reports
.DEFAULT_GOAL := help

help:
	@sed -n 's/^## //p' Makefile

## make play      set up, then play in the browser: starts the server on this machine, prints its address
play: setup web
	@$(BIN)/kakomi serve

## make terminal  set up, then choose a game and play it in the terminal
terminal: setup
	@$(BIN)/kakomi

## make setup     the environment in .venv, with the command .venv/bin/kakomi
setup: $(VENV)/.setup

## make web       build the pages of the browser (with Node from PyPI where the machine has none)
web: setup
	@$(BIN)/python web/build.py --has-node || $(BIN)/uv pip install -q --python $(BIN)/python --require-hashes -r web/node.lock
	@$(BIN)/python web/build.py

web-check: $(VENV)/.setup-dev
	@$(BIN)/python web/build.py --has-node || $(BIN)/uv pip install -q --python $(BIN)/python --require-hashes -r web/node.lock
	@$(BIN)/python web/build.py --check

## make test      lint, types and all tests
test: check unit

## make check     format, lint and types
check: $(VENV)/.setup-dev web-check
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/mypy

unit: $(VENV)/.setup-dev browser
	@$(BIN)/python web/build.py
	@$(BIN)/python -m tests.warm
	$(BIN)/pytest -n 3 --dist worksteal --durations=25

# The browser tests need one; on Debian and Ubuntu it is brought here, elsewhere they say what is missing.
browser:
	@for name in chromium chromium-browser google-chrome google-chrome-stable; do \
		if command -v $$name >/dev/null; then exit 0; fi; \
	done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "Installing chromium for the browser tests ..."; \
		apt-get update -qq >/dev/null && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends chromium >/dev/null; \
	else \
		echo "The browser tests need chromium. On Debian and Ubuntu: apt install chromium"; exit 1; \
	fi

## make format    put the sources into the project's form
format: $(VENV)/.setup-dev
	$(BIN)/ruff check --fix-only $(SOURCES)
	$(BIN)/ruff format $(SOURCES)

## make bench     speeds as ratios to the C++ yardstick in one run (needs g++ or another C++ compiler as CXX)
bench: $(VENV)/.setup-dev
	$(BIN)/python -m benchmarks.speed
	$(BIN)/python -m benchmarks.search

## make mutants   change one rule at a time; some test must notice (about ten minutes)
mutants: $(VENV)/.setup-dev
	$(BIN)/python -m tests.mutants

## make reports   play the lab's plans and write docs/reports/lab (about forty minutes; goes on where it was stopped)
reports: setup
	@for rules in 5x5 7x7 six; do $(BIN)/kakomi solve enclosure_chess --rules $$rules >/dev/null || exit 1; done
	@for plan in $(PLANS)/*.toml; do echo "$$plan"; $(LAB) run $$plan || exit 1; done
	@for name in $(RULE_SETS); do $(LAB) report $$name --out $(REPORTS)/$$name.html || exit 1; done
	@$(LAB) index $(RULE_SETS) --out $(REPORTS)/index.html
	@{ printf '# Comparisons\n\nWhat a change of the rules changes, by `kakomi lab compare`; the plans are in [plans](plans/). '; \
	printf 'Real differences are in bold.\n'; \
	for pair in $(PAIRS); do set -- $$(echo $$pair | tr : ' '); \
		printf '\n## %s?\n\n' "$$(sed -n '1s/^# \(.*\):.*/\1/p' $(PLANS)/compare-$$1-$$2.toml)"; \
		$(LAB) compare --markdown --fixed-sample compare-$$1-$$2 compare-$$1-$$3 || exit 1; \
	done; } >$(REPORTS)/comparisons.new && mv $(REPORTS)/comparisons.new $(REPORTS)/comparisons.md

## make lock      compile the lock files anew from pyproject.toml
lock: $(VENV)/.setup-dev
	$(BIN)/uv pip compile -q --universal --no-annotate --no-header --no-emit-index-url --generate-hashes pyproject.toml --extra server -o requirements.lock
	$(BIN)/uv pip compile -q --universal --no-annotate --no-header --no-emit-index-url --generate-hashes pyproject.toml --extra server --extra cuda --group dev -o requirements-dev.lock

$(BIN)/uv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Kakomi needs Python 3.11 or newer; $(PYTHON) is older or missing. Try: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "Python's venv module is missing. On Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@echo "Making the environment in $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -q --disable-pip-version-check uv==$(UV_VERSION) || { echo "uv could not be installed: is the package index within reach?"; exit 1; }

$(VENV)/.setup: requirements.lock pyproject.toml | $(BIN)/uv
	@if [ ! -e $(VENV)/.setup-dev ]; then $(BIN)/uv pip install -q --python $(BIN)/python --require-hashes -r requirements.lock; fi
	@$(BIN)/uv pip install -q --python $(BIN)/python --no-deps -e .
	@touch $@

$(VENV)/.setup-dev: requirements-dev.lock pyproject.toml | $(BIN)/uv
	@$(BIN)/uv pip install -q --python $(BIN)/python --require-hashes -r requirements-dev.lock
	@$(BIN)/uv pip install -q --python $(BIN)/python --no-deps -e .
	@touch $@ $(VENV)/.setup

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
