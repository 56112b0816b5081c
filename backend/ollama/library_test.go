package ollama_test

import (
	"math"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rabbithole/backend/egress"
	"rabbithole/backend/fake"
	"rabbithole/backend/fault"
	"rabbithole/backend/ollama"
)

func TestModels_Cards(t *testing.T) {
	server := fake.NewServer(t)
	server.Models = append(server.Models, fake.InstalledModel{Name: "gpt-oss:120b-cloud", Digest: "d", MaxCtx: 131072, Capabilities: []string{"completion", "vision"}, RemoteHost: "https://ollama.com:443"})
	cards, err := connect(server.URL, ollama.Options{}).Models(t.Context())
	if err != nil || len(cards) != 3 {
		t.Fatalf("cards = %+v, %v", cards, err)
	}
	q, e, r := cards[0], cards[1], cards[2]
	if q.Name != "qwen3:14b" || !q.Thinks || !q.Chats || q.Embeds || q.Sees || q.Remote || q.MaxCtx != 40960 || q.NumCtx != 4096 || q.Parameters != "14.8B" || q.Bytes == 0 || q.Digest == "" {
		t.Errorf("chat model = %+v", q)
	}
	if e.Chats || !e.Embeds || e.NumCtx != 2048 {
		t.Errorf("embedding model = %+v", e)
	}
	if !r.Remote || !r.Sees {
		t.Errorf("cloud model = %+v", r)
	}
}

