# Every target sets up what it needs, once; a second run starts at once.
# Another interpreter: make play PYTHON=python3.13. More arguments: make play ARGS="malaya --side japan".

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install -c constraints.txt
SOURCES := pyproject.toml constraints.txt
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help play test check docs bench clean

help:
	@echo "make play    play in the browser; the page lets you choose a game"
	@echo "make test    run all tests"
	@echo "make check   format, lint, types, import rules"
	@echo "make docs    build the documentation into docs/_build/html"
	@echo "make bench   measure speed, memory and start of every system"
	@echo "make clean   remove everything that these have made"

play: $(VENV)/.for-play
	@$(BIN)/hexfront play $(ARGS)

# On all processors; ARGS="-n 0" runs one test after another in one process.
test: $(VENV)/.for-work
	$(BIN)/python -m pytest -n logical --maxprocesses 8 --dist worksteal $(ARGS)

check: $(VENV)/.for-work $(if $(shell command -v npm),node_modules/.for-work)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(if $(shell command -v npm),npm run --silent check,@echo "types of the browser modules not checked: npm was not found")

docs: $(VENV)/.for-work
	$(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet docs docs/_build/html
	@echo "open docs/_build/html/index.html"

bench: $(VENV)/.for-work
	$(BIN)/hexfront bench $(ARGS)

clean:
	rm -rf $(VENV) node_modules docs/_build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/.made:
	@$(PYTHON) .ci/check_python.py
	@echo "Making $(VENV)"
	@$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(VENV)/.for-play: $(VENV)/.made $(SOURCES)
	@echo "Installing Hexfront; only the first time"
	@$(PIP) -e '.[web]'
	@touch $@

$(VENV)/.for-work: $(VENV)/.made $(SOURCES)
	@echo "Installing Hexfront and what its tests need; only the first time"
	@$(PIP) -e '.[dev]'
	@touch $@ $(VENV)/.for-play

node_modules/.for-work: package.json
	npm install --no-package-lock --no-audit --no-fund --silent
	@touch $@
