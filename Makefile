# Two targets matter: `make demo` does the main job on the sample library, `make test` passes all tests.
# Both install what they need and work in a fresh clone.

GO      ?= go
BIN     := build/bin
HOME_DB := kb/database

# CGO_ENABLED is left to Go, which links C where it finds a compiler: PDFs are then read nearly twice as fast (docs/adr/0020). With
# CGO_ENABLED=0 everything but the window is built without one.

# What the window is built with: Wails' own tags, WebKitGTK 4.1 on Linux, a framework its file dialogs want on macOS.
SYSTEM      := $(shell uname -s)
WINDOW_TAGS := desktop,production
ifeq ($(SYSTEM),Linux)
WINDOW_TAGS := desktop,production,webkit2_41
endif
ifeq ($(SYSTEM),Darwin)
WINDOW_ENV  := CGO_LDFLAGS="-framework UniformTypeIdentifiers"
endif

# What is handed on holds no paths of this computer. Tests are content with what they compile anyway: -trimpath would compile everything once more.
TRIM := -trimpath
test test-ui test-window test-egress: TRIM :=

.PHONY: demo test check bench eval-runs eval-calls eval-pace eval-model course train lint build ui bindings window run windows icon install-desktop vet test-bindings test-ui test-window test-race test-full test-egress test-damage test-kill tools fonts pictures fuzz clean help

help:
	@echo "make demo   build, read the sample library, research a question, say where the cited report is"
	@echo "make test   all tests"
	@echo "make check  format, vet and the fast tests, in under two minutes"
	@echo "make lint   look for dead code, and for errors that are compared wrongly (builds golangci-lint once, a few minutes)"
	@echo "make bench  measure extraction, ingest, search, start-up and a run beside what else could do the work (about five minutes)"
	@echo "make run    open the window; where that cannot be, show the same in a browser"
	@echo "make build  build $(BIN)/rabbithole, the command line"
	@echo "make window build $(BIN)/rabbithole-app, the window"
	@echo "make windows  build the window for Windows, with its installer where makensis is"
	@echo "make install-desktop  put the window among your applications (Linux)"
	@echo "make test-kill    kill every command 200 times in all, at random moments (about ten minutes)"
	@echo "make eval-calls   what recorded runs ask of a model: calls, tokens, seconds"
	@echo "make eval-model   all flows with a real model and without: it must make nothing worse"
	@echo "make train        what tells without a model that an answer answers, learned anew (RABBITHOLE_EVAL names the sets)"
	@echo "make eval-runs    repeat recorded runs, count what became of their sentences (RABBITHOLE_EVAL names the documents)"
	@echo "make test-damage  damage a library 300 times, check and repair it (about ten minutes)"
	@echo "make fuzz   fuzz every target for FUZZTIME (10m) each"
	@echo "make pictures take the pictures that README shows (needs Chromium)"

demo: build
	$(BIN)/rabbithole --home $(HOME_DB) demo
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then RABBITHOLE_HOME="$(abspath $(HOME_DB))" sh build/run.sh; fi

build: tools fonts ui
	$(GO) build $(TRIM) -ldflags "-s -w" -o $(BIN)/rabbithole ./backend/cmd/rabbithole

# The user interface, built into frontend/dist, from where the binaries take it in. Nothing happens when it is newer than its sources.
ui: frontend/dist/index.html

frontend/dist/index.html: frontend/node_modules/.package-lock.json $(shell find frontend/src frontend/wailsjs frontend/public frontend/index.html frontend/vite.config.ts -type f 2>/dev/null)
	cd frontend && npm run build

frontend/node_modules/.package-lock.json: frontend/package.json frontend/package-lock.json
	@sh build/need.sh node
	cd frontend && npm ci --no-audit --no-fund --loglevel=error && touch node_modules/.package-lock.json

# TypeScript for Go's bound methods, made from their signatures without a toolkit or a display.
bindings: tools
	$(GO) build -ldflags "-s -w" -tags bindings -o $(BIN)/bindings . && tsoutputtype=interfaces $(BIN)/bindings >/dev/null
	@rm $(BIN)/bindings
	@find frontend/wailsjs -type f -exec chmod 644 {} +

