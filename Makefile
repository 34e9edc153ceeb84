# `make lab` and `make test` need Python 3.11 or newer and nothing else; all lives in .venv. Another Python gets
# an environment of its own: make test PYTHON=python3.13 VENV=.venv-3.13
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
# uv installs in seconds what takes pip minutes, but knows none of pip's settings: where it cannot, pip does it. It
# trusts whom the system trusts, as in a school that looks into what is fetched.
UV     := UV_SYSTEM_CERTS=1 $(BIN)/uv pip install --quiet --python $(BIN)/python
install = { test -x $(BIN)/uv && $(UV) -c requirements.lock $(1); } || $(PIP) install -c requirements.lock $(1)
# So many processes share the tests. Those in a browser come after the others, since a page has only so many seconds
# to answer; BROWSERS=1 gives it all of a slow machine.
JOBS     ?= $(shell nproc 2>/dev/null || echo 2)
BROWSERS ?= 2
# What `make check` tries: a file, a test in it (file::test), or either with options of pytest (-k, -x, -m).
T      ?=
# The distribution that `make lite` is made of: an archive or a folder, as Pyodide publishes it.
PYODIDE ?=

# The environment holds a link to this folder, so that `make check`, an editor and the notebooks run what is being
# written. The gate runs the wheel, which lies in a folder of its own, and in every process that the tests start:
# PYTHONPATH comes before the link, and PYTHONSAFEPATH keeps the present folder out. Each way tells the tests what
# they are to find; they refuse to run with anything else (tests/conftest.py).
WHEEL  := $(abspath $(VENV))/wheel
TREE   := NINEVEARS_TESTED=tree
GATE   := NINEVEARS_TESTED=wheel PYTHONPATH=$(WHEEL) PYTHONSAFEPATH=1
PYTEST := $(BIN)/python -P -m pytest -q
# Without it each process that the tests start would compile the package again.
unexport PYTHONDONTWRITEBYTECODE
# A process takes whole files, the longest first (tests/slow_tests.txt).
SHARED := -n $(JOBS) --dist loadfile --no-loadscope-reorder

