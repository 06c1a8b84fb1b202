# Every target makes its own environment the first time: Python 3.11+, make and a package index are enough.

PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' && echo $$p && break; done)
BIN := .venv/bin
READY := .venv/.ready
PYTEST := $(BIN)/pytest -n 3 --dist loadgroup --no-loadscope-reorder

.PHONY: run test check fuzz mutate bench bench-gpu golden picture screenshots help clean
.DEFAULT_GOAL := help

run: $(READY) ## open the house: tables, floor, replay and odds in the browser, on this machine alone
	@$(BIN)/pitboss serve --demo --open-browser

test: $(READY) ## the tests, in some minutes; at the end it says which it left to `make check`
	@$(PYTEST) --quick

check: $(READY) ## what CI runs: style, types, import contracts, then every test
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(PYTEST)

fuzz: $(READY) ## 200,000 rounds a document with irregularities against tests/naive, spoiled files, gaming days, worlds of servers: an hour
	@$(BIN)/python -m bench.letter
	@PITBOSS_SEEDS_TIMES=10 $(PYTEST) tests/hostile tests/day tests/chaos/test_world.py tests/chaos/test_web_world.py

mutate: $(READY) ## break what carries out each sentence and see whether its tests notice; ONLY=685a.12, MOST=16 PERCENT=100
	@$(BIN)/python -m tests.mutation "$(ONLY)" "$(MOST)" "$(PERCENT)"

bench: $(READY) ## measure what a user would feel, with the machine named
	@$(BIN)/python -m bench.rulebook
	@$(BIN)/python -m bench.analyst
	@$(BIN)/python -m bench.certificates
	@$(BIN)/python -m bench.simulator
	@$(BIN)/python -m bench.table
	@$(BIN)/python -m bench.battery
	@$(BIN)/python -m bench.paper
	@$(BIN)/python -m bench.desk
	@$(BIN)/python -m bench.chaos
	@$(BIN)/python -m bench.options
	@$(BIN)/python -m bench.web
	@$(BIN)/python -m bench.greedy

bench-gpu: $(READY) ## the simulator on this machine's GPU: speed, resources, agreement
	@$(BIN)/python -m bench.gpu

golden: $(READY) ## write the golden files and lists anew, to be read as a diff
	@$(BIN)/python -m tests.golden.test_settlement
	@$(BIN)/python -m tests.golden.test_transcripts
	@$(BIN)/python -m tests.book.examples
	@$(BIN)/python -m tests.book.papers
	@$(BIN)/python -m tests.book.index
	@$(BIN)/python -m pitboss.games.published_texts
	@git --no-pager diff --stat tests/golden tests/book/examples tests/book/papers src/pitboss/games/register/tests.json src/pitboss/games/published_texts.json

picture: $(READY) ## draw the felt of the README anew
	@$(BIN)/python -m docs.felt

screenshots: $(READY) ## pictures of the main pages, into build/screenshots
	@$(BIN)/python -m docs.screens

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

clean: ## remove the environment and what tools left behind
	@rm -rf .venv build .mypy_cache .ruff_cache .import_linter_cache .hypothesis

$(READY): pyproject.toml
	@test -n "$(PYTHON)" || { echo "Pitboss needs Python 3.11 or newer; none was found. Name one: make PYTHON=/path/to/python3"; exit 2; }
	@echo "Making the environment in .venv ($$($(PYTHON) --version)); the first time takes about a minute."
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(READY)