window: tools ui
	@sh build/need.sh gtk
	CGO_ENABLED=1 $(WINDOW_ENV) $(GO) build $(TRIM) -ldflags "-s -w" -tags $(WINDOW_TAGS) -o $(BIN)/rabbithole-app .

run: build
	@sh build/run.sh

# Wails' own command puts icon, manifest and version into the program, and makes the installer.
windows: tools ui
	@sh build/need.sh nsis
	GOBIN=$(abspath $(BIN)) $(GO) install github.com/wailsapp/wails/v2/cmd/wails@v2.14.0
	PATH="$(abspath $(BIN)):$$PATH" wails build -platform windows/amd64 -s -skipbindings -trimpath $$(command -v makensis >/dev/null && echo -nsis)

icon:
	@sh build/need.sh icon
	sh build/icon.sh

SHARE := $(or $(XDG_DATA_HOME),$(HOME)/.local/share)
install-desktop: window
	install -D -t $(HOME)/.local/bin $(BIN)/rabbithole-app
	install -D -m 644 build/appicon.svg $(SHARE)/icons/hicolor/scalable/apps/rabbithole.svg
	install -D -m 644 -t $(SHARE)/applications build/linux/rabbithole.desktop

tools:
	@sh build/need.sh go

# The font for Chinese and Japanese that exported PDFs embed; fetched once, and missed with a message where there is no internet.
fonts:
	@sh build/fonts.sh

test: fonts vet test-bindings test-ui test-window test-race test-full test-egress

# For every day, with the linter where `make lint` was run once: the long suites skip themselves (-short), and the two packages that run the whole program are left to make test.
check: vet $(if $(wildcard $(BIN)/golangci-lint@*),lint)
	RABBITHOLE_EVAL= $(GO) test -short -shuffle=on -timeout 5m $$($(GO) list ./... | grep -v -e /backend/core$$ -e /backend/cmd/rabbithole$$)

vet: tools
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { echo "not formatted:"; gofmt -l $$(git ls-files '*.go'); exit 1; }
	$(GO) vet ./...

# Vets once more than make vet, with a linter that is built at its first use; make check runs it where it was built.
LINT := golangci-lint@v2.15.0

lint: $(BIN)/$(LINT)
	$(BIN)/$(LINT) run -c build/lint.yml ./...

$(BIN)/$(LINT):
	@sh build/need.sh go
	GOBIN=$(abspath $(BIN)) $(GO) install github.com/golangci/golangci-lint/v2/cmd/$(LINT)
	mv $(BIN)/golangci-lint $@

# The TypeScript that is committed is what Go's methods say now.
test-bindings: bindings
	@git diff --exit-code --stat -- frontend/wailsjs || { echo "the bindings are old: commit what make bindings wrote"; exit 1; }

# The tests below are not vetted once more (-vet=off): make vet has seen them, and each of their builds would vet what it is built of anew.

# The user interface: its types, its parts, and journeys through the real program in a real browser. JOURNEYS='report.test.ts' runs one file.
test-ui: build
	@sh build/need.sh chromium
	@sh build/need.sh pdftotext
	$(GO) build -ldflags "-s -w" -o $(BIN)/rabbithole-online ./backend/fake/online
	cd frontend && npm run --silent check && npm test --silent && RABBITHOLE_CLI=$(abspath $(BIN)/rabbithole) npx vitest run --config tests/vitest.config.ts
	@rm $(BIN)/rabbithole-online

# The window itself, on a screen in memory: a person's drops, keys and clicks. And that it compiles for Windows, of which nothing is kept: the whole
# program compiled once more would fill a small disk.
test-window: window build
	@cache=$$(mktemp -d) && trap 'rm -rf "$$cache"' EXIT && echo "compiling for Windows" && \
	GOCACHE="$$cache" GOOS=windows GOARCH=amd64 CGO_ENABLED=0 $(GO) build -tags desktop,production -ldflags "-s -w -H windowsgui" -o "$$cache/rabbithole-app.exe" .
