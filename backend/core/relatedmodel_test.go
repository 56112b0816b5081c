package core_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fake"
	"rabbithole/backend/flow/related"
	"rabbithole/backend/graph"
	"rabbithole/backend/ollama"
	"rabbithole/backend/source"
	"rabbithole/prompts"
)

// companions opens a library, with three small notes when it is empty, whose model is a scripted server, and keeps what is logged.
func companions(t *testing.T, server *fake.Server, home string) (c *core.Core, hash string, log func() []string) {
	t.Helper()
	var mu sync.Mutex
	var lines []string
	c, err := core.Open(t.Context(), core.Config{Home: home, Env: env("OLLAMA_HOST", server.URL.String()), Ollama: ollama.Options{NumThread: 1, NumCtx: numCtx},
		Log: func(format string, args ...any) {
			mu.Lock()
			defer mu.Unlock()
			lines = append(lines, fmt.Sprintf(format, args...))
		}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	docs, err := c.Documents(t.Context(), false)
	if err == nil && len(docs) == 0 {
		addNotes(t, c)
		docs, err = c.Documents(t.Context(), false)
	}
	if err != nil {
		t.Fatal(err)
	}
	hash = docs[0].Hash
	if i := slices.IndexFunc(docs, func(d source.Document) bool { return d.Name == memo }); i >= 0 {
		hash = docs[i].Hash
	}
	return c, hash, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(lines)
	}
}

// A model looks further with its tools, and what it says is shown with what it stands on.
func TestRelated_AModelLooksFurtherWithTools(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	server := fake.NewServer(t)
	c, hash, _ := companions(t, server, library(t))
	r := found(t, c, core.FindRelated{Document: hash, Page: 2, Engine: settings.Ollama})
	holds(t, c, r)
	if r.Made == "rule" || r.Model != "qwen3:14b" {
		t.Errorf("made by %q, model %q", r.Made, r.Model)
	}
	offered := map[string]bool{}
	told := 0
	for _, chat := range server.Chats() {
		for _, tool := range chat.Tools {
			offered[tool] = true
		}
		told += len(chat.Told)
	}
	for _, tool := range []string{"search_library", "get_article", "extract_text", "log_step"} {
		if !offered[tool] {
			t.Errorf("the model is not offered %s", tool)
		}
	}
	if offered["search_web"] || offered["fetch_url"] || told == 0 {
		t.Errorf("offline it was offered %v and told %d results", offered, told)
	}
	s, err := c.RelatedState(t.Context(), r.Run)
	if err != nil || s.Spend.Calls == 0 || s.Spend.PromptTokens == 0 || len(s.Turns) == 0 {
		t.Errorf("%d turns, %+v, %v", len(s.Turns), s.Spend, err)
	}
}

// Whoever waits for a search is told every second how far the call of its model has come.
func TestAwaitRelated_TellsOfTheCallsOfAModel(t *testing.T) {
	server := fake.NewServer(t)
	server.Script(func(req fake.ChatRequest) fake.ChatReply {
		reply := fake.Sensible(req)
		reply.Pause = 20 * time.Millisecond
		return reply
	})
	c, hash, _ := companions(t, server, t.TempDir())
	if _, err := c.StartRelated(t.Context(), core.FindRelated{Document: hash, Engine: settings.Ollama}); err != nil {
		t.Fatal(err)
	}
	var calls []string
	if _, err := c.AwaitRelated(t.Context(), hash, func(now core.RelatedChanged) {
		if now.Calling {
			calls = append(calls, now.Message)
		}
	}); err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(calls, func(said string) bool { return strings.HasPrefix(said, "qwen3:14b is comparing documents, call 1") }) {
		t.Errorf("told %q", calls)
	}
}

// A model that twice answers in no shape fails the search: the person reads a sentence with nothing of the answer, the log says what was the matter.
func TestRelated_AnAnswerOfNoShapeFails(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	server := fake.NewServer(t)
	const secret = "Zwiebelkuchen"
	server.Script(func(req fake.ChatRequest) fake.ChatReply {
		if req.Step == prompts.Related.Name {
			return fake.ChatReply{Text: "Here is my summary, with love: " + secret}
		}
		return fake.Sensible(req)
	})
	c, hash, log := companions(t, server, library(t))
	r := found(t, c, core.FindRelated{Document: hash, Engine: settings.Ollama})
	if r.Status != related.StatusFailed || r.Error == "" || strings.Contains(r.Error, secret) {
		t.Errorf("%s: %q", r.Status, r.Error)
	}
	if lines := log(); len(lines) == 0 || !strings.Contains(strings.Join(lines, "\n"), "shape") {
		t.Errorf("the log says %q", lines)
	}
	if run := mustRun(t, c, r.Run); run.Status != graph.Finished {
		t.Errorf("its run is %s", run.Status)
	}
	server.Script(nil)
	holds(t, c, found(t, c, core.FindRelated{Document: hash, Engine: settings.Ollama})) // what failed is no answer that is fresh
}

// A search waits while a run that a person began works with the same model, says so, and goes on when that rests.
func TestRelated_YieldsToARunOnTheSameModel(t *testing.T) {
	server := fake.NewServer(t)
	begun, release := make(chan struct{}), make(chan struct{})
	var once sync.Once
	server.Script(func(req fake.ChatRequest) fake.ChatReply {
		if req.Step != prompts.Related.Name {
			once.Do(func() { close(begun) })
			<-release
		}
		return fake.Sensible(req)
	})
	c, hash, _ := companions(t, server, t.TempDir())
	run, err := c.StartAnswer(t.Context(), core.Ask{Question: liveQuestion, Engine: settings.Ollama})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		_, err := c.Resume(t.Context(), run.ID)
		ended <- err
	}()
	<-begun
	if _, err := c.StartRelated(t.Context(), core.FindRelated{Document: hash, Engine: settings.Ollama}); err != nil {
		t.Fatal(err)
	}
	waited := make(chan struct{})
	go func() {
		<-waited
		close(release)
	}()
	var tell sync.Once
	r, err := c.AwaitRelated(t.Context(), hash, func(now core.RelatedChanged) {
		if now.Doing != related.DoingWaiting {
			return
		}
		tell.Do(func() {
			for _, chat := range server.Chats() {
				if chat.Step == prompts.Related.Name {
					t.Error("the model was asked while another run wanted it")
				}
			}
			close(waited)
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if s, err := c.RelatedState(t.Context(), r.Run); err != nil || r.Status != related.StatusReady || s.Spend.Calls == 0 {
		t.Errorf("afterwards: %s by %q after %d calls, %v", r.Status, r.Made, s.Spend.Calls, err)
	}
}

// liveRelated searches with the real server. Its model is random: what it says is struck, and code finds what there is.
func liveRelated(t *testing.T, server *fake.Ollama) {
	c := live(t, server)
	docs, err := c.Documents(t.Context(), false)
	if err != nil || len(docs) == 0 {
		t.Fatal(err)
	}
	r := found(t, c, core.FindRelated{Document: docs[0].Hash, Mode: related.Quick, Engine: settings.Ollama})
	t.Logf("%s by %q: %s, %d bullets, warnings %q", r.Status, r.Made, r.Error, len(r.Bullets), r.Warnings)
	if r.Status != related.StatusReady && (r.Status != related.StatusFailed || r.Error == "") {
		t.Errorf("%s: %q", r.Status, r.Error)
	}
	s, err := c.RelatedState(t.Context(), r.Run)
	if err != nil || s.Spend.Calls == 0 {
		t.Errorf("the model was not asked: %+v, %v", s.Spend, err)
	}
	if r.Status == related.StatusReady && len(r.Bullets) > 0 {
		holds(t, c, r)
	}
}
