# Two commands do everything for a newcomer: make demo, make test.
PYTHON ?= python3
# Another Python may be one that pyenv has without putting it forward: its shim only says so.
ifneq ($(filter-out python3 /usr/bin/python3,$(PYTHON)),)
override PYTHON := $(or $(shell $(PYTHON) -c "import sys; print(sys.executable)" 2>/dev/null),\
	$(lastword $(wildcard $(HOME)/.pyenv/versions/$(PYTHON:python%=%).*/bin/python3)),\
	$(error $(PYTHON) does not run on this machine))
endif
VENV := .venv$(if $(filter-out python3 /usr/bin/python3,$(PYTHON)),-$(shell $(PYTHON) -c "import sys; print('python%d.%d' % sys.version_info[:2])"))
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
RUNTIME := $(VENV)/.runtime
MINUTES ?= 10
ORDER ?= $(shell date +%s)
JOBS ?= 2
BIOME := @biomejs/biome@2.6.8

# Hundreds of short programs run here; each would compile this project anew where this is set.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo serve club env test texts texts-fresh fuzz slow faults engines mutants coverage check lint styles scripts docs docs-fresh site pictures screens man dist installed bench clean

# Makes an environment and installs into it, of $(3) or else of $(PYTHON): with uv, which takes a sixth
# of the time of the processor (that of .venv, where there is one), or where the index has none, with pip.
PIP := -m pip install --quiet --disable-pip-version-check --no-compile
UV := $(or $(wildcard .venv/bin/uv),$(BIN)/uv)
define install
{ { [ -x $(UV) ] || { $(PYTHON) -m venv $(VENV) && $(BIN)/python $(PIP) uv; }; } && \
	$(UV) venv --quiet --seed --allow-existing --python "$$($(or $(3),$(PYTHON)) -c 'import sys; print(sys.executable)')" $(1) && \
	$(UV) pip install --quiet --python $(1) $(2); } 2>/dev/null || \
	{ $(or $(3),$(PYTHON)) -m venv $(1) && $(1)/bin/python $(PIP) $(2); }
endef

$(STAMP): pyproject.toml constraints.txt
	$(call install,$(VENV),-c constraints.txt -e '.[dev]')
	touch $(RUNTIME) $@

# What the program itself needs; the tools of developers come in with $(STAMP).
$(RUNTIME): pyproject.toml constraints.txt
	@echo "installing deckcheck into $(VENV), without development tools; about half a minute"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

## help: list what can be made
help:
	@sed -n 's/^## //p' $(MAKEFILE_LIST)

## demo: set up without development tools, then validate the example decks
demo: $(RUNTIME)
	@mkdir -p build
	@DECKCHECK_DB=build/demo.sqlite $(BIN)/python examples/show.py

## serve: the page in the browser, with the example decks and collection
serve: $(RUNTIME)
	@mkdir -p build
	@DECKCHECK_DB=build/demo.sqlite $(BIN)/python examples/serve.py

## club: the page of a made-up club, with the links of its players, to try it
club: $(RUNTIME)
	@mkdir -p build
	@DECKCHECK_DB=build/club.sqlite $(BIN)/python examples/club.py

## env: set up what all of the following need, development tools included
env: $(STAMP)

## test: set up, then run all tests (doctests included, warnings are errors); with another Python,
## which gets an environment of its own: make test PYTHON=python3.13; TESTS=folders runs a part
test: $(STAMP)
	$(BIN)/python -m pytest -n auto --dist worksteal $(TESTS)

## slow: all tests in random order, with the large numbers: 10,000 decks, 100,000 games; about an
## hour. ORDER=n takes the order of an earlier run, which is printed at its head
slow: $(STAMP)
	DECKCHECK_SLOW=1 $(BIN)/python -m pytest -n auto --dist worksteal \
		--random-order --random-order-seed=$(ORDER)

## fuzz: search at random for ten minutes (MINUTES=n) for what breaks a property; what is found
## is kept in .hypothesis/ and tried first by the next run. Then it becomes an @example of its test.
fuzz: $(STAMP)
	@end=$$(( $$(date +%s) + 60 * $(MINUTES) )); \
	while [ $$(date +%s) -lt $$end ]; do \
		$(BIN)/python -m pytest -q -n auto --hypothesis-profile=fuzz -m "hypothesis or searches" tests \
			|| exit 1; \
	done

## faults: every command and the server killed at 60 moments, on full disks, with wrong clocks, and
## many at once; `make test` tries a part. FAULTS_SEED=n tries other moments
faults: $(STAMP)
	FAULTS_ALL=1 $(BIN)/python -m pytest -n auto --dist worksteal tests/faults