ifeq ($(SYSTEM),Linux)
	@sh build/need.sh window
	RABBITHOLE_APP=$(abspath $(BIN)/rabbithole-app) RABBITHOLE_CLI=$(abspath $(BIN)/rabbithole) $(GO) test -vet=off -count=1 -timeout 10m ./build/windowtest
endif

# Everything under the race detector, without the long suites (they check -short) and the evaluation sets: both run in full below. Two packages of
# others, which share nothing between goroutines, are left unwatched, as asking the detector about them took most of the time: SQLite, C turned into
# Go, which keeps its data where the detector does not look (what calls it is watched), and what reads regular expressions, of which every process
# reads thousands as it starts. No package may be left out that makes generic code of sync/atomic: of two copies the linker keeps one, and may keep the unwatched one.
UNWATCHED := -gcflags=modernc.org/sqlite/lib=-race=false -gcflags=regexp/syntax=-race=false
test-race: tools
	@rm -f $(BIN)/race.json
	sh build/need.sh cc
	RABBITHOLE_EVAL= CGO_ENABLED=1 $(GO) run gotest.tools/gotestsum@v1.13.0 --format standard-quiet --hide-summary skipped --jsonfile $(BIN)/race.part -- \
		-vet=off -race $(UNWATCHED) -short -shuffle=on -timeout 20m ./...
	mv $(BIN)/race.part $(BIN)/race.json

# What the race detector's run skipped, the long suites: a real Ollama server, kill -9, broken PDFs, and the evaluation sets where RABBITHOLE_EVAL
# names them; everything where no such run passed. What reads PDFs is tested once more as it is built without C.
test-full: tools
	sh build/need.sh ocr
	RABBITHOLE_OLLAMA_BIN="$$(bash build/ollama.sh | tail -n 1)" $(GO) test -vet=off -shuffle=on -timeout 40m $$(sh build/skipped.sh $(BIN)/race.json)
	CGO_ENABLED=0 $(GO) test -vet=off -shuffle=on -timeout 20m ./backend/pdf/...

# From outside: no system call of an offline run leads elsewhere than to the configured Ollama, and none is needed.
test-egress: tools
ifeq ($(SYSTEM),Linux)
	@sh build/need.sh trace
	$(GO) build $(TRIM) -o $(BIN)/rabbithole-traced ./backend/cmd/rabbithole
	@sh build/egress.sh $(abspath $(BIN)/rabbithole-traced)
	@rm $(BIN)/rabbithole-traced
endif

# Damages a library N times (300) and sees whether the check notices and the repair mends it; about ten minutes. SEED=1 draws the same again.
test-damage: tools
	N=$(or $(N),300) SEED=$(SEED) $(GO) test -vet=off -count=1 -timeout 2h -v -run TestDamage ./build/torture

# Kills commands at random moments and goes on as a person would: nothing is lost, done twice or left behind. N=20 SEED=1 VERB=add
test-kill: tools
	N=$(or $(N),200) SEED=$(SEED) VERB="$(VERB)" $(GO) test -vet=off -count=1 -timeout 2h -v -run TestKill ./build/torture

