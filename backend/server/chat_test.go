package server

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/fake"
	"rabbithole/backend/flow/answer"
	"rabbithole/prompts"
)

// toldMessage is a message of a stream.
type toldMessage struct {
	kind string
	data string
}

// messagesOf reads a stream to its end.
func messagesOf(t *testing.T, body io.Reader) (out []toldMessage) {
	t.Helper()
	var m toldMessage
	for in := bufio.NewScanner(body); in.Scan(); {
		line := in.Text()
		if kind, ok := strings.CutPrefix(line, "event: "); ok {
			m.kind = kind
		}
		if data, ok := strings.CutPrefix(line, "data: "); ok {
			m.data = data
		}
		if line == "" && m.kind != "" {
			out, m = append(out, m), toldMessage{}
		}
	}
	return out
}

func dataOf[T any](t *testing.T, m toldMessage) (out T) {
	t.Helper()
	if err := json.Unmarshal([]byte(m.data), &out); err != nil {
		t.Fatalf("%s: %v in %s", m.kind, err, m.data)
	}
	return out
}

// The order of a stream is the one that docs/http.md promises: start, progress and text, then citations, usage, warnings, done.
func TestChat_TellsInOrder(t *testing.T) {
	home, _ := library(t)
	s := open(t, home)
	for _, mode := range []string{"chat", "deep_research"} {
		resp := s.request(t, "POST", "/v1/chat/messages", strings.NewReader(`{"message": "What was measured at Lindenhof School?", "mode": "`+mode+`"}`))
		if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != "text/event-stream" {
			t.Fatalf("%s, %s", resp.Status, resp.Header.Get("Content-Type"))
		}
		all := messagesOf(t, resp.Body)
		var kinds, phases []string
		text := ""
		for _, m := range all {
			if n := len(kinds); n == 0 || kinds[n-1] != m.kind {
				kinds = append(kinds, m.kind)
			}
			switch m.kind {
			case "progress":
				p := dataOf[answer.Progress](t, m)
				phases = append(phases, p.Phase)
				if p.Message == "" || p.MaxLoops == 0 || p.Loop > p.MaxLoops {
					t.Errorf("%s: %+v", mode, p)
				}
			case "delta":
				d := dataOf[deltaMessage](t, m)
				if text += d.Text; d.Reset {
					text = d.Text
				}
			}
		}
		n := len(kinds)
		if kinds[0] != "start" || kinds[1] != "progress" || n < 7 || !slices.Equal(kinds[n-5:], []string{"delta", "citations", "usage", "warnings", "done"}) {
			t.Fatalf("%s: told in the order %v", mode, kinds)
		}
		last := -1
		for _, want := range []string{answer.PhasePlanning, answer.PhaseSearching, answer.PhaseReading, answer.PhaseEvaluating, answer.PhaseSynthesizing, answer.PhaseFinalizing} {
			at := slices.Index(phases, want)
			if at <= last {
				t.Errorf("%s: %s is out of order in %v", mode, want, phases)
			}
			last = at
		}
		cited := dataOf[citationsMessage](t, all[len(all)-4]).Citations
		if len(cited) == 0 || !strings.Contains(text, fmt.Sprintf("[%d]", cited[0].Number)) {
			t.Errorf("%s: %q cites %+v", mode, text, cited)
		}
		if u := dataOf[usageMessage](t, all[len(all)-3]); u.Loops == 0 || u.SourcesRead == 0 {
			t.Errorf("%s: %+v", mode, u)
		}
		if d := dataOf[doneMessage](t, all[len(all)-1]); d.StopReason == "" {
			t.Errorf("%s: it stopped for no reason", mode)
		}
	}
}

// Without web in the body nothing is allowed; with it, it is for this message alone.
func TestChat_UsesTheWebOnlyWhenTold(t *testing.T) {
	for body, want := range map[string]core.WebPolicy{
		`{"message": "q"}`: core.WebOff, `{"message": "q", "web": false, "hosts": ["who.int"]}`: core.WebOff,
		`{"message": "q", "web": true}`: core.WebOpen, `{"message": "q", "web": true, "hosts": ["who.int"]}`: core.WebListed,
	} {
		var in chatRequest
		if err := json.Unmarshal([]byte(body), &in); err != nil {
			t.Fatal(err)
		}
		if q := in.question(); q.Web != want || q.Consented != in.Web {
			t.Errorf("%s asks with %+v", body, q)
		}
	}
}

func TestChat_RefusesBeforeItStreams(t *testing.T) {
	home, _ := library(t)
	s := open(t, home)
	for body, status := range map[string]int{
		`{"message": ""}`: 400, `{"message": "q?", "mode": "careless"}`: 400, `{"message": "What is radon?", "conversationId": "nonsense"}`: 404, `{"message": "What is radon?", "colour": "red"}`: 400,
		`{"message": "What is radon?", "web": true, "hosts": ["http://who.int"]}`: 400, `{"message": "What is radon?", "collections": ["none"]}`: 400, `not json`: 400,
	} {
		resp := s.request(t, "POST", "/v1/chat/messages", strings.NewReader(body))
		if raw := text(t, resp); resp.StatusCode != status || resp.Header.Get("Content-Type") != "application/json" || !strings.Contains(raw, `"hint"`) {
			t.Errorf("%s: %s %s", body, resp.Status, raw)
		}
	}
	for name, change := range map[string]func(*http.Request){"NoToken": header("Authorization", ""), "OtherSite": header("Origin", "https://evil.example"),
		"OtherHost": func(r *http.Request) { r.Host = "evil.example:80" }} {
		resp := s.request(t, "POST", "/v1/chat/messages", strings.NewReader(`{"message": "What is radon?", "web": true}`), change)
		if raw := text(t, resp); resp.StatusCode != 403 || !strings.Contains(raw, "denied") {
			t.Errorf("%s: %s %s", name, resp.Status, raw)
		}
	}
	if list := ask[[]struct{ ID string }](t, s, "GET", "/v1/chat/conversations", "", 200); len(list) != 0 {
		t.Errorf("%d conversations began", len(list))
	}
}

