package ollama_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/fake"
	"rabbithole/backend/fault"
	"rabbithole/backend/ollama"
)

// silent stalls the requests for vectors of at least so many texts.
func silent(texts int) func(fake.Request) fake.Failure {
	return func(r fake.Request) fake.Failure {
		if len(fake.Texts(r.Emb)) < texts {
			return fake.Failure{}
		}
		return fake.Failure{Stall: time.Hour}
	}
}

// timed fails unless what is done ends in time with a fault of that kind.
func timed(t *testing.T, what string, most time.Duration, kind fault.Kind, do func() error) {
	t.Helper()
	begun := time.Now()
	err := do()
	if took := time.Since(begun); took > most || fault.KindOf(err) != kind {
		t.Errorf("%s: %v after %v, want %s in %v", what, err, took, kind, most)
	}
}

// A server that takes a connection and says nothing does not hold who searches or adds.
func TestEmbedder_ASilentServerIsGivenUp(t *testing.T) {
	server := fake.NewServer(t)
	server.Break(silent(1))
	limits := ollama.Limits{Query: 500 * time.Millisecond}
	e, err := connect(server.URL, ollama.Options{Limits: limits}).OpenEmbedder(t.Context(), "nomic-embed-text")
	if err != nil || e.Dim() != 0 {
		t.Fatalf("one that may be loading: %v", err)
	}
	query := func() error { _, err := e.EmbedQuery(t.Context(), "radon"); return err }
	passages := func() error { _, err := e.EmbedDocuments(t.Context(), make([]string, 24)); return err }
	timed(t, "a query", 2*time.Second, fault.Unavailable, query)
	timed(t, "passages", 5*time.Second, fault.Unavailable, passages)
	if err := query(); !strings.Contains(fault.Hint(err), "rabbithole embedder") {
		t.Errorf("hint %q", fault.Hint(err))
	}
	server.Break(nil)
	if vectors, err := e.EmbedDocuments(t.Context(), []string{"radon"}); err != nil || len(vectors[0]) != fake.Dim || e.Dim() != fake.Dim {
		t.Errorf("after it answers again: %v, %v", vectors, err)
	}
	if err := query(); err != nil {
		t.Errorf("after it answers again: %v", err)
	}

	// A query does not wait for passages that the server does not come to the end of.
	server.Break(silent(2))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	before := len(server.Requests())
	go func() { _, err := e.EmbedDocuments(ctx, make([]string, 24)); ended <- err }()
	for len(server.Requests()) == before {
		time.Sleep(time.Millisecond)
	}
	timed(t, "a query behind passages", 2*time.Second, fault.Unavailable, query)
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// One that does not even tell what is installed is given up, too.
func TestOpenEmbedder_ASilentServerIsGivenUp(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	defer server.Close()
	u, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	client := connect(u, ollama.Options{Limits: ollama.Limits{Query: 200 * time.Millisecond}})
	timed(t, "open", 2*time.Second, fault.Unavailable, func() error { _, err := client.OpenEmbedder(t.Context(), "nomic-embed-text"); return err })
}

func TestEmbedder_CancelledWithinASecond(t *testing.T) {
	server := fake.NewServer(t)
	client := connect(server.URL, ollama.Options{})
	e, err := client.OpenEmbedder(t.Context(), "nomic-embed-text")
	if err != nil {
		t.Fatal(err)
	}
	server.Break(silent(1))
	for what, do := range map[string]func(context.Context) error{
		"open":     func(ctx context.Context) error { _, err := client.OpenEmbedder(ctx, "nomic-embed-text"); return err },
		"query":    func(ctx context.Context) error { _, err := e.EmbedQuery(ctx, "radon"); return err },
		"passages": func(ctx context.Context) error { _, err := e.EmbedDocuments(ctx, make([]string, 24)); return err },
	} {
		ctx, stop := context.WithCancel(t.Context())
		time.AfterFunc(50*time.Millisecond, stop)
		begun := time.Now()
		if err := do(ctx); !errors.Is(err, context.Canceled) || time.Since(begun) > time.Second {
			t.Errorf("%s: %v after %v", what, err, time.Since(begun))
		}
	}
}
