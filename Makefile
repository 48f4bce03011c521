# Every target sets up what it needs, once; a second run starts at once.
# Another interpreter: make play PYTHON=python3.13. More arguments: make play ARGS="malaya --side japan".

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install
# Exact versions of everything, each file checked against its hash. Hexfront itself comes after.
INSTALL = $(PIP) --require-hashes -r requirements/$(1).txt && $(PIP) --no-deps --no-build-isolation -e .
SOURCES := pyproject.toml requirements/web.txt requirements/all.txt requirements/dev.txt
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help play setup test nightly test-everywhere golden check types docs ladder balance battles bench sbom pins clean

help:
	@echo "make play    play in the browser; the page lets you choose a game"
	@echo "make setup   install what all commands of hexfront need"
	@echo "make test    run all tests"
	@echo "make nightly run them with ten times the cases, and compare a million pairs of states; hours"
	@echo "make test-everywhere  run them with every Python 3.11 to 3.14 that is found"
	@echo "make golden  replay the golden games, one of them compiled, and compare every digest"
	@echo "make check   format, lint, types, import rules"
	@echo "make types   write the types of the browser modules anew, from what the server sends"
	@echo "make docs    build the documentation into docs/_build/html"
	@echo "make ladder  let the opponents of every system play each other, and write docs/ladder.md and ratings of levels"
	@echo "make balance let one opponent play all sides of every scenario with chance, 200 games each, and write docs/balance.md"
	@echo "make battles hold models of battles against recorded ones, and write docs/battles-results.md and docs/idahex-1973.md"
	@echo "make bench   measure speed, memory and start of every system"
	@echo "make sbom    write what a server is made of into dist/hexfront-serve.cdx.json (CycloneDX), with licences and hashes"
	@echo "make pins    choose the newest versions that pyproject.toml allows, with their hashes"
	@echo "make clean   remove everything that these have made"

play: $(VENV)/.for-play
	@$(BIN)/hexfront play $(ARGS)

setup: $(VENV)/.for-all
	@echo "hexfront is in $(BIN)"

# On all processors, as tests/conftest.py says; ARGS="-n 0" runs one test after another in one process.
# Compiled rules play the games of the tests in half the time.
test: $(VENV)/.for-work $(VENV)/.for-browser
	$(BIN)/hexfront compile
	$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

# What `make test` samples (tests/amounts.py), whole and as plain Python, and the long benchmarks.
nightly: $(VENV)/.for-work $(VENV)/.for-browser
	HEXFRONT_TESTS=whole HEXFRONT_COMPILE=never $(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)
	$(BIN)/python -m benchmarks.noninterference
	$(BIN)/python -m benchmarks.canary

test-everywhere: test
	.ci/every_python test ARGS="$(ARGS)"

golden: $(VENV)/.for-play
	@HEXFRONT_COMPILE=always $(BIN)/hexfront verify tests/golden/takeover/the-ring-players-2.jsonl
	@ls -S tests/golden/*/*.jsonl | xargs -n 1 -P "$$(getconf _NPROCESSORS_ONLN)" $(BIN)/hexfront verify

check: $(VENV)/.for-work $(if $(shell command -v npm),node_modules/.for-work)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(if $(shell command -v npm),npm run --silent check,@echo "types of the browser modules not checked: npm was not found")

types: $(VENV)/.for-work
	$(BIN)/python -m hexfront.server.browser_types

docs: $(VENV)/.for-work
	$(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet docs docs/_build/html
	@echo "open docs/_build/html/index.html"

ladder: $(VENV)/.for-work
	$(BIN)/hexfront compile
	$(BIN)/python -m benchmarks.ladder $(ARGS)

balance: $(VENV)/.for-work
	$(BIN)/hexfront compile
	$(BIN)/python -m benchmarks.balance $(ARGS)

battles: $(VENV)/.for-work
	$(BIN)/hexfront compile
	$(BIN)/python -m benchmarks.battles
	$(BIN)/python -m benchmarks.idahex_1973

bench: $(VENV)/.for-work
	$(BIN)/hexfront bench $(ARGS)

# The smaller files take their versions from the largest.
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11.5 --generate-hashes --no-annotate \
  --custom-compile-command "make pins" pyproject.toml requirements/build.in
pins: $(VENV)/.made
	@$(PIP) uv
	$(LOCK) --extra dev --upgrade --output-file requirements/dev.txt
	$(LOCK) --extra all --constraints requirements/dev.txt --output-file requirements/all.txt
	$(LOCK) --extra web --constraints requirements/dev.txt --output-file requirements/web.txt
	$(LOCK) --extra serve --constraints requirements/dev.txt --output-file requirements/serve.txt

# Licences come from the packages as they are installed.
sbom: $(VENV)/.for-work
	@$(BIN)/python .ci/sbom.py dist/hexfront-serve.cdx.json

clean:
	rm -rf $(VENV) .venv-3.* dist node_modules docs/_build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/.made:
	@$(PYTHON) .ci/check_python.py
	@echo "Making $(VENV)"
	@$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(VENV)/.for-play: $(VENV)/.made $(SOURCES)
	@echo "Installing Hexfront; only the first time"
	@$(call INSTALL,web)
	@touch $@

$(VENV)/.for-all: $(VENV)/.made $(SOURCES)
	@echo "Installing Hexfront and all that its commands need; only the first time"
	@$(call INSTALL,all)
	@touch $@ $(VENV)/.for-play

$(VENV)/.for-work: $(VENV)/.made $(SOURCES)
	@echo "Installing Hexfront and what its tests need; only the first time"
	@$(call INSTALL,dev)
	@touch $@ $(VENV)/.for-play $(VENV)/.for-all

# Tests of the browser fail with what to install where this cannot be done.
$(VENV)/.for-browser: $(VENV)/.for-work
	@command -v chromium-headless-shell || command -v chromium || command -v chromium-browser \
	  || command -v google-chrome \
	  || $(BIN)/python -m playwright install chromium \
	  || echo "Chromium could not be downloaded; install it, for example: apt-get install chromium-headless-shell"
	@touch $@

# The lock holds hashes and no addresses; to renew it:
#   npm install --package-lock-only --omit-lockfile-registry-resolved
node_modules/.for-work: package.json package-lock.json
	npm ci --no-audit --no-fund --silent
	@touch $@