# Repeats runs that a reader answered in the place of a model, and counts what became of the sentences. ASK=folder has requests that are new
# since the recording wait there for an answer; RUNS="ask-roles ..." names some; REPORTS=folder keeps the reports. Libraries stay in build/evalruns.
EVALRUNS = backend/cmd/evalruns/testdata
eval-runs: build
	-@sh build/need.sh ocr
	$(GO) run ./backend/cmd/evalruns -program $(BIN)/rabbithole -work build/evalruns $(if $(ASK),-ask $(ASK)) $(if $(REPORTS),-reports $(REPORTS)) \
		$(addprefix $(EVALRUNS)/,$(or $(RUNS),$(sort $(notdir $(wildcard $(EVALRUNS)/*)))))

# The same, with what four of them ask of a model: calls, tokens, seconds at two speeds, and the sections that answer in front of the writer.
CALLS = ask-breach research-eye-lens research-health-data explore-school
eval-calls: build
	-@sh build/need.sh ocr
	$(GO) run ./backend/cmd/evalruns -program $(BIN)/rabbithole -work build/evalruns -calls $(addprefix $(EVALRUNS)/,$(CALLS))

# The calls of all of them as the program keeps them, to foretell what such runs take (backend/core/course).
course: build
	$(GO) run ./backend/cmd/evalruns -program $(BIN)/rabbithole -work build/evalruns -course $(filter-out $(EVALRUNS)/claims-%,$(sort $(wildcard $(EVALRUNS)/*))) > build/recorded.txt
	mv build/recorded.txt backend/core/course/recorded.txt

# Eight of them at the pace of a slow computer, PACE tokens read and written a second, with the usual limits of time: how long each takes, what it told of
# that at first and on the way, when its first words come, and what wrote it. RUNS="research-eye-lens ..." names others. About fifteen minutes; at 60/8 about forty.
PACED = ask-amplification ask-breach ask-handshake ask-margin ask-tax-code ask-workplaces related-ordinance related-quic-tls
eval-pace: build
	-@sh build/need.sh ocr
	$(GO) run ./backend/cmd/evalruns -program $(BIN)/rabbithole -work build/evalruns -pace $(or $(PACE),200/15) $(addprefix $(EVALRUNS)/,$(or $(RUNS),$(PACED)))

# Runs all flows over the sample library with a real model and without: the model must not make a result worse. MODELS=folder holds the weights with their
# Modelfiles; RUNS="ask/a" runs less. An Ollama built with CGO_CFLAGS="-O3 -march=native" (OLLAMA=path) is many times faster.
MODELS ?= $(or $(RABBITHOLE_MODELS),../shared/models)
eval-model: build
	RABBITHOLE_OLLAMA_BIN="$(or $(OLLAMA),$$(bash build/ollama.sh | tail -n 1))" RABBITHOLE_CLI=$(abspath $(BIN)/rabbithole) \
		RABBITHOLE_CHAT=$(abspath $(MODELS)/smollm2.Modelfile) RABBITHOLE_EMBEDDER_FILE=$(abspath $(MODELS)/all-minilm.Modelfile) \
		$(GO) test -vet=off -count=1 -timeout 4h -v -run 'TestModel/$(RUNS)' ./build/modeltest

# Learns anew by what signs an answer that no model judged most likely answers its question: what leads the answers of the sets that RABBITHOLE_EVAL names is kept
# in build/train, and measured anew when it is deleted there.
OWN = backend/eval/testdata/own
train:
	$(GO) run ./backend/cmd/train $(foreach set,financebench mmlongbench uda,$(RABBITHOLE_EVAL)/$(set)/pdfs:$(RABBITHOLE_EVAL)/$(set)/questions.jsonl) \
		$(RABBITHOLE_EVAL)/xref/pdf:$(OWN)/questions.jsonl,$(OWN)/laws.jsonl

# Searches for inputs that break what reads untrusted text; the tests above run only the seeds.
fuzz: tools
	GO=$(GO) FUZZTIME=$(or $(FUZZTIME),10m) bash build/fuzz.sh

# RABBITHOLE_EVAL names the sets of real documents to measure with; without it the sample library stands in. PART=Search measures that alone.
bench: tools
	-@sh build/need.sh pdftotext
	-@$(MAKE) --no-print-directory window && sh build/need.sh window
	-@$(MAKE) --no-print-directory ui && sh build/need.sh chromium
	RABBITHOLE_BENCH_SETS=xref,financebench $(GO) test -vet=off -run '^$$' -bench '$(or $(PART),.)' -benchtime 1x -timeout 1h ./build/bench

# The pictures that README shows, of the sample library.
pictures: build
	@sh build/need.sh chromium
	cd frontend && JOURNEYS=pictures.ts RABBITHOLE_CLI=$(abspath $(BIN)/rabbithole) npx vitest run --config tests/vitest.config.ts

clean:
	rm -rf $(BIN) $(HOME_DB)
