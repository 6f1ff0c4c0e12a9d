# La Bella from a fresh Debian with Python 3.11: `make run` opens the desk, `make test` runs every check. Nothing asks a question.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

# Debian's own is compiled with all optimisations, one that somebody built by hand seldom: a page takes 15 % less.
PYTHON ?= $(shell /usr/bin/python3.11 -c "import ensurepip, venv" 2>/dev/null && echo /usr/bin/python3.11 || echo python3)
PORT ?= 8000
HOST ?= 127.0.0.1
DATA ?= data
WORKERS ?= $(shell echo $$(( $$(nproc) * 3 / 2 )))

VENV := .venv
PY := $(VENV)/bin/python
# What is imported is compiled then; compiling everything that is installed takes half of the installation.
PIP := $(PY) -m pip install --quiet --no-compile --no-input --disable-pip-version-check --constraint constraints.txt
STATIC := $(shell find static templates -type f)
CATALOGUES := $(shell find locale -name '*.po')
PACKAGES := rules pairing standings paper jobs plugins tournaments accounts scoring rankings records printing visitors desk evenings exchange publishing federation api webhooks backup config
QUICK := tests/house tests/standings tests/rules/games tests/tournaments/pages tests/tournaments/draws tests/accounts tests/desk/overview tests/paper/test_lists.py tests/visitors/tournament_pages/test_public_pages.py
# What `make test` asks of every address by every role, and of other programs, in full.
NOT_QUICK := tests/accounts/users/test_access.py tests/accounts/staff/test_invitations.py tests/tournaments/draws/test_door_exchanges.py tests/tournaments/importing/test_imports.py tests/standings/test_fide.py
TEMPLATES = $$(find templates -name '*.html')
DENO := DENO_DIR=build/deno DENO_NO_UPDATE_CHECK=1 $(VENV)/bin/deno
APT := apt-get -qq update && RUNLEVEL=1 apt-get -qq install --yes --no-install-recommends

export DATA HOST PORT
export DEBIAN_FRONTEND := noninteractive
unexport PYTHONDONTWRITEBYTECODE  # a run of the tests starts two hundred processes: what is compiled is kept

.PHONY: help setup run demo hosted test check lint types collected unit databases messages pictures proofs wheel app docs engine artifacts hashes release bench programs

help:  ## this list
	@sed -n 's/^\([a-z]*\):.*## */\1\t/p' Makefile

setup: $(VENV)/ready  ## virtual environment, packages, catalogues, static files

run: $(VENV)/ready  ## open the desk: PORT=8000 DATA=data HOST=127.0.0.1 (HOST=0.0.0.0 opens it to the hall)
	@exec $(PY) manage.py desk

demo: $(VENV)/ready  ## a site to try programs against: three clubs, an evening that plays itself, tokens, new every night (PORT=8000)
	@exec $(PY) manage.py demo_site

hosted: $(VENV)/hosted $(VENV)/ready programs  ## the hosted profile on loopback: PostgreSQL, Redis, gunicorn, Celery (PORT=8000)
	@exec env $(if $(filter file,$(origin DATA)),-u DATA) $(PY) deploy/hosted.py

test: $(VENV)/dev $(VENV)/ready programs  ## every check, as CI runs it
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target types lint collected  # on two cores; the tests keep both busy
	@$(MAKE) --no-print-directory unit
	@$(MAKE) --no-print-directory databases

check: $(VENV)/dev $(VENV)/ready  ## what usually breaks, quickly: style, types, pure packages, pages without a browser
	@$(PY) -m ruff check --quiet . && $(PY) -m ruff format --check --quiet .
	@$(PY) -m mypy --no-error-summary $(PACKAGES)
	@$(PY) -m pytest -n $(shell nproc) --dist worksteal -q -m "not slow and not browser and not proof" $(QUICK) $(NOT_QUICK:%=--ignore=%)

