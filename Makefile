# Every task of the project. Each makes `.venv` first if that is missing or older than the lock file.
# A new task is a target below `format` and a word in `.PHONY`.

PYTHON ?= python3
BIN := .venv/bin
PROCESSES ?= 2
SPREAD := -n $(PROCESSES) --dist loadfile --no-loadscope-reorder

.PHONY: run test check format venv

run: .venv/ready
	@exec $(BIN)/python manage.py up

test: .venv/ready
	$(BIN)/pytest $(SPREAD) -m "not e2e"
	$(BIN)/pytest $(SPREAD) -m "e2e and not whole and not every"

check: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache
	$(BIN)/djlint --quiet --lint .
	$(BIN)/python -m portal.ops.check_migrations
	SECRET_KEY=only-for-checks $(BIN)/mypy

format: .venv/ready
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

venv: .venv/ready

.venv/ready: uv.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "The portal needs Python 3.11 or newer as '$(PYTHON)'; name another one with 'make $(MAKECMDGOALS) PYTHON=python3.12'." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "Python's 'venv' is missing. On Debian or Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@test -x $(BIN)/uv || $(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv sync --frozen --inexact --quiet
	@touch $@

# Whole games in the browser at each pair of size, way of playing and number of players; `e2e` plays every combination,
# and all other browser tests.
.PHONY: whole-games e2e
whole-games: .venv/ready
	$(BIN)/pytest -n $(PROCESSES) -m whole

e2e: .venv/ready
	WHOLE=all $(BIN)/pytest -n $(PROCESSES) -m e2e

.PHONY: bench
bench: .venv/ready
	$(BIN)/python -m tests.bench.acts

# The same benches on a few tables, to see that they still measure.
.PHONY: bench-quick
bench-quick: .venv/ready
	$(BIN)/python -m tests.bench.acts --tables 4 --seconds 2
	$(BIN)/python -m tests.bench.clock --tables 300 --seconds 5 --only calm

.PHONY: rules-soak
rules-soak: .venv/ready
	SOAK_GAMES=500 $(BIN)/pytest tests/games -k soak

# Processes are killed and stopped while scripted players play; then everything is audited. SEED= repeats a run.
.PHONY: chaos chaos-quick
chaos: .venv/ready
	$(BIN)/python -m tests.chaos --seconds 900 --tables 60

chaos-quick: .venv/ready
	$(BIN)/python -m tests.chaos --seconds 120 --tables 40

# How late the clock is: 10,000 move clocks run out within a minute, calm and with a clock worker killed every 4 s.
.PHONY: bench-clock
bench-clock: .venv/ready
	$(BIN)/python -m tests.bench.clock

# How strong and quick the computer players are, game by game; `strength-quick` plays a few games of each.
.PHONY: strength strength-quick
strength: .venv/ready
	STRENGTH=whole $(BIN)/pytest -s -k strength tests/games

strength-quick: .venv/ready
	$(BIN)/pytest -s -k strength tests/games

# A picture of every state of the table page, at four sizes, by day and by night. SCREENS= takes another folder.
.PHONY: screens
SCREENS ?= data/screens
screens: .venv/ready
	$(BIN)/python -m tests.e2e.screens --folder $(SCREENS)

# The table page at a quarter of this machine's speed: first view, click, longest task, frames.
.PHONY: bench-page
bench-page: .venv/ready
	$(BIN)/python -m tests.bench.page
