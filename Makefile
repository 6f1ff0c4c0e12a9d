# La Bella from a fresh Debian with Python 3.11: `make run` opens the desk, `make test` runs every check. Nothing asks a question.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= python3
PORT ?= 8000
HOST ?= 127.0.0.1
DATA ?= data

VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip install --quiet --no-input --disable-pip-version-check --constraint constraints.txt
STATIC := $(shell find static -type f)
CATALOGUES := $(shell find locale -name '*.po')

export DATA HOST PORT
export DEBIAN_FRONTEND := noninteractive

.PHONY: help setup run

help:  ## this list
	@sed -n 's/^\([a-z]*\):.*## */\1\t/p' Makefile

setup: $(VENV)/ready  ## virtual environment, packages, catalogues, static files

run: $(VENV)/ready  ## open the desk: PORT=8000 DATA=data HOST=127.0.0.1 (HOST=0.0.0.0 opens it to the hall)
	@exec $(PY) manage.py desk

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit("La Bella needs Python 3.11 or newer; set PYTHON=") if sys.version_info < (3, 11) else 0'
	@if ! $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null; then \
	  echo "installing Debian's python3-venv …"; \
	  [ "$$(id -u)" = 0 ] || { echo "python3-venv is missing; install it: sudo apt-get install python3-venv" >&2; exit 1; }; \
	  apt-get -qq update && apt-get -qq install --yes python3-venv >/dev/null; \
	fi
	@$(PYTHON) -m venv $(VENV)

$(VENV)/pip: constraints.txt | $(PY)
	@$(PIP) --upgrade pip
	@touch $@

$(VENV)/base: pyproject.toml constraints.txt $(VENV)/pip
	@echo "installing packages …"
	@$(PIP) --group base
	@touch $@

$(VENV)/catalogues: $(VENV)/base $(CATALOGUES)
	@$(PY) -m config.messages --compile
	@touch $@

$(VENV)/ready: $(VENV)/base $(VENV)/catalogues $(STATIC)
	@$(PY) manage.py collectstatic --no-input --clear --verbosity 0
	@touch $@
