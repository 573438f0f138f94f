# Every target works alone on a fresh clone: it makes .venv first if there is none.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# What pages run or read besides each other: all of them the library, some of them the others.
LIBRARY := ensemblelab experiments
OTHERS := $(shell cat chapters/machine/execution/displayed_sources.txt)
FIND = find $1 -type f -not -path '*/__pycache__/*' -not -name '*.ipynb'
# Compiled modules are kept, also where the surroundings say otherwise: without them each kernel and
# each test process takes seconds more to import.
export PYTHONDONTWRITEBYTECODE :=
# What runs here runs side by side, a process for each processor: threads of linear algebra would
# wait for one another, and spin meanwhile. (make bench sets its own.)
export OMP_NUM_THREADS ?= 1
export OPENBLAS_NUM_THREADS ?= 1

# Installers, Jupyter and Matplotlib write to the home folder; who has none that is writable gets one.
ifneq ($(shell test -w "$$HOME" && echo writable),writable)
export HOME := $(CURDIR)/build/home
MADE := $(shell mkdir -p build/home)
endif

.DEFAULT_GOAL := help
.PHONY: always help install book site serve test trial notebooks exercises grade bench experiments types lint format requirements clean

help: ## say what each target does
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 20

install: $(READY) ## make .venv with everything the course needs

# uv installs in a tenth of pip's time; a machine without it gets it from PyPI, into .venv only.
UV = $(shell command -v uv || echo $(BIN)/python -m uv)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit("ensemblelab needs Python 3.11 or newer, and %s is %d.%d. Name another one: make PYTHON=python3.12 ..." % (sys.executable, v[0], v[1]) if v < (3, 11) else 0)'
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "Python's venv module is missing; on Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@command -v uv >/dev/null || $(BIN)/python -m pip install --quiet --disable-pip-version-check uv

$(READY): $(BIN)/python requirements.txt pyproject.toml nbjudge/pyproject.toml chapters/machine/execution/ipython_kernel_config.py
	@echo "Installing the course's packages into $(VENV) ..."
	@$(UV) pip install --quiet --python $(BIN)/python -r requirements.txt
	@$(UV) pip install --quiet --python $(BIN)/python --no-deps -e . -e ./nbjudge
	@mkdir -p $(VENV)/etc/ipython
	@cp chapters/machine/execution/ipython_kernel_config.py $(VENV)/etc/ipython/
	@$(BIN)/python -c 'import ensemblelab.trees.growth; ensemblelab.__before_fork__()'  # compiles
	@touch $@

SITE := build/book/_build/html
TREES := build/book/_build/.doctrees
SPHINX := -c chapters/machine
PAGES := $(shell find chapters -type f -not -name '*.pyc') _config.yml _toc.yml genindex.md references.bib

book: build/book/made ## execute the chapters and build the site, strictly
	@echo "Open file://$(abspath $(SITE)/index.html)"

site: book exercises ## the book to run in the browser, with the problem sets; make site OFFLINE=1 with no network
	@$(BIN)/python -m browser.site $(SITE) exercises/release $(if $(OFFLINE),--offline)
	@echo "Publish $(SITE), or see it by make serve."

build/book/made: $(READY) build/library build/extensions $(PAGES) $(shell $(call FIND,$(OTHERS))) build/OTHERS.names
	@$(BIN)/sphinx-build $(SPHINX) -d $(TREES) --quiet --fail-on-warning --nitpicky --keep-going . $(SITE) \
	  || { rm -rf $(TREES); find build/book -name '*.err.log' -exec tail -n 3 {} +; \
	       echo "The book did not build; the messages above say why."; exit 1; }
	@touch $@

# Neither Sphinx nor the execution cache looks at what the pages' cells import, read or run: when
# the library changes, every page is made afresh. (Pages that show the others say which they are:
# machine/execution/checks.py.)
build/library: $(shell $(call FIND,$(LIBRARY))) requirements.txt build/LIBRARY.names
	@rm -rf build/book && mkdir -p build/book && touch $@

# Sphinx does not see that its own extensions changed; the execution cache stays.
build/extensions: build/library browser/live.py $(shell find chapters/machine -name '*.py')
	@rm -rf $(TREES) && touch $@