// A model that is slow is told of while it works.
func TestChat_TellsHowTheModelGetsOn(t *testing.T) {
	home, _ := library(t)
	model := fake.NewServer(t)
	model.Break(func(r fake.Request) fake.Failure {
		if r.Step() == prompts.Settle.Name {
			return fake.Failure{Stall: 1200 * time.Millisecond, Midway: true}
		}
		return fake.Failure{}
	})
	s := openBeside(t, model.URL.String(), home)
	all := messagesOf(t, s.request(t, "POST", "/v1/chat/messages", strings.NewReader(`{"message": "Was wurde in der Lindenhof School gemessen?", "engine": "ollama"}`)).Body)
	ticked, last := false, 0
	for _, m := range all {
		if m.kind != "working" {
			continue
		}
		w := dataOf[workingMessage](t, m)
		ticked = ticked || w.Step == prompts.Settle.Name && w.Stage == "writing" && w.ElapsedMillis > 900 && w.ReplyTokens > 0
		if last = w.Call; !strings.HasPrefix(w.Message, "qwen3:14b") || !strings.Contains(w.Message, ", Aufruf ") {
			t.Errorf("it says %q", w.Message)
		}
	}
	if kind := all[len(all)-1].kind; !ticked || last < 3 || kind != "done" {
		t.Errorf("a writing model ticks: %t; %d calls; it ended with %s", ticked, last, kind)
	}
}

// Who goes away takes their run along; it stays and can be resumed.
func TestChat_EndsWithItsReader(t *testing.T) {
	home, _ := library(t)
	s := open(t, home)
	resp := s.request(t, "POST", "/v1/chat/messages", strings.NewReader(`{"message": "What was measured at Lindenhof School?", "mode": "deep_research"}`))
	line, err := bufio.NewReader(resp.Body).ReadString('\n')
	if err != nil || line != "event: start\n" {
		t.Fatalf("%q, %v", line, err)
	}
	resp.Body.Close()
	type row struct{ ID, Status, Flow string }
	until(t, "the run is at rest", func() bool {
		for _, r := range ask[[]row](t, s, "GET", "/api/runs", "", 200) {
			if r.Flow == answer.Name {
				return r.Status == "cancelled" || r.Status == "finished" // it may have been quicker
			}
		}
		return false
	})
	time.Sleep(10 * time.Millisecond)
	for _, r := range ask[[]row](t, s, "GET", "/api/runs", "", 200) {
		if r.Flow != answer.Name || r.Status != "cancelled" {
			continue
		}
		s.request(t, "POST", "/api/sessions/"+r.ID+"/resume", nil)
		until(t, "the run is finished", func() bool {
			return slices.ContainsFunc(ask[[]row](t, s, "GET", "/api/runs", "", 200), func(now row) bool { return now.ID == r.ID && now.Status == "finished" })
		})
	}
}

// talk holds a conversation as the description has it.
func (c *contract) talk(t *testing.T) {
	raw := c.post(t, "/v1/chat/messages", `{"message": "What was measured at Lindenhof School?", "mode": "chat", "web": false}`, 200)
	first := messagesOf(t, strings.NewReader(string(raw)))
	for _, m := range first {
		c.describes(t, m)
	}
	id := dataOf[startMessage](t, first[0]).ConversationID
	c.post(t, "/v1/chat/messages", `{"message": "And by whom?", "conversationId": "`+id+`"}`, 200)
	list := decode[[]struct {
		ID    string
		Turns int
	}](t, c.get(t, "/v1/chat/conversations"))
	if len(list) != 1 || list[0].ID != id || list[0].Turns != 2 {
		t.Errorf("conversations %+v, want one of two turns under %s", list, id)
	}
	said := decode[struct{ Messages []core.Message }](t, c.get(t, "/v1/chat/conversations/"+id))
	if len(said.Messages) != 2 || said.Messages[0].Answer == "" || said.Messages[0].Web != core.WebOff {
		t.Errorf("messages %+v", said.Messages)
	}
	if one := decode[answered](t, c.get(t, "/api/sessions/"+said.Messages[0].Run)); one.Conversation != id || one.Answer != said.Messages[0].Answer || !one.Proved {
		t.Errorf("the run of the first message: %+v", one)
	}
	c.post(t, "/api/sessions/"+said.Messages[0].Run+"/without-model", "", 204) // too late, and no harm
	c.exchange(t, "GET", "/v1/chat/conversations/nonsense", "", "", 404)
	c.exchange(t, "DELETE", "/v1/chat/conversations/"+id, "", "", 204)
	c.exchange(t, "GET", "/v1/chat/conversations/"+id, "", "", 404)
}

// describes holds a message of a stream against its schema.
func (c *contract) describes(t *testing.T, m toldMessage) {
	t.Helper()
	name := "Chat" + strings.ToUpper(m.kind[:1]) + m.kind[1:]
	schema := c.doc.Components.Schemas[name]
	if schema == nil {
		t.Fatalf("%s is not described", m.kind)
	}
	if err := schema.Value.VisitJSON(dataOf[any](t, m)); err != nil {
		t.Errorf("%s is not as %s describes it: %.300v", m.data, name, err)
	}
}