PO     := $(wildcard ninevears_kernel/locale/*/LC_MESSAGES/*.po)
MO     := $(PO:.po=.mo)

# What the wheel is made of: it is built again when one of these changed. Folders are among them, so that a file
# that went away counts too.
SOURCES := $(shell find ninevears_kernel/ geodata/ notebooks/ tests/rulings/case_book/ \
             ! -name '*.mo' ! -path '*/__pycache__*' ! -path '*/.*' ! -path 'geodata/source*' 2>/dev/null)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help lab check quick test proof mutants geodata fonts catalogue golden pictures casebook api site lite bench format hooks \
        lock clean lint doctests compiled this-python

help: ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 18

lab: $(VENV)/.dependencies $(MO) ## open the notebooks in JupyterLab
	@$(BIN)/ninevears lab

check: $(VENV)/.test $(MO) ## some tests, as you work: make check T=tests/test_march.py
	@$(if $(strip $(T)),$(TREE) $(PYTEST) $(T),echo "Name what to try: make check T=tests/test_march.py"; exit 2)

quick: lint $(MO) ## lint, types and the fast tests, in two minutes
	@echo "== fast tests" && $(TREE) $(PYTEST) $(SHARED) -m "not slow and not browser" tests

test: lint doctests compiled ## everything that must hold before a change goes in
	@echo "== tests" && $(GATE) $(PYTEST) $(SHARED) -m "not browser" tests
	@echo "== browser" && $(GATE) $(PYTEST) $(SHARED) -n $(BROWSERS) -m browser tests/browser

doctests: $(VENV)/.wheel ## the examples of the docstrings
	@echo "== doctests" && $(GATE) $(PYTEST) -n $(JOBS) --dist loadfile --doctest-modules $(WHEEL)/ninevears_kernel

# pytest compiles its tests when it first reads them: once, ahead, and not in each of the processes that share them.
# A test that cannot be read is told by the run itself.
compiled: $(VENV)/.wheel ## the tests, compiled once for all who share them
	@$(GATE) $(PYTEST) -q --collect-only tests >/dev/null || true

lint: $(VENV)/.test
	@echo "== ruff format" && $(BIN)/ruff format --check --quiet . || { echo "Run: make format"; exit 1; }
	@echo "== ruff check" && $(BIN)/ruff check --quiet .
	@echo "== mypy" && $(BIN)/mypy --no-error-summary ninevears_kernel

proof: $(VENV)/.wheel ## what is long by nature, at full size; goes on where it was stopped
	@$(GATE) $(BIN)/python -P tests/proof.py

geodata: $(VENV)/.geodata ## build the map again from its sources
	@$(BIN)/python geodata/build.py

fonts: $(VENV)/.dependencies ## cut the type again from its npm packages
	@$(call install,fonttools brotli==1.2.1)
	@$(BIN)/python fonts/build.py

catalogue: $(MO) ## compile the messages (.po to .mo)

golden: $(VENV)/.test $(MO) ## write the golden playthroughs anew (then read the difference)
	@$(BIN)/python -P tests/golden.py && git --no-pager diff --stat tests/golden

mutants: $(VENV)/.test $(MO) ## break the rules in small ways and see whether the tests notice
	@nice -n 10 $(BIN)/python tests/mutants.py --jobs $(JOBS)

pictures: $(VENV)/.test $(MO) ## take the pictures of docs/ anew (then look at them)
	@$(BIN)/python -P docs/pictures.py && $(BIN)/python -P docs/pictures_of_the_table.py && $(BIN)/python -P docs/pictures_of_the_desk.py \
		&& $(BIN)/python -P docs/pictures_of_lessons.py

casebook: $(VENV)/.test $(MO) ## write docs/case_book.md anew from the cases
	@$(BIN)/python -P -m ninevears_kernel.umpire.cases.case_book > docs/case_book.md

api: $(VENV)/.test $(MO) ## write docs/api.md anew from the docstrings
	@$(BIN)/python -P docs/make_api.py

site: $(VENV)/.site $(MO) ## write the pages for a class into .site: any web server can give them
	@$(BIN)/ninevears site .site

lite: $(VENV)/.lite $(MO) ## every notebook in the browser, into .lite: make lite PYODIDE=its-distribution
	@test -n "$(PYODIDE)" || { echo "Name the distribution of Pyodide: make lite PYODIDE=pyodide-314.0.6.tar.bz2"; exit 2; }
	@rm -rf $(VENV)/lite && $(PIP) wheel --no-deps --no-index --no-build-isolation --wheel-dir $(VENV)/lite .
	@$(BIN)/ninevears lite .lite --pyodide "$(PYODIDE)" --wheel $(VENV)/lite/*.whl

bench: $(VENV)/.bench $(MO) ## measure speed beside the peers
	@$(BIN)/python benchmarks

format: $(VENV)/.test ## lay out the code and mend what ruff can mend
	@$(BIN)/ruff check --fix --quiet . ; $(BIN)/ruff format --quiet .

hooks: $(VENV)/.test ## let git lint each commit (pre-commit)
	@$(BIN)/pre-commit install

lock: $(VENV)/.made ## choose the newest versions and write requirements.lock
	@test -x $(BIN)/uv || $(PIP) install uv
	@$(BIN)/uv pip compile --quiet --no-config --upgrade --universal --python-version 3.11 --fork-strategy fewest \
	    --all-extras --constraint held_back.txt --custom-compile-command "make lock" --output-file requirements.lock \
	    pyproject.toml

clean: ## take away the environment and all that tools left behind
	@rm -rf $(VENV) .venv .venv-* dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .proof .mutants test-artifacts
	@rm -f $(MO)
	@find ninevears_kernel geodata notebooks tests benchmarks docs -name __pycache__ -prune -exec rm -rf {} + \
	    2>/dev/null || true

# ---- the environment: each stamp stands for a step that is done

$(VENV)/.made: | this-python
	@echo "Making $(VENV)"
	@$(PYTHON) -m venv $(VENV) || { \
	    echo "Python could not make a virtual environment (Debian, Ubuntu: apt-get install python3-venv)."; exit 1; }
	@$(PIP) install uv || echo "There is no uv here: pip installs, which takes some minutes"
	@touch $@

# An environment keeps the Python that it was made with: another one that is asked for by name is never taken for it.
this-python:
	@command -v $(PYTHON) >/dev/null || test -x $(BIN)/python || { \
	    echo "There is no $(PYTHON) here. Install Python 3.11 or newer, or name one: make PYTHON=python3.12 lab"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo "$$($(PYTHON) --version) is too old: the kit needs 3.11 or newer. Name one: make PYTHON=python3.12 lab"; exit 1; }
	@test "$(origin PYTHON)" = file -o ! -x $(BIN)/python || \
	    test "$$($(BIN)/python --version 2>&1)" = "$$($(PYTHON) --version 2>&1)" || { \
	    echo "$(VENV) was made with $$($(BIN)/python --version): give $(PYTHON) one of its own (make VENV=.venv-other ...)."; \
	    exit 1; }

# The first installation brings the dependencies, and the link to this folder. The builder stays in the environment,
# so that the wheel can be built without a network.
$(VENV)/.dependencies: $(VENV)/.made pyproject.toml requirements.lock hatch_build.py
	@echo "Installing what the kit needs"
	@$(call install,hatchling babel)
	@$(call install,--no-build-isolation --editable ".[page]")
	@touch $@

$(VENV)/.test: $(VENV)/.dependencies
	@echo "Installing what the tests need"
	@$(call install,--no-build-isolation --editable ".[test]")
	@touch $@

$(VENV)/.geodata: $(VENV)/.dependencies
	@$(call install,--no-build-isolation --editable ".[geodata]")
	@touch $@

$(VENV)/.site: $(VENV)/.dependencies
	@$(call install,--no-build-isolation --editable ".[site]")
	@touch $@

$(VENV)/.lite: $(VENV)/.dependencies
	@$(call install,--no-build-isolation --editable ".[lite]")
	@touch $@

# Some peers come without a wheel: they are built apart, with whatever builder they ask for.
$(VENV)/.bench: $(VENV)/.dependencies
	@echo "Installing the peers"
	@$(call install,--editable ".[bench]")
	@touch $@

# What a user installs, beside the link: never the tree itself. It is imported once, with what it needs: processes
# that begin at the same time would each compile all of it.
EVERY_MODULE := import pandas, matplotlib.pyplot, ninevears_kernel as kit; from pkgutil import walk_packages; \
    [__import__(one.name) for one in walk_packages(kit.__path__, "ninevears_kernel.") if one.name[-8:] != "__main__"]
$(VENV)/.wheel: $(VENV)/.test $(SOURCES)
	@echo "Building the wheel"
	@rm -rf $(WHEEL)
	@$(PIP) install --no-deps --no-index --no-build-isolation --target $(WHEEL) .
	@$(GATE) $(BIN)/python -P -c '$(EVERY_MODULE)'
	@touch $@

# A catalogue is compiled where it is read: in the tree, and by every build of the wheel.
%.mo: %.po | $(VENV)/.dependencies
	@$(BIN)/pybabel --quiet compile -D ninevears -d ninevears_kernel/locale
	@touch $(MO)
