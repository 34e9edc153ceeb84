# `make lab` and `make test` need Python 3.11 or newer and nothing else; both live in .venv.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
# So many processes share the tests; those in a browser run alone, since they look at the clock.
JOBS   ?= $(shell nproc 2>/dev/null || echo 2)
DOMAIN := -D ninevears -d ninevears_kernel/locale

# What the installed package is made of: it is built and installed again when one of these changed. Folders are
# among them, so that a file that went away counts too.
SOURCES := $(shell find ninevears_kernel/ geodata/ notebooks/ tests/rulings/case_book/ \
             ! -name '*.mo' ! -path '*/__pycache__*' ! -path '*/.*' ! -path 'geodata/source*' 2>/dev/null)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help lab test geodata catalogue golden pictures casebook bench format lock clean

help: ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 18

lab: $(VENV)/.package ## open the notebooks in JupyterLab
	@$(BIN)/ninevears lab

test: $(VENV)/.test $(VENV)/.package ## everything that must hold before a change goes in
	@echo "== ruff format" && $(BIN)/ruff format --check --quiet . || { echo "Run: make format"; exit 1; }
	@echo "== ruff check" && $(BIN)/ruff check --quiet .
	@echo "== mypy" && $(BIN)/mypy --no-error-summary ninevears_kernel
	@echo "== catalogue" && $(BIN)/pybabel --quiet compile $(DOMAIN)
	@echo "== doctests" && $(BIN)/python -P -m pytest -q --doctest-modules --pyargs ninevears_kernel
	@echo "== tests" && $(BIN)/python -P -m pytest -q -n $(JOBS) --dist loadfile -m "not browser" tests
	@echo "== browser" && $(BIN)/python -P -m pytest -q -m browser tests/browser

geodata: $(VENV)/.geodata ## build the map again from its sources
	@$(BIN)/python geodata/build.py

catalogue: $(VENV)/.test ## compile the messages (.po to .mo)
	@$(BIN)/pybabel --quiet compile $(DOMAIN)

golden: $(VENV)/.test $(VENV)/.package ## write the golden playthroughs anew (then read the difference)
	@$(BIN)/python -P tests/golden.py && git --no-pager diff --stat tests/golden

pictures: $(VENV)/.test $(VENV)/.package ## take the pictures of docs/ anew (then look at them)
	@$(BIN)/python -P docs/pictures.py

casebook: $(VENV)/.test $(VENV)/.package ## write docs/case_book.md anew from the cases
	@$(BIN)/python -P -m ninevears_kernel.umpire.case_book > docs/case_book.md

bench: $(VENV)/.bench $(VENV)/.package ## measure speed beside the peers
	@$(BIN)/python benchmarks

format: $(VENV)/.test ## lay out the code and mend what ruff can mend
	@$(BIN)/ruff check --fix --quiet . ; $(BIN)/ruff format --quiet .

lock: $(VENV)/.made ## choose the newest versions and write requirements.lock
	@$(PIP) install uv
	@$(BIN)/uv pip compile --quiet --no-config --upgrade --universal --python-version 3.11 --fork-strategy fewest \
	    --all-extras --custom-compile-command "make lock" --output-file requirements.lock pyproject.toml

clean: ## take away the environment and all that tools left behind
	@rm -rf $(VENV) dist .pytest_cache .mypy_cache .ruff_cache .hypothesis test-artifacts
	@find ninevears_kernel geodata notebooks tests -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# ---- the environment: each stamp stands for a step that is done

$(VENV)/.made:
	@command -v $(PYTHON) >/dev/null || { \
	    echo "There is no $(PYTHON) here. Install Python 3.11 or newer, or name one: make PYTHON=python3.12 lab"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo "$$($(PYTHON) --version) is too old: the kit needs 3.11 or newer. Name one: make PYTHON=python3.12 lab"; exit 1; }
	@echo "Making $(VENV)"
	@$(PYTHON) -m venv $(VENV) || { \
	    echo "Python could not make a virtual environment (Debian, Ubuntu: apt-get install python3-venv)."; exit 1; }
	@touch $@

# The first installation brings the dependencies. The builder stays in the environment, so that the package
# can be built again without a network.
$(VENV)/.dependencies: $(VENV)/.made pyproject.toml requirements.lock
	@echo "Installing what the kit needs (the first time takes about a minute)"
	@$(PIP) install -c requirements.lock hatchling babel
	@$(PIP) install -c requirements.lock --no-build-isolation .
	@touch $@

# The test extra also installs the package, so .package comes after it.
$(VENV)/.test: $(VENV)/.dependencies
	@echo "Installing what the tests need"
	@$(PIP) install -c requirements.lock --no-build-isolation ".[test]"
	@touch $@

$(VENV)/.geodata: $(VENV)/.dependencies
	@$(PIP) install -c requirements.lock --no-build-isolation ".[geodata]"
	@touch $@

$(VENV)/.bench: $(VENV)/.dependencies
	@$(PIP) install -c requirements.lock --no-build-isolation ".[bench]"
	@touch $@

# A wheel, never a link to this folder: the notebooks see what a user sees.
$(VENV)/.package: $(VENV)/.dependencies $(SOURCES) hatch_build.py
	@echo "Installing the package"
	@$(PIP) install --no-deps --no-index --no-build-isolation --force-reinstall .
	@touch $@
