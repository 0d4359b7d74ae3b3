# What a person types. `make demo` comes first and `make test` second; `make help` lists the rest.
# Everything lives in .venv, which is made when it is missing; `make PYTHON=/path/to/python` chooses another Python.

VENV := .venv
BIN := $(VENV)/bin
SITE := $(CURDIR)/$(BIN)
# The first Python that is new enough and can make environments; failing that, the first that is new enough.
PYTHON ?= $(shell for needed in sys,ensurepip sys; do \
	for each in python3.11 python3 python3.12 python3.13 python3.14 python; do \
		"$$each" -c "import $$needed; sys.exit(sys.version_info < (3, 11))" 2>/dev/null && echo "$$each" && exit; \
	done; done)
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.DEFAULT_GOAL := help
.PHONY: help venv demo test lint format docs docs-check smoke bench clean

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' $(MAKEFILE_LIST) | expand -t 14

venv: $(VENV)/.dev ## Make .venv with everything that development needs

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or newer found; try: make PYTHON=/path/to/python" >&2; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV) || { rm -rf $(VENV); \
		echo "$(PYTHON) cannot make a virtual environment, most often because ensurepip is missing." >&2; \
		echo "On Debian and Ubuntu: apt-get install python3-venv. Elsewhere: make PYTHON=/path/to/python" >&2; exit 1; }

# The stamps are older than pyproject.toml exactly when something has to be installed.
$(VENV)/.run: pyproject.toml | $(BIN)/python
	$(PIP) install --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(BIN)/python
	$(PIP) install --editable '.[dev]'
	@touch $@ $(VENV)/.run

demo: $(VENV)/.run ## Check a bundled manuscript, with no network
	@$(BIN)/citecheck demo

test: $(VENV)/.dev ## Run the tests
	@$(BIN)/python -m pytest -n auto

lint: $(VENV)/.dev ## Style, types and floors
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy docs/make_*.py docs/parts/*.py benchmarks/*.py filters/*.py
	$(BIN)/lint-imports

format: $(VENV)/.dev ## Let ruff format and mend what it can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(VENV)/.dev ## Make the generated pages and the receipt's schema anew
	@for each in docs/make_*.py; do echo "$$each"; $(BIN)/python "$$each" || exit 1; done

docs-check: $(VENV)/.dev ## Fail when a generated page is not current
	@for each in docs/make_*.py; do echo "$$each --check"; $(BIN)/python "$$each" --check || exit 1; done

smoke: $(VENV)/.dev ## The demonstration, and Pandoc with and without the filter: the same bytes
	@$(BIN)/citecheck demo --format concise
	@set -eu; folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	export CITECHECK_OFFLINE=1 CITECHECK_CACHE_DIR="$$folder/cache" PATH="$(SITE):$$PATH"; \
	pandoc=$$($(BIN)/python -c 'import pypandoc; print(pypandoc.get_pandoc_path())'); \
	for format in json html markdown latex docx; do \
		for filter in '' '--filter citecheck'; do \
			SOURCE_DATE_EPOCH=0 "$$pandoc" citecheck/demo/data/manuscript.md $$filter -t $$format \
				-o "$$folder/out$${filter:+-filtered}" 2>"$$folder/told$${filter:+-filtered}"; \
		done; \
		cmp "$$folder/out" "$$folder/out-filtered"; \
		test -s "$$folder/told-filtered" || { echo "the filter told nothing" >&2; exit 1; }; \
		echo "pandoc --filter citecheck -t $$format: the same bytes"; \
	done

BENCHMARKS := startup markers_quality reading_speed filter_overhead scan_speed table_speed sweep_speed standings_quality resolution_quality extract_speed quoting_speed quoting_quality triage_speed report_speed bibliography_speed

bench: $(VENV)/.dev ## Measure start, filter, scan, extraction, quoting and triage
	@for each in $(BENCHMARKS); do $(BIN)/python "benchmarks/$$each.py" || exit 1; echo; done

clean: ## Delete what was made, .venv too
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
