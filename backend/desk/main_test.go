package desk_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/event"
	"rabbithole/backend/fake"
)

func TestMain(m *testing.M) {
	core.RunWorkerIfAsked()
	code := m.Run()
	read.Remove()
	os.Exit(code)
}

// noEnv is an empty environment on a machine that has neither Tesseract nor Ollama.
func noEnv(name string) string {
	return map[string]string{"RABBITHOLE_TESSERACT": "none", "OLLAMA_HOST": "127.0.0.1:9"}[name]
}

// open opens a desk that the test closes, if it does not end before.
func open(t *testing.T, home string) (*desk.Desk, func()) {
	t.Helper()
	d, closing := desk.New(core.Config{Home: home, Env: noEnv}, &screen{news: make(chan struct{}, 1)})
	once := sync.OnceFunc(func() {
		if err := closing(); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(once)
	desk.AwaitOpen(context.Background(), d)
	return d, once
}

// sit opens a desk that is closed when the test ends.
func sit(t *testing.T, home string, environment func(string) string) (*desk.Desk, *screen) {
	t.Helper()
	s := &screen{news: make(chan struct{}, 1)}
	d, closing := desk.New(core.Config{Home: home, Env: environment}, s)
	t.Cleanup(func() { closing() })
	desk.AwaitOpen(context.Background(), d) // a machine with much to do takes its time
	return d, s
}

// screen is a user interface that remembers what it was told.
type screen struct {
	mu     sync.Mutex
	events []desk.Event
	news   chan struct{}
}

// Emit remembers events.
func (s *screen) Emit(name string, data any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.events = append(s.events, data.([]desk.Event)...)
	select {
	case s.news <- struct{}{}:
	default:
	}
}

// forget forgets what was told so far.
func (s *screen) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.events = nil
}

func (s *screen) heard(kind event.Kind) []desk.Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []desk.Event
	for _, e := range s.events {
		if e.Kind == string(kind) {
			out = append(out, e)
		}
	}
	return out
}

// await waits until an event of the kind satisfies the condition and returns its data.
func await[T any](t *testing.T, s *screen, kind event.Kind, until func(T) bool) T {
	t.Helper()
	deadline := time.After(2 * time.Minute)
	for seen := 0; ; {
		all := s.heard(kind)
		for ; seen < len(all); seen++ {
			var data T
			if err := json.Unmarshal(all[seen].Data, &data); err != nil {
				t.Fatalf("%s: %v in %s", kind, err, all[seen].Data)
			}
			if until(data) {
				return data
			}
		}
		select {
		case <-s.news:
		case <-deadline:
			t.Fatalf("waited in vain for %s; last of %d", kind, len(all))
		}
	}
}

// samples writes the sample PDFs into a folder.
func samples(t *testing.T) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "radon")
	if err := fake.Unpack(folder); err != nil {
		t.Fatal(err)
	}
	return folder
}
