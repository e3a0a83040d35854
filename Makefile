# make run    the benchmark with the mock model: no key, no server
# make test   the tests        make lint   ruff and mypy
# Each makes .venv and installs what it needs. Needs Python 3.11 or newer with venv.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: run test lint bench clean

run: .venv/installed
	$(BIN)/python inference.py $(ARGS)

test: .venv/installed-dev
	$(BIN)/python -m pytest $(ARGS)

lint: .venv/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/installed-dev
	$(BIN)/python benchmarks/kernel.py

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; name one: make run PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv .venv

.venv/installed: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/installed-dev: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ .venv/installed

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