func TestOpen_CloudModelIsDenied(t *testing.T) {
	server := fake.NewServer(t)
	c := connect(server.URL, ollama.Options{})
	card, err := c.Pick(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	card.Remote = true
	if _, err := c.Open(t.Context(), card); fault.KindOf(err) != fault.Denied {
		t.Errorf("err = %v", err)
	}
}

func TestClient_NoServer(t *testing.T) {
	nobody := &url.URL{Scheme: "http", Host: "127.0.0.1:1"}
	c := connect(nobody, ollama.Options{Limits: hurried()})
	for name, try := range map[string]func() error{
		"version": func() error { _, err := c.Version(t.Context()); return err },
		"models":  func() error { _, err := c.Models(t.Context()); return err },
		"pick":    func() error { _, err := c.Pick(t.Context(), ""); return err },
		"pull":    func() error { return c.Pull(t.Context(), "x", nil) },
		"embed":   func() error { _, err := c.OpenEmbedder(t.Context(), "x"); return err },
	} {
		if err := try(); fault.KindOf(err) != fault.Unavailable || !strings.Contains(fault.Hint(err), "ollama serve") {
			t.Errorf("%s: %v, hint %q", name, err, fault.Hint(err))
		}
	}
}

func TestClient_HostThatIsNotAllowed(t *testing.T) {
	gate := egress.New(egress.Offline(), egress.Options{})
	c := ollama.New(gate.Client(), &url.URL{Scheme: "http", Host: "example.invalid:11434"}, ollama.Options{})
	if _, err := c.Version(t.Context()); fault.KindOf(err) != fault.Denied || fault.Hint(err) == "" {
		t.Errorf("err = %v", err)
	}
}

func TestPull_ReportsProgress(t *testing.T) {
	server := fake.NewServer(t)
	c := connect(server.URL, ollama.Options{})
	var seen []ollama.Progress
	if err := c.Pull(t.Context(), "mistral:7b", func(p ollama.Progress) { seen = append(seen, p) }); err != nil {
		t.Fatal(err)
	}
	if len(seen) != 4 || seen[1].Completed != 400 || seen[1].Total != 1000 || seen[3].Status != "success" {
		t.Errorf("progress = %+v", seen)
	}
	if _, err := c.Pick(t.Context(), "mistral:7b"); err != nil {
		t.Errorf("after the pull: %v", err)
	}
	if err := c.Pull(t.Context(), "unknown", nil); fault.KindOf(err) != fault.NotFound {
		t.Errorf("unknown: %v", err)
	}
	if err := c.Pull(t.Context(), "x:cloud", nil); fault.KindOf(err) != fault.Denied {
		t.Errorf("cloud: %v", err)
	}
	if got := server.Pulled(); len(got) != 1 {
		t.Errorf("pulled %v", got)
	}
}

func TestEmbedDocuments_OneBadInputLosesOnlyItsOwnVector(t *testing.T) {
	server := fake.NewServer(t)
	server.Break(fake.BadInput("POISON"))
	e, err := connect(server.URL, ollama.Options{}).OpenEmbedder(t.Context(), "nomic-embed-text")
	if err != nil {
		t.Fatal(err)
	}
	if e.Dim() != fake.Dim || !strings.HasSuffix(e.Digest(), "+nomic") || e.Name() != "nomic-embed-text:latest" {
		t.Errorf("embedder = %s %s %d", e.Name(), e.Digest(), e.Dim())
	}
	texts := make([]string, 60)
	for i := range texts {
		texts[i] = strings.Repeat("radon ", i+1)
	}
	texts[37] = "POISON"
	vectors, err := e.EmbedDocuments(t.Context(), texts)
	if err != nil || len(vectors) != 60 {
		t.Fatalf("%d vectors, %v", len(vectors), err)
	}
	for i, v := range vectors {
		if (v == nil) != (i == 37) {
			t.Errorf("text %d: vector %v", i, v)
		}
	}
	for _, r := range server.Requests() {
		if r.Emb == nil {
			continue
		}
		got := fake.Texts(r.Emb)
		if len(got) > 32 || r.Emb.Truncate == nil || *r.Emb.Truncate {
			t.Errorf("request with %d texts, truncate %v", len(got), r.Emb.Truncate)
		}
	}
}

func TestEmbedDocuments_AllBad(t *testing.T) {
	server := fake.NewServer(t)
	e, err := connect(server.URL, ollama.Options{}).OpenEmbedder(t.Context(), "nomic-embed-text")
	if err != nil {
		t.Fatal(err)
	}
	server.Break(fake.BadInput("POISON"))
	if vectors, err := e.EmbedDocuments(t.Context(), []string{"POISON"}); err != nil || vectors[0] != nil {
		t.Errorf("a bad text: %v, %v", vectors, err)
	}
	server.Break(func(fake.Request) fake.Failure {
		return fake.Failure{Status: http.StatusInternalServerError, Message: "no"}
	})
	if _, err := e.EmbedDocuments(t.Context(), []string{"good"}); err == nil {
		t.Error("a server that embeds nothing must be an error, not a text without vector")
	}
}

func TestEmbedder_ChecksVectors(t *testing.T) {
	server := fake.NewServer(t)
	server.Vector = func(text string) []float32 {
		switch {
		case strings.Contains(text, "short"):
			return []float32{1, 0}
		case strings.Contains(text, "zero"):
			return make([]float32, 4)
		case strings.Contains(text, "nan"):
			return []float32{float32(math.NaN()), 0, 0, 0}
		}
		return []float32{3, 0, 4, 0}
	}
	e, err := connect(server.URL, ollama.Options{}).OpenEmbedder(t.Context(), "nomic-embed-text")
	if err != nil {
		t.Fatal(err)
	}
	vectors, err := e.EmbedDocuments(t.Context(), []string{"zero", "nan", "good"})
	if err != nil || vectors[0] != nil || vectors[1] != nil || vectors[2][0] != 0.6 {
		t.Errorf("vectors = %v, %v", vectors, err)
	}
	_, passage := e.EmbedDocuments(t.Context(), []string{"good", "short"})
	_, query := e.EmbedQuery(t.Context(), "short")
	for _, err := range []error{passage, query} {
		if fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "2 numbers where 4 are due") || fault.Hint(err) == "" {
			t.Errorf("a vector of another length: %v", err)
		}
	}
	if _, err := e.EmbedQuery(t.Context(), "zero"); err == nil {
		t.Error("a query without a vector must be an error")
	}
}
