# Two commands do everything for a newcomer: make demo, make test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: demo test coverage check lint docs docs-fresh bench clean

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@

## demo: set up, then validate the example decks from the bundled catalogue
demo: $(STAMP)
	@mkdir -p build
	@DECKCHECK_DB=build/demo.sqlite $(BIN)/python examples/show.py

## test: set up, then run all tests (doctests included, warnings are errors)
test: $(STAMP)
	$(BIN)/python -m pytest -n auto

## coverage: the same, and which lines no test runs; takes twice as long
coverage: $(STAMP)
	$(BIN)/python -m pytest -n auto --cov --cov-report=term:skip-covered

## lint: format, lint and types
lint: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/mypy tests benchmarks examples docs

## check: everything that must be green before a commit
check: lint docs-fresh test

## docs-fresh: fail when a generated page is not as it would be generated now
docs-fresh: $(STAMP)
	$(BIN)/python docs/generate.py --check

## docs: write the generated pages anew
docs: $(STAMP)
	$(BIN)/python docs/generate.py

## bench: measure; prints ratios against baselines of the same run
bench: $(STAMP)
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) build .pytest_cache .mypy_cache .ruff_cache .coverage
