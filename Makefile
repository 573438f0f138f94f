# Every target works alone on a fresh clone: it makes .venv first if there is none.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
LIBRARY := $(shell find ensemblelab -type f -not -name '*.pyc' -not -path 'ensemblelab/grading/*')
export PYTHONDONTWRITEBYTECODE := 1

.DEFAULT_GOAL := help
.PHONY: help install book serve test notebooks exercises grade bench lint format requirements clean

help: ## say what each target does
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 20

install: $(READY) ## make .venv with everything the course needs

# uv installs in a tenth of pip's time; a machine without it gets it from PyPI, into .venv only.
$(READY): requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit("ensemblelab needs Python 3.11 or newer, and %s is %d.%d. Name another one: make PYTHON=python3.12 ..." % (sys.executable, v[0], v[1]) if v < (3, 11) else 0)'
	@if command -v uv >/dev/null; then uv venv --quiet --clear --seed --python "$$($(PYTHON) -c 'import sys; print(sys.executable)')" $(VENV); \
	else $(PYTHON) -m venv --clear $(VENV) && $(BIN)/python -m pip install --quiet --disable-pip-version-check uv; fi
	@echo "Installing the course's packages into $(VENV) ..."
	@PATH="$(abspath $(BIN)):$$PATH" uv pip install --quiet --python $(BIN)/python -r requirements.txt
	@PATH="$(abspath $(BIN)):$$PATH" uv pip install --quiet --python $(BIN)/python --no-deps -e .
	@touch $@

book: $(READY) build/library ## execute the chapters and build the site, strictly
	@$(BIN)/jupyter-book build . --path-output build/book --quiet --warningiserror --nitpick --keep-going \
	  || { rm -rf build/book/_build/.doctrees; echo "The book did not build; the messages above say why."; exit 1; }
	@echo "Open file://$(abspath build/book/_build/html/index.html)"

# Neither Sphinx nor the execution cache looks at the library: when it changes, every page is made afresh.
build/library: $(LIBRARY) requirements.txt
	@rm -rf build/book && mkdir -p build && touch $@

requirements: $(READY) ## resolve requirements.txt afresh, for Python 3.11 to 3.13
	PATH="$(abspath $(BIN)):$$PATH" uv pip compile --quiet --universal --python-version 3.11 --all-extras \
	  --custom-compile-command "make requirements" --no-annotate --upgrade pyproject.toml -o requirements.txt
