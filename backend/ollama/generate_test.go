package ollama_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/fake"
	"rabbithole/backend/fault"
	"rabbithole/backend/ollama"
	"rabbithole/prompts"
)

func say(text string) func(fake.ChatRequest) fake.ChatReply {
	return func(fake.ChatRequest) fake.ChatReply { return fake.ChatReply{Text: text} }
}

func TestGenerate_SendsEverythingExplicitly(t *testing.T) {
	server := fake.NewServer(t)
	server.Script(say("Radon is a gas that comes from the ground."))
	m := open(t, connect(server.URL, ollama.Options{}), "")
	call := hello()
	call.Schema, call.Seed = []byte(`{"type":"object"}`), 7
	var shown strings.Builder
	reply, err := m.Generate(t.Context(), call, func(s string) { shown.WriteString(s) })
	if err != nil {
		t.Fatal(err)
	}
	if reply.Text != "Radon is a gas that comes from the ground." || shown.String() != reply.Text || reply.DoneReason != "stop" || reply.ReplyTokens == 0 || reply.Truncated {
		t.Errorf("reply = %+v, shown %q", reply, shown.String())
	}
	sent := server.Chats()[0].Raw
	if *sent.Truncate || *sent.Shift || sent.Think.Bool() || string(sent.Format) != `{"type":"object"}` || sent.KeepAlive.Duration != 10*time.Minute {
		t.Errorf("sent %+v", sent)
	}
	for name, want := range map[string]float64{"num_ctx": 4096, "temperature": 0, "seed": 7, "num_predict": 100, "num_thread": 1} {
		if got, ok := sent.Options[name].(float64); !ok || got != want {
			t.Errorf("option %s = %v, want %v", name, sent.Options[name], want)
		}
	}
}

func TestGenerate_ThinkingIsStripped(t *testing.T) {
	server := fake.NewServer(t)
	server.Script(func(fake.ChatRequest) fake.ChatReply {
		return fake.ChatReply{Thinking: "first this", Text: "<think>\nthen that\n</think>\n{\"a\": 1}"}
	})
	reply, err := open(t, connect(server.URL, ollama.Options{}), "").Generate(t.Context(), hello(), nil)
	if err != nil || reply.Text != `{"a": 1}` || !strings.Contains(reply.Thinking, "first this") || !strings.Contains(reply.Thinking, "then that") {
		t.Errorf("reply = %+v, %v", reply, err)
	}
}

func TestGenerate_JournalAnswersTheSameCallOnly(t *testing.T) {
	server := fake.NewServer(t)
	journal := newJournal()
	m := open(t, connect(server.URL, ollama.Options{Journal: journal}), "").ForRun("run-1")
	first, err := m.Generate(t.Context(), hello(), nil)
	if err != nil {
		t.Fatal(err)
	}
	asked := len(server.Requests())
	// Another process: a new client, the card kept in the run's state.
	again, err := connect(server.URL, ollama.Options{Journal: journal}).Open(t.Context(), m.Card())
	if err != nil {
		t.Fatal(err)
	}
	second, err := again.Generate(t.Context(), hello(), nil)
	if err != nil || !second.Replayed || first.Replayed || second.Text != first.Text || len(server.Requests()) != asked {
		t.Errorf("second = %+v, %v after %d more requests", second, err, len(server.Requests())-asked)
	}
	changed := map[string]func(*prompts.Call){
		"attempt": func(c *prompts.Call) { c.Attempt = 1 }, "schema": func(c *prompts.Call) { c.Schema = []byte(`{}`) },
		"think": func(c *prompts.Call) { c.Think = true }, "seed": func(c *prompts.Call) { c.Seed = 1 },
		"images": func(c *prompts.Call) { c.Images = [][]byte{{1}} }, "user": func(c *prompts.Call) { c.User += "?" },
		"reply length": func(c *prompts.Call) { c.NumPredict = 99 },
	}
	for name, change := range changed {
		call := hello()
		change(&call)
		if reply, err := again.Generate(t.Context(), call, nil); err != nil || reply.Replayed {
			t.Errorf("another %s was answered by the journal: %+v, %v", name, reply, err)
		}
	}
	if journal.runs[0] != "run-1" {
		t.Errorf("journalled for %q", journal.runs)
	}
}

func TestOpen_RunKeepsItsContext(t *testing.T) {
	server := fake.NewServer(t)
	c := connect(server.URL, ollama.Options{})
	card := open(t, c, "").Card()
	card.NumCtx = 2048 // pinned by an earlier process
	m, err := c.Open(t.Context(), card)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Generate(t.Context(), hello(), nil); err != nil {
		t.Fatal(err)
	}
	if got := server.Chats()[0].Raw.Options["num_ctx"]; got != 2048.0 || m.Card().NumCtx != 2048 {
		t.Errorf("num_ctx = %v, want the run's own 2048", got)
	}
}

func TestGenerate_TooLongIsRefusedBeforeTheServer(t *testing.T) {
	server := fake.NewServer(t)
	m := open(t, connect(server.URL, ollama.Options{}), "")
	call := hello()
	call.User = strings.Repeat("The level of radon in homes. ", 600)
	_, err := m.Generate(t.Context(), call, nil)
	var tooLong *ollama.ErrTooLong
	if !errors.As(err, &tooLong) || tooLong.NumCtx != 4096 || tooLong.Estimate <= tooLong.Room() || len(server.Chats()) != 0 {
		t.Errorf("err = %v, %d chats", err, len(server.Chats()))
	}
}

func TestGenerate_TruncationAlarm(t *testing.T) {
	server := fake.NewServer(t)
	server.Script(func(fake.ChatRequest) fake.ChatReply { return fake.ChatReply{Text: "x", PromptTokens: 4096} })
	reply, err := open(t, connect(server.URL, ollama.Options{}), "").Generate(t.Context(), hello(), nil)
	if err != nil || !reply.Truncated {
		t.Errorf("reply = %+v, %v; want the alarm", reply, err)
	}
}