lint: $(VENV)/dev $(VENV)/ready  ## style, templates, scripts and their types, migrations, settings of the hosted profile
	@echo "== lint"
	@$(PY) -m ruff check --quiet .
	@$(PY) -m ruff format --check --quiet .
	@$(VENV)/bin/djade --check --target-version 5.2 $(TEMPLATES)
	@$(VENV)/bin/djangofmt --check --quiet --line-length 120 --indent-width 2 $(filter-out %/stock_table.html,$(shell find templates -name '*.html'))
	@if [ -x $(VENV)/bin/deno ]; then $(DENO) lint --quiet && $(DENO) check --quiet static/*.js; else \
	  echo "*** deno is missing and could not be installed; the scripts in static/ are not checked: $(VENV)/bin/pip install deno" >&2; \
	  [ "$${CI:-}" != true ] || exit 1; \
	fi
	@$(PY) manage.py makemigrations --check --dry-run --verbosity 0
	@DATA=build/check HTTPS=1 ALLOWED_HOSTS=labella.example $(PY) manage.py check --deploy --fail-level WARNING

collected: $(VENV)/dev $(VENV)/ready  ## every test imported once, so that the workers do not each compile the same
	@echo "== tests are collected"
	@mkdir -p build && $(PY) -m pytest --collect-only --quiet >build/collected.txt 2>&1 || { tail -n 40 build/collected.txt; exit 1; }

types: $(VENV)/dev $(VENV)/ready  ## mypy, strict where the project is strict
	@echo "== types"
	@$(PY) -m mypy --no-error-summary $(PACKAGES)

unit: $(VENV)/dev $(VENV)/ready programs  ## all tests on SQLite, with the browser
	@echo "== tests"
	@$(PY) -m pytest -n $(WORKERS) --dist worksteal -q --by-turns

databases: $(VENV)/dev $(VENV)/ready programs  ## once more on throw-away PostgreSQL and Redis what must hold on both databases
	@echo "== tests on PostgreSQL and Redis"
	@$(PY) -m tests.services $(PY) -m pytest -n $(WORKERS) --dist worksteal -q --by-turns -m "both_databases and not proof"

messages: $(VENV)/base  ## extract, update and compile the translations
	@$(PY) -m config.messages

pictures: $(VENV)/dev $(VENV)/ready programs  ## draw the pictures of the director’s manual and the desk of the README anew, from a desk of its own
	@$(PY) -m benchmarks.manual_pictures

proofs: $(VENV)/dev $(VENV)/docs $(VENV)/ready programs  ## the long forms of the proofs; their figures belong into docs/
	@$(PY) -m pytest -n $(WORKERS) --dist worksteal -q
	@$(PY) -m tests.services $(PY) -m pytest -n $(WORKERS) --dist worksteal -q -m "both_databases and not proof"
	@$(PY) -m pytest -m proof -s
	@$(PY) -m tests.services $(PY) -m pytest -m proof -s tests/desk/verification/test_open_field.py tests/backup/test_many_clubs.py tests/faults/test_shuffle.py tests/desk/treasury/test_receipts.py tests/webhooks/test_worker_storm.py
	@$(PY) -m tests.mutants --package pure --sample 40 --seed 7
	@$(PY) -m tests.mutants --package rooms --sample 40 --seed 7 --least 92

wheel: $(VENV)/ready  ## the file that a club installs with pip, pipx or uv: build/dist/
	@$(PY) -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir build/dist . && ls build/dist/*.whl

app: $(PY)  ## the program that needs no Python, for this platform: build/app/
	@$(PY) deploy/app/build.py

docs: $(VENV)/docs  ## a site of the documents, the manual, the handbook and the engine's reference: build/docs/site
	@$(PY) deploy/docs/build.py

engine: $(VENV)/base $(VENV)/catalogues  ## rules and draws as a distribution of their own, labella-rules: build/engine/
	@$(PY) deploy/engine/build.py

artifacts: $(PY)  ## what a release publishes: source, wheel, program, components, notes, sums: build/release/
	@$(PY) -m deploy.artifacts

hashes: $(VENV)/base  ## the checksums of what the hosted profile installs, after a change of constraints.txt: deploy/hashed-requirements.txt
	@$(PIP) uv
	@$(VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 --no-header --no-annotate --generate-hashes --constraint constraints.txt \
	  --group base --group build --group hosted --output-file deploy/hashed-requirements.txt

release: $(VENV)/dev $(VENV)/ready  ## changelog, version, a desk for later tests, commit, tag, artifacts: make release VERSION=1.0.0rc1
	@$(PY) -m deploy.release $(VERSION)

bench: $(VENV)/dev $(VENV)/bench $(VENV)/ready  ## every benchmark beside its peers; writes the table of docs/performance.md
	@$(PY) -m benchmarks

# ------------------------------------------------------------------------------------------------------------- what they stand on
$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "La Bella needs Python 3.11 or newer: make PYTHON=python3.11")'
	@if ! $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null; then \
	  [ "$$(id -u)" = 0 ] || { echo "python3-venv is missing: sudo apt-get install python3-venv" >&2; exit 1; }; \
	  echo "installing Debian's python3-venv …"; $(APT) python3-venv >/dev/null; \
	fi
	@$(PYTHON) -m venv $(VENV)

$(VENV)/pip: constraints.txt | $(PY)
	@$(PIP) --upgrade pip
	@touch $@

$(VENV)/base: pyproject.toml $(VENV)/pip
	@echo "installing packages …"
	@$(PIP) --group base --group build
	@touch $@

$(VENV)/dev: $(VENV)/base
	@echo "installing packages for development …"
	@$(PIP) --group dev
	@touch $@

$(VENV)/docs: $(VENV)/base
	@echo "installing the program for the documents …"
	@$(PIP) --group docs
	@touch $@

$(VENV)/bench: $(VENV)/base
	@echo "installing the peers of the benchmarks …"
	@$(PIP) --group bench || echo "some peers cannot be installed here: the benchmarks name them as missing"
	@touch $@

$(VENV)/hosted: $(VENV)/base
	@$(PIP) --group base --group hosted
	@touch $@

$(VENV)/catalogues: $(VENV)/base $(CATALOGUES)
	@$(PY) -m config.messages --compile
	@touch $@

$(VENV)/ready: $(VENV)/base $(VENV)/catalogues $(STATIC)
	@$(PY) manage.py collectstatic --no-input --clear --verbosity 0
	@touch $@

programs:
	@missing=""; \
	command -v chromium-headless-shell >/dev/null || missing+=" chromium-headless-shell"; \
	command -v initdb >/dev/null || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing+=" postgresql"; \
	command -v redis-server >/dev/null || missing+=" redis-server"; \
	command -v gcc >/dev/null || missing+=" gcc"; \
	if [ -n "$$missing" ] && [ "$$(id -u)" = 0 ]; then echo "installing$$missing …"; $(APT) libc6-dev $$missing >/dev/null || true; fi; \
	for program in $$missing; do \
	  { [ "$$program" = chromium-headless-shell ] && command -v chromium >/dev/null; } || \
	  { [ "$$program" = postgresql ] && compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null; } || command -v $$program >/dev/null || { \
	    echo "*** $$program is missing and could not be installed; tests that need it do not run: sudo apt-get install $$program" >&2; \
	    [ "$${CI:-}" != true ] || exit 1; \
	  }; \
	done
