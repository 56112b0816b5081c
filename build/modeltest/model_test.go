// Package modeltest runs all five flows with a real language model and without one, over the sample library, and compares: a model must never make
// a result worse than none, however weak it is.
//
// It starts an Ollama of its own, makes the models there that Modelfiles describe, has the chat model take the program's test (stated:
// sentences judged rightly, marked: the others), and asks the program as a person would. Each run has to end within its limit, to state
// nothing unmarked that what it quotes does not show, and to cite the right pages and answer as far as the built-in engine does. A model
// that fails its test is passed over; then each run is done once more with the model used all the same ("used"), which has to keep its
// limit and to state nothing unmarked, and of which it is only said where it does worse. Where the models are not there nothing is measured.
package modeltest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/fake"
)

// The limits of a quick question, and of research and the flows that have none: these are stopped then.
const (
	quick = time.Minute
	long  = 3 * time.Minute
)

// TestModel_MakesNothingWorse does every run without the model and with it. RABBITHOLE_CHAT and RABBITHOLE_EMBEDDER_FILE name Modelfiles.
func TestModel_MakesNothingWorse(t *testing.T) {
	chat, embedder := os.Getenv("RABBITHOLE_CHAT"), os.Getenv("RABBITHOLE_EMBEDDER_FILE")
	if _, err := os.Stat(chat); err != nil {
		t.Skipf("RABBITHOLE_CHAT names no Modelfile (%v): see `make eval-model`", err)
	}
	server, folder := fake.StartOllama(t), t.TempDir()
	create(t, server, chat)
	p := program{path: os.Getenv("RABBITHOLE_CLI"), home: filepath.Join(folder, "library"), env: []string{"OLLAMA_HOST=" + server.URL.Host,
		"RABBITHOLE_MODEL=" + nameOf(chat), "CHAT_RESEARCH_TIMEOUT_SECONDS=" + strconv.Itoa(int(quick.Seconds())),
		"MAX_MINUTES=" + strconv.Itoa(int(long.Minutes())), "EXPLORE_MAX_NODES=5"}}
	if err := p.addSamples(t.Context(), folder); err != nil {
		t.Fatal(err)
	}
	tested := p.tests(t.Context(), nameOf(chat))
	tested.tell(t)
	if _, err := os.Stat(embedder); err == nil {
		create(t, server, embedder)
		p.embeds(t.Context(), nameOf(embedder)).tell(t)
	}
	for _, trial := range trials() {
		t.Run(trial.flow+"/"+trial.name, func(t *testing.T) {
			without, with := p.try(t.Context(), trial, "extractive"), p.try(t.Context(), trial, "ollama")
			with.Wrong = append(with.Wrong, with.worse(without)...)
			without.tell(t)
			with.tell(t)
			if tested.Verdict == core.TestWeak {
				used := p.all().try(t.Context(), trial, "ollama")
				used.Engine, used.Worse = "used", used.worse(without)
				used.tell(t)
			}
		})
	}
}

// nameOf is what the model of a Modelfile is called: "smollm2" of "smollm2.Modelfile".
func nameOf(file string) string {
	return strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
}

// create makes the model that a Modelfile describes.
func create(t *testing.T, server *fake.Ollama, file string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Getenv("RABBITHOLE_OLLAMA_BIN"), "create", nameOf(file), "-f", file)
	cmd.Env = append(os.Environ(), "OLLAMA_HOST="+server.URL.Host)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("make model %s: %v: %s", nameOf(file), err, out)
	}
}

// tell says how a run went; one that does something wrong fails.
func (r outcome) tell(t *testing.T) {
	t.Logf("%-10s %-10s %-10s %6.0f s %3d calls %2d by rule  %-8s %2d stated %2d marked  gold %d/%d  %s", r.Flow, r.Name, r.Engine, r.Seconds,
		r.Calls, r.Fallbacks, r.Verdict, r.Stated, r.Marked, r.Cited, r.Gold, strings.Join(append(r.Wrong, r.Worse...), "; "))
	if len(r.Wrong) > 0 {
		t.Fail()
	}
}