func TestGenerate_Failures(t *testing.T) {
	once := func(f fake.Failure) func(fake.Request) fake.Failure {
		done := false
		return func(r fake.Request) fake.Failure {
			if done || r.Loads() {
				return fake.Failure{}
			}
			done = true
			return f
		}
	}
	always := func(f fake.Failure) func(fake.Request) fake.Failure {
		return func(fake.Request) fake.Failure { return f }
	}
	for _, c := range []struct {
		name string
		fail func(fake.Request) fake.Failure
		kind fault.Kind // "" means answered
		hint string
	}{
		{"dies once in the middle", once(fake.Failure{Die: true}), "", ""},
		{"dies every time", always(fake.Failure{Die: true}), fault.Unavailable, "Start it with `ollama serve` and resume the run; nothing is lost."},
		{"busy once", once(fake.Failure{Status: http.StatusServiceUnavailable, Message: "server busy"}), "", ""},
		{"busy for ever", always(fake.Failure{Status: http.StatusServiceUnavailable, Message: "server busy"}), fault.Unavailable, "busy"},
		{"its runner crashes once", once(fake.Failure{Status: 500, Message: "llama runner process has terminated"}), "", ""},
		{"an error in the stream once", once(fake.Failure{Message: "an error was encountered while running the model"}), "", ""},
		{"500 for ever", always(fake.Failure{Status: 500, Message: "no"}), fault.Internal, ""},
		{"no memory", always(fake.Failure{Status: 500, Message: "model requires more system memory (9 GiB) than is available"}), fault.Unavailable, "smaller model"},
		{"a bad request", always(fake.Failure{Status: 400, Message: "invalid format"}), fault.Internal, ""},
		{"stalls between tokens", always(fake.Failure{Stall: time.Minute, Midway: true}), fault.Unavailable, "too slow"},
		{"stalls before the first token", always(fake.Failure{Stall: time.Minute}), fault.Unavailable, "too slow"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := fake.NewServer(t)
			server.Script(say("Radon is a gas that comes from the ground and seeps into cellars."))
			server.Break(c.fail)
			journal := newJournal()
			limits := hurried()
			if strings.HasPrefix(c.name, "stalls") {
				limits.Loading, limits.FirstToken, limits.Between = 300*time.Millisecond, 300*time.Millisecond, 200*time.Millisecond
			}
			m := open(t, connect(server.URL, ollama.Options{Limits: limits, Journal: journal}), "")
			reply, err := m.Generate(t.Context(), hello(), nil)
			if fault.KindOf(err) != c.kind || !strings.Contains(fault.Hint(err), c.hint) {
				t.Errorf("err = %v (%s), hint %q", err, fault.KindOf(err), fault.Hint(err))
			}
			if answered := err == nil; answered != strings.HasSuffix(reply.Text, "cellars.") || answered != (len(journal.replies) == 1) {
				t.Errorf("reply %q, %d journalled", reply.Text, len(journal.replies))
			}
		})
	}
}

func TestGenerate_LoopingModelIsAnAnswerCutShort(t *testing.T) {
	server := fake.NewServer(t)
	server.Script(func(fake.ChatRequest) fake.ChatReply { return fake.ChatReply{Text: "Radon is", Looping: true} })
	reply, err := open(t, connect(server.URL, ollama.Options{Limits: hurried()}), "").Generate(t.Context(), hello(), nil)
	if err != nil || reply.DoneReason != "length" || !strings.HasPrefix(reply.Text, "Radon is so so") || len(server.Chats()) != 1 {
		t.Errorf("reply = %+v, %v after %d calls", reply, err, len(server.Chats()))
	}
}

func TestGenerate_ServerRefusesTheLength(t *testing.T) {
	server := fake.NewServer(t)
	server.Break(func(r fake.Request) fake.Failure {
		if r.Loads() {
			return fake.Failure{}
		}
		return fake.Failure{Status: 400, Message: "the input length exceeds the context length"}
	})
	_, err := open(t, connect(server.URL, ollama.Options{}), "").Generate(t.Context(), hello(), nil)
	var tooLong *ollama.ErrTooLong
	if !errors.As(err, &tooLong) {
		t.Errorf("err = %v", err)
	}
}

func TestGenerate_OneAtATime(t *testing.T) {
	server := fake.NewServer(t)
	inside, most := make(chan struct{}, 8), 0
	server.Script(func(fake.ChatRequest) fake.ChatReply {
		inside <- struct{}{}
		most = max(most, len(inside))
		time.Sleep(20 * time.Millisecond)
		<-inside
		return fake.ChatReply{Text: "x"}
	})
	m := open(t, connect(server.URL, ollama.Options{}), "")
	done := make(chan error)
	for i := range 4 {
		go func() {
			call := hello()
			call.Seed = i
			_, err := m.Generate(context.WithoutCancel(t.Context()), call, nil)
			done <- err
		}()
	}
	for range 4 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if most != 1 {
		t.Errorf("%d requests at a time", most)
	}
}

func TestGenerate_ModelReplacedUnderItsName(t *testing.T) {
	server := fake.NewServer(t)
	c := connect(server.URL, ollama.Options{})
	card, err := c.Pick(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	card.Digest = strings.Repeat("00", 32)
	m, err := c.Open(t.Context(), card)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Generate(t.Context(), hello(), nil); fault.KindOf(err) != fault.Unavailable || !strings.Contains(fault.Hint(err), "updated") {
		t.Errorf("err = %v, hint %q", err, fault.Hint(err))
	}
}
