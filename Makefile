# Everything runs in .venv, which the first target builds. Needs only Python 3.11+ and make.
PYTHON ?= python3
# How long the hostile replies of `make bench` are, in characters; the whole table: 10000,100000,1000000,10000000
SIZES  ?= 10000,100000
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready

.PHONY: setup interop plugs demo test lint types docs bench fuzz mutants clean

setup: $(READY)

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $(READY)

# The tools that the round trips in the tests run for real; without them those tests are skipped. Several minutes.
interop: setup
	$(BIN)/python -m pip install --quiet --editable '.[dev,interop]'

# The same for the plugs, in an environment of their own: one of these tools brings plugins of pytest with it.
plugs:
	$(PYTHON) -m venv $(VENV)-plugs
	$(VENV)-plugs/bin/python -m pip install --quiet --editable '.[plugs]'
	$(VENV)-plugs/bin/python -m pytest -p no:asyncio -rs tests/plugs tests/importers/test_service_clients.py

demo: setup
	$(BIN)/oyez demo

test: setup
	$(BIN)/python -m pytest -n auto

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

docs: setup
	$(BIN)/python -m oyez.pages docs

bench: setup
	$(BIN)/python benchmarks/adversarial.py --sizes $(SIZES)

fuzz: setup
	$(BIN)/python benchmarks/fuzz.py

mutants: setup
	$(BIN)/python benchmarks/mutants.py

clean:
	rm -rf $(VENV) $(VENV)-plugs .mypy_cache .pytest_cache .ruff_cache .hypothesis dist build
