package ollama_test

import (
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rabbithole/backend/fake"
	"rabbithole/backend/ollama"
)

// seen gathers the moments of a call.
type seen struct {
	mu  sync.Mutex
	all []ollama.Moment
}

func (s *seen) see(m ollama.Moment) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = append(s.all, m)
}

func (s *seen) stages() (out []ollama.Stage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range s.all {
		if len(out) == 0 || out[len(out)-1] != m.Stage {
			out = append(out, m.Stage)
		}
	}
	return out
}

func until(t *testing.T, is func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it does not come")
		}
	}
}

func TestWatched_SeesACallFromLoadingToItsLastWord(t *testing.T) {
	server := fake.NewServer(t)
	server.Script(say("Radon is a gas that comes from the ground."))
	var s seen
	reply, err := open(t, connect(server.URL, ollama.Options{}), "").Generate(ollama.Watched(t.Context(), s.see), hello(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.stages(); !slices.Equal(got, []ollama.Stage{ollama.Loading, ollama.Reading, ollama.Writing}) {
		t.Errorf("stages %v", got)
	}
	if last := s.all[len(s.all)-1]; last.Tokens < 2 || last.Tokens > reply.ReplyTokens+1 {
		t.Errorf("%d tokens were seen, %d were counted", last.Tokens, reply.ReplyTokens)
	}
}

func TestWatched_WaitsForTheCallOfAnotherRunAlone(t *testing.T) {
	server := fake.NewServer(t)
	begun, goOn := make(chan struct{}, 8), make(chan struct{})
	server.Script(func(fake.ChatRequest) fake.ChatReply {
		begun <- struct{}{}
		<-goOn
		return fake.ChatReply{Text: "x"}
	})
	client := connect(server.URL, ollama.Options{})
	ask := func(run string, seed int, s *seen) chan error {
		done := make(chan error, 1)
		m := open(t, client, "").ForRun(run)
		go func() {
			call := hello()
			call.Seed = seed
			_, err := m.Generate(ollama.Watched(t.Context(), s.see), call, nil)
			done <- err
		}()
		return done
	}
	var first, own, other seen
	all := []chan error{ask("research", 1, &first)}
	<-begun
	all = append(all, ask("research/draft", 2, &own), ask("answer", 3, &other))
	until(t, func() bool { return len(other.stages()) > 0 })
	if m := other.all[0]; m.Stage != ollama.Waiting || m.Holder != "research" {
		t.Errorf("it saw %+v", m)
	}
	close(goOn)
	for _, done := range all {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if slices.Contains(own.stages(), ollama.Waiting) || slices.Contains(first.stages(), ollama.Waiting) {
		t.Errorf("a run waits for itself: %v, %v", first.stages(), own.stages())
	}
	if got := other.stages(); got[len(got)-1] != ollama.Writing {
		t.Errorf("the one that waited came to %v", got)
	}
}

// A server that broke off is waited for, and who watches is told; then the call begins anew.
func TestWatched_SeesThatTheServerIsGone(t *testing.T) {
	server := fake.NewServer(t)
	server.Script(say("Radon is a gas that comes from the ground."))
	var broke atomic.Bool
	server.Break(func(r fake.Request) fake.Failure {
		return fake.Failure{Die: !r.Loads() && broke.CompareAndSwap(false, true)}
	})
	var s seen
	if _, err := open(t, connect(server.URL, ollama.Options{}), "").Generate(ollama.Watched(t.Context(), s.see), hello(), nil); err != nil {
		t.Fatal(err)
	}
	stages := s.stages()
	if at := slices.Index(stages, ollama.Absent); at < 0 || !slices.Contains(stages[at:], ollama.Writing) {
		t.Errorf("stages %v", stages)
	}
}

func TestWatched_EmptyPartsAreNoWords(t *testing.T) {
	end := `{"message":{"content":""},"done":true,"done_reason":"stop"}` + "\n"
	u := saying(t, "/api/chat", says("")+says("")+says("Radon ")+says("is a gas.")+end)
	var s seen
	if _, err := open(t, connect(u, ollama.Options{Limits: hurried()}), "").Generate(ollama.Watched(t.Context(), s.see), hello(), nil); err != nil {
		t.Fatal(err)
	}
	var tokens []int
	for _, m := range s.all {
		if m.Stage == ollama.Writing {
			tokens = append(tokens, m.Tokens)
		}
	}
	if !slices.Equal(tokens, []int{1, 3, 3}) { // the second part is as long as two tokens
		t.Errorf("the tokens seen were %v", tokens)
	}
}