## engines: the tests that change a database once more, with what people make on PostgreSQL: that of
## the wheel, or by DECKCHECK_TEST_POSTGRES=FOLDER that whose programs are there. WORKERS=n, else cores
engines: $(STAMP)
	DECKCHECK_TEST_ENGINE=postgres $(BIN)/python -m pytest -q -n $(or $(WORKERS),auto) --dist worksteal \
	    $(or $(TESTS),tests/db tests/deckcheck)

## mutants: make small changes to the code that reaches verdicts; each must fail a test, but for those
## of tests/mutants.tsv, which change nothing; then each number, text and flag of each deck rule. Takes
## long: some 8,400 runs of a few tests (JOBS=n)
mutants: $(STAMP)
	$(BIN)/mutmut run --max-children $(JOBS)
	$(BIN)/python -m tests.check_mutants
	$(BIN)/python -m tests.check_declarations

## coverage: the same, and which lines no test runs; takes twice as long
coverage: $(STAMP)
	$(BIN)/python -m pytest -n auto --cov --cov-report=term:skip-covered

## lint: format, lint and types, and the style sheets of the page
lint: $(STAMP) styles
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

## styles: the page's style sheets in the form and by the rules of Biome, where node can run it
styles: export npm_config_fetch_retries = 0
styles:
	@if npx --yes $(BIOME) --version >/dev/null 2>&1; then \
		npx --yes $(BIOME) check --config-path=tests/deckcheck/web --error-on-warnings deckcheck/web/static; \
		else echo "node or Biome is not there: the page's style sheets are not checked"; fi

## scripts: the types of the page's scripts, where there is tsc
scripts:
	@if command -v tsc >/dev/null; then tsc -p tests/deckcheck/web/jsconfig.json; \
		else echo "tsc is not there: the types of the page's scripts are not checked"; fi

## check: everything that must be green before a commit
check: lint scripts docs-fresh texts-fresh site test

## docs-fresh: fail when a generated page is not as it would be generated now
docs-fresh: $(STAMP)
	$(BIN)/python docs/generate.py --check

## docs: write the generated pages anew
docs: $(STAMP)
	$(BIN)/python docs/generate.py

## texts: bring the files of the languages up to date with what the program says
texts: $(STAMP)
	$(BIN)/python docs/languages.py

## texts-fresh: fail when a text is missing in them, or a translation lacks a value or a plural form
texts-fresh: $(STAMP)
	$(BIN)/python docs/languages.py --check

## site: the documentation as a site, in build/site; a broken link is an error
site: $(STAMP)
	$(BIN)/python docs/generate.py --references
	$(BIN)/python -m sphinx -W --keep-going -q -b html docs build/site

## pictures: take the pictures of the pages anew, with Chromium, LibreOffice and poppler
pictures: $(STAMP)
	$(BIN)/python docs/pictures.py

## screens: take pictures of every page in light and dark, wide and narrow, into build/screens
screens: $(STAMP)
	$(BIN)/python docs/pictures.py build/screens

## man: the commands as a manual page, build/man/deckcheck.1
man: $(STAMP)
	$(BIN)/python docs/generate.py --references
	$(BIN)/python -m sphinx -W --keep-going -q -b man docs build/man

## dist: the source archive and the wheel, in build/dist; the wheel's contents are checked
dist: $(STAMP)
	rm -rf build/dist
	$(BIN)/python -m db.release
	$(BIN)/python docs/languages.py --build
	$(BIN)/python -m build --installer $$($(BIN)/python -c 'import uv' 2>/dev/null && echo uv || echo pip) --outdir build/dist >/dev/null
	$(BIN)/python docs/check_wheel.py build/dist
	rm -f db/built.sqlite*

## installed: install the source archive and then the wheel as users do, without constraints, into an empty
## environment; try both, and run every command of the contract and the page with the wheel. USERS=python3.13
## takes another Python than that of the tests
installed: dist
	rm -rf build/installed
	$(call install,build/installed,build/dist/*.tar.gz,$(USERS))
	cd build && DECKCHECK_DB=installed/cards.sqlite installed/bin/deckcheck repair --short \
		../examples/decks/too-many-walkers.dek
	build/installed/bin/python $(PIP) --no-deps --force-reinstall build/dist/*.whl
	cd build && installed/bin/deckcheck --version
	DECKCHECK_PYTHON=$(CURDIR)/build/installed/bin/python $(BIN)/python -m pytest -q \
		tests/deckcheck/cli/test_documents_of_processes.py

## bench: measure; prints ratios against baselines of the same run
bench: $(STAMP)
	$(BIN)/python -m benchmarks

clean:
	rm -rf .venv .venv-* build .pytest_cache .mypy_cache .ruff_cache .coverage
