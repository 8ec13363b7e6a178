# make play: set up and play.   make test: set up and check everything.   The second time both are quick.
PYTHON ?= python3
UV_VERSION = 0.13.7
VENV = .venv
BIN = $(VENV)/bin
SOURCES = src tests benchmarks tools examples

# The tests start hundreds of interpreters: let Python cache the bytecode of what they import, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help play terminal setup test quick check format unit bench mutants lock clean
.PHONY: web web-check web-packages browser reports docs
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

## make web       build the pages of the browser and the engines that think there (Node and the linker come from PyPI)
web: setup
	@$(BIN)/python web/build.py --has-node || $(BIN)/uv pip install -q --python $(BIN)/python --require-hashes -r web/node.lock
	@$(BIN)/python web/build.py --has-linker || $(BIN)/uv pip install -q --python $(BIN)/python --require-hashes -r web/engines.lock
	@$(BIN)/python web/build.py

web-packages: $(VENV)/.setup-dev
	@$(BIN)/python web/build.py --has-node || $(BIN)/uv pip install -q --python $(BIN)/python --require-hashes -r web/node.lock
	@$(BIN)/python web/build.py --prepare

web-check: web-packages
	@$(BIN)/python web/build.py --check

## make test      lint, types and all tests; the checks run beside the tests and speak when they are done
test:
	@$(MAKE) --no-print-directory -j 2 web-packages browser
	@mkdir -p build; { $(MAKE) --no-print-directory check >build/check.log 2>&1; checked=$$?; cat build/check.log; exit $$checked; } & \
	$(MAKE) --no-print-directory unit; tested=$$?; wait $$!; checked=$$?; \
	[ $$checked = 0 ] || echo "make check failed: see above, or build/check.log"; exit $$((checked + tested))

## make quick     format, lint, types, and the tests of what changed (no browser, no servers)
quick: $(VENV)/.setup-dev
	@$(BIN)/python -m tools.quick

## make check     format, lint and types; names the reports that other sources were used for
check: $(VENV)/.setup-dev web-check
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/mypy
	@$(BIN)/python -m benchmarks.reports --stale

unit: web-packages browser
	@$(BIN)/python web/build.py
	@$(BIN)/python -m tests.warm
	$(BIN)/python -m pytest -p tests.processes --processes 5 --durations=25

# The browser tests need Chromium: on Debian and Ubuntu it is installed here, elsewhere a message says what is missing.
browser:
	@for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do \
		if command -v $$name >/dev/null; then exit 0; fi; \
	done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "Installing chromium for the browser tests ..."; \
		apt-get update -qq >/dev/null; \
		for name in chromium-headless-shell chromium; do \
			DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $$name >/dev/null && exit 0; \
		done; exit 1; \
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

## make reports   play the lab's plans and write docs/reports/lab and build/reports (about forty minutes; can be stopped and continued)
reports: $(VENV)/.setup-dev
	@$(BIN)/python -m benchmarks.reports

## make docs      build the documentation into build/site (needs no network)
docs: $(VENV)/.setup-dev
	@$(BIN)/python -m tools.pictures
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@echo "build/site/index.html is the first page"

## make lock      compile the lock files again from pyproject.toml
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