# A file that is gone is not newer than anything; the list of names tells. (They are too many for a
# command's arguments.)
build/LIBRARY.names build/OTHERS.names: build/%.names: always
	@mkdir -p build; $(call FIND,$($*)) | sort | cmp -s - $@ || $(call FIND,$($*)) | sort >$@
always:

requirements: $(READY) ## resolve requirements.txt afresh, for Python 3.11 to 3.13
	$(UV) pip compile --quiet --universal --python-version 3.11 --all-extras \
	  --custom-compile-command "make requirements" --no-annotate --upgrade pyproject.toml nbjudge/pyproject.toml -o requirements.txt

# With trees of its own, so that `make book` reads again, strictly, what was saved meanwhile.
PORT ?= 8000
serve: $(READY) ## show the book so that its pages run; rebuild and reload a page whenever it is saved
	@test -e build/book/made || $(MAKE) --no-print-directory book
	@$(if $(OFFLINE),,test -e $(SITE)/python/files.json ||) $(BIN)/python -m browser.site $(SITE) $(if $(OFFLINE),--offline)
	@rm -rf build/serve && cp -a $(TREES) build/serve
	@echo "The book is at http://127.0.0.1:$(PORT) ; save a page of chapters/ to see it anew (Ctrl-C ends)."
	@$(BIN)/sphinx-autobuild $(SPHINX) -d build/serve --quiet --nitpicky --no-initial --port $(PORT) --open-browser . $(SITE) \
	  --ignore '*.pyc' --re-ignore '^(?!$(CURDIR)/(chapters/|references\.bib|_toc\.yml))'

notebooks: $(READY) ## make notebooks of all chapters and exercise solutions, in build/notebooks
	@$(BIN)/python tests/tools/notebooks.py build/notebooks

# One worker more than there are processors, since some wait.
export PYTEST_XDIST_AUTO_NUM_WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
PYTEST = $(BIN)/python -m pytest -c pyproject.toml -n auto

test: notebooks ## run the tests and every notebook; make test T=tests/library/test_bagging.py runs what T names
	@$(PYTEST) --dist loadfile --no-loadscope-reorder -m "not trial" -p nbval.plugin --nbval --nbval-sanitize-with tests/tools/sanitize.cfg \
	  $(or $(T),nbjudge/tests tests build/notebooks)  # what waits most comes first

trial: $(READY) ## run what is exhaustive: every mutant, answer, isolation, repetition; SHARE=10 draws a tenth
	@$(PYTEST) --dist loadgroup -m trial $(if $(SHARE),--share $(SHARE)) $(or $(T),nbjudge/tests tests)

exercises: $(READY) ## make the student version of every assignment; HASTE=1 leaves changes of the solutions to make trial
	@$(BIN)/nbjudge release --course exercises $(if $(HASTE),--haste)

grade: $(READY) ## grade one: make grade ASSIGNMENT=bagging
	@test -n "$(ASSIGNMENT)" || { echo "Say which one: make grade ASSIGNMENT=bagging"; exit 2; }
	@$(BIN)/nbjudge samples $(ASSIGNMENT) --course exercises
	@$(BIN)/nbjudge grade $(ASSIGNMENT) --course exercises || test $$? -eq 3  # 3: a person must look at some

bench: $(READY) ## compare with scikit-learn, xgboost and nbgrader, side by side
	@$(BIN)/python -m benchmarks
	@$(BIN)/python -m benchmarks.threads
	@$(BIN)/python -m benchmarks.grading

experiments: $(READY) ## run the experiments again, which write ensemblelab/teaching/records (minutes)
	@$(BIN)/python -m experiments

types: $(READY) ## check the library's types
	@$(BIN)/mypy

lint: $(READY) ## check style and format
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .

format: $(READY) ## mend what lint complains of, where that can be done by machine
	@$(BIN)/ruff check --fix . ; $(BIN)/ruff format .

clean: ## remove what was built, and the environment
	@rm -rf build nbjudge/build .venv .pytest_cache .ruff_cache .hypothesis *.egg-info nbjudge/src/*.egg-info exercises/release exercises/autograded exercises/feedback
	@find exercises/source -name '*.ipynb' -delete
	@echo "Kept: exercises/submitted and exercises/gradebook.db, which hold work."
