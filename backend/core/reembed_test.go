package core_test

import (
	"context"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fake"
	"rabbithole/backend/fault"
)

// finding returns what the doctor says about the embedder.
func finding(t *testing.T, c *core.Core) core.Finding {
	t.Helper()
	for _, f := range c.Doctor(t.Context()) {
		if f.Name == "embedder" {
			return f
		}
	}
	t.Fatal("the doctor does not look at the embedder")
	return core.Finding{}
}

// answers fails unless the library is searched by meaning, and says who embedded the query.
func answers(t *testing.T, c *core.Core, server *fake.Server, want string) {
	t.Helper()
	before := len(server.Requests())
	if hits, err := c.Search(t.Context(), "craft room", core.SearchOptions{Mode: "semantic"}); err != nil || len(hits) == 0 {
		t.Errorf("%d hits, %v", len(hits), err)
	}
	asked := slices.ContainsFunc(server.Requests()[before:], func(r fake.Request) bool { return r.Emb != nil })
	if c.Embedder() != want || asked != (want != settings.BuiltIn) {
		t.Errorf("%s answers, the server was asked: %v; want %s", c.Embedder(), asked, want)
	}
}

func TestChangeEmbedder_OldAnswersMeanwhile(t *testing.T) {
	server := fake.NewServer(t)
	home, environment := library(t), env("OLLAMA_HOST", server.URL.String())
	c := open(t, home, environment)
	var meanwhile []string
	server.Break(func(r fake.Request) fake.Failure {
		if texts := fake.Texts(r.Emb); len(texts) > 1 {
			meanwhile = append(meanwhile, c.Embedder())
			if f := finding(t, c); !f.OK || !strings.Contains(f.Text, "built-in answers; re-embedding ") {
				t.Errorf("the doctor says %+v", f)
			}
		}
		return fake.Failure{}
	})
	events := c.Events.Subscribe(1000)
	if err := c.ChangeEmbedder(t.Context(), "nomic-embed-text"); err != nil {
		t.Fatal(err)
	}
	if err := c.AwaitEmbedder(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(meanwhile) == 0 || slices.ContainsFunc(meanwhile, func(name string) bool { return name != settings.BuiltIn }) {
		t.Errorf("meanwhile answered %v", meanwhile)
	}
	events.Close()
	progress, changed := 0, 0
	for e := range events.C {
		switch e.Kind {
		case core.EventEmbedding:
			progress++
		case core.EventEmbedderChanged:
			changed++
		}
	}
	if progress < 2 || changed != 1 {
		t.Errorf("%d events of progress, %d of the change", progress, changed)
	}
	answers(t, c, server, "nomic-embed-text")
	if f := finding(t, c); !f.OK || f.Text != "nomic-embed-text" {
		t.Errorf("the doctor says %+v", f)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	answers(t, open(t, home, environment), server, "nomic-embed-text")
}

func TestChangeEmbedder_UnpluggedInTheMiddle(t *testing.T) {
	server := fake.NewServer(t)
	home, environment := library(t), env("OLLAMA_HOST", server.URL.String())
	c := open(t, home, environment)
	batches := 0
	server.Break(func(r fake.Request) fake.Failure {
		if batches++; batches > 3 {
			return fake.Failure{Status: http.StatusBadRequest, Message: "unplugged"}
		}
		return fake.Failure{}
	})
	if err := c.ChangeEmbedder(t.Context(), "nomic-embed-text"); err != nil {
		t.Fatal(err)
	}
	err := c.AwaitEmbedder(t.Context())
	if err == nil || !strings.Contains(fault.Hint(err), "`rabbithole embedder` goes on. Until then built-in answers") {
		t.Errorf("%v, hint %q", err, fault.Hint(err))
	}
	answers(t, c, server, settings.BuiltIn)
	before, ok, err := c.Reembedding(t.Context())
	if f := finding(t, c); !ok || err != nil || before.Done == 0 || before.Done >= before.Total || f.OK || !strings.Contains(f.Text, "re-embedding") || f.Cure == "" {
		t.Errorf("%+v (%v), the doctor says %+v", before, err, f)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}

	c = open(t, home, environment) // another day, the same choice
	answers(t, c, server, settings.BuiltIn)
	server.Break(nil)
	asked := len(server.Requests())
	if err := c.ChangeEmbedder(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	if err := c.AwaitEmbedder(t.Context()); err != nil {
		t.Fatal(err)
	}
	texts := 0
	for _, r := range server.Requests()[asked:] {
		if r.Emb != nil && len(fake.Texts(r.Emb)) > 1 {
			texts += len(fake.Texts(r.Emb))
		}
	}
	if want := before.Total - before.Done; texts > want {
		t.Errorf("%d texts embedded the second time, %d were missing", texts, want)
	}
	answers(t, c, server, "nomic-embed-text")
}

func TestChangeEmbedder_CancelledWithinASecond(t *testing.T) {
	server := fake.NewServer(t)
	c := open(t, library(t), env("OLLAMA_HOST", server.URL.String()))
	ctx, cancel := context.WithCancel(t.Context())
	server.Break(func(r fake.Request) fake.Failure {
		if len(fake.Texts(r.Emb)) > 1 {
			cancel()
			return fake.Failure{Stall: time.Minute}
		}
		return fake.Failure{}
	})
	if err := c.ChangeEmbedder(ctx, "nomic-embed-text"); err != nil {
		t.Fatal(err)
	}
	<-ctx.Done()
	begun := time.Now()
	err := c.AwaitEmbedder(ctx)
	if took := time.Since(begun); fault.KindOf(err) != fault.Cancelled || took > 10*time.Second { // a stalled request ends in a minute
		t.Errorf("%v after %v", err, took)
	}
	server.Break(nil)
	answers(t, c, server, settings.BuiltIn)
}

func TestChangeEmbedder_OneThatIsNotThereChangesNothing(t *testing.T) {
	server := fake.NewServer(t)
	c := open(t, library(t), env("OLLAMA_HOST", server.URL.String()))
	err := c.ChangeEmbedder(t.Context(), "all-minilm")
	if fault.KindOf(err) != fault.NotFound || !strings.Contains(fault.Hint(err), "built-in goes on answering") {
		t.Errorf("%v, hint %q", err, fault.Hint(err))
	}
	if _, changing, err := c.Reembedding(t.Context()); changing || err != nil {
		t.Errorf("changing %v, %v", changing, err)
	}
	answers(t, c, server, settings.BuiltIn)
}

// The environment names an embedder that cannot be had; the vectors of the old one are there.
func TestChangeEmbedder_ChosenButAbsent(t *testing.T) {
	c := open(t, library(t), env("OLLAMA_HOST", nowhere, "RABBITHOLE_EMBEDDER", "nomic-embed-text"))
	if hits, err := c.Search(t.Context(), "craft room", core.SearchOptions{Mode: "semantic"}); err != nil || len(hits) == 0 {
		t.Errorf("%d hits, %v", len(hits), err)
	}
	if f := finding(t, c); f.OK || !strings.Contains(f.Text, "built-in answers; re-embedding 0 of ") || f.Cure == "" {
		t.Errorf("the doctor says %+v", f)
	}
	if err := c.ChangeEmbedder(t.Context(), ""); fault.KindOf(err) != fault.Unavailable || !strings.Contains(fault.Hint(err), "ollama serve") {
		t.Errorf("%v, hint %q", err, fault.Hint(err))
	}
}

// What a real server can do to one text of a batch costs that text its vector, and nothing else.
func TestChangeEmbedder_BadVectors(t *testing.T) {
	good := fake.Words("good")
	for name, bad := range map[string]func() []float32{
		"NaN":          func() []float32 { v := slices.Clone(good); v[3] = float32(math.NaN()); return v },
		"Zero":         func() []float32 { return make([]float32, fake.Dim) },
		"NothingAtAll": func() []float32 { return nil },
	} {
		t.Run(name, func(t *testing.T) {
			server := fake.NewServer(t)
			server.Vector = func(text string) []float32 {
				if strings.Contains(text, "aerated") {
					return bad()
				}
				return fake.Words(text)
			}
			c := open(t, t.TempDir(), env("OLLAMA_HOST", server.URL.String()))
			addNotes(t, c)
			if err := c.ChangeEmbedder(t.Context(), "nomic-embed-text"); err != nil {
				t.Fatal(err)
			}
			if err := c.AwaitEmbedder(t.Context()); err != nil {
				t.Fatal(err)
			}
			if hits, err := c.Search(t.Context(), "shingles barn", core.SearchOptions{Mode: "semantic"}); err != nil || len(hits) == 0 || hits[0].Document != "roof.md" || strings.Contains(hits[len(hits)-1].Text, "aerated") {
				t.Errorf("by meaning: %+v, %v; want roof.md first, well.md not", hits, err)
			}
			if hits, err := c.Search(t.Context(), "aerated", core.SearchOptions{}); err != nil || len(hits) == 0 || hits[0].Document != "well.md" {
				t.Errorf("by words: %+v, %v", hits, err)
			}
		})
	}
}

// A model that embeds nothing of the library does not take the place of one that does; mended, it is asked again.
func TestChangeEmbedder_ThatEmbedsNothingIsRefused(t *testing.T) {
	server := fake.NewServer(t)
	broken := true
	server.Vector = func(text string) []float32 {
		if broken && !strings.Contains(text, "probe") {
			return make([]float32, fake.Dim)
		}
		return fake.Words(text)
	}
	c := open(t, t.TempDir(), env("OLLAMA_HOST", server.URL.String()))
	addNotes(t, c)
	change := func() error {
		if err := c.ChangeEmbedder(t.Context(), "nomic-embed-text"); err != nil {
			t.Fatal(err)
		}
		return c.AwaitEmbedder(t.Context())
	}
	if err := change(); fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "no usable vector for") {
		t.Errorf("AwaitEmbedder = %v", err)
	}
	answers(t, c, server, settings.BuiltIn)
	broken = false
	if err := change(); err != nil {
		t.Errorf("once it is mended: %v", err)
	}
	if hits, err := c.Search(t.Context(), "shingles barn", core.SearchOptions{Mode: "semantic"}); err != nil || len(hits) == 0 || hits[0].Document != "roof.md" {
		t.Errorf("%+v, %v", hits, err)
	}
}
