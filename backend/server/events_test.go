package server

import (
	"bufio"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rabbithole/backend/desk"
)

// listener is a program that listens to a stream of events.
type listener struct {
	lines *bufio.Scanner
	resp  *http.Response
}

// listen opens the stream of a run's events after the one with Seq last.
func listen(t *testing.T, s *site, run string, last int64) *listener {
	t.Helper()
	resp := s.request(t, "GET", "/api/sessions/"+run+"/events", nil, header("Accept", "text/event-stream"), header("Last-Event-ID", strconv.FormatInt(last, 10)))
	if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("%s, %s", resp.Status, resp.Header.Get("Content-Type"))
	}
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 16<<20)
	return &listener{lines, resp}
}

// next returns the next event with its ID; ok is false at the end of the stream.
func (l *listener) next(t *testing.T) (e desk.Event, ok bool) {
	t.Helper()
	id := int64(0)
	for l.lines.Scan() {
		if text, is := strings.CutPrefix(l.lines.Text(), "id: "); is {
			id, _ = strconv.ParseInt(text, 10, 64)
		}
		text, is := strings.CutPrefix(l.lines.Text(), "data: ")
		if !is {
			continue
		}
		if err := json.Unmarshal([]byte(text), &e); err != nil {
			t.Fatal(err)
		}
		if e.Seq != id {
			t.Errorf("event %d has the ID %d", e.Seq, id)
		}
		return e, true
	}
	return e, false
}

func seqs(events []desk.Event) (out []int64) {
	for _, e := range events {
		out = append(out, e.Seq)
	}
	return out
}

// A program follows a run that asks, the server ends meanwhile and is started again: it has seen every event once, in order.
func TestEvents_FollowARunOverAStartOfTheServer(t *testing.T) {
	home, _ := library(t)
	s := open(t, home)
	run := ask[desk.Run](t, s, "POST", "/api/runs", `{"question": "Who has to measure radon at work places?"}`, 201).ID
	var got []int64
	follow := func(kind string) {
		l := listen(t, s, run, append([]int64{0}, got...)[len(got)])
		defer l.resp.Body.Close()
		for {
			e, ok := l.next(t)
			if !ok {
				t.Fatalf("the stream ended before %s", kind)
			}
			if e.Seq > 0 {
				got = append(got, e.Seq)
			}
			if e.Kind == kind {
				return
			}
		}
	}
	follow("question.asked")
	for settled := false; !settled; {
		s.close()
		s = open(t, home)
		settled = answerNext(t, s, run)
		follow(map[bool]string{false: "question.asked", true: "run.finished"}[settled])
	}
	if all := seqs(stored(t, s, run)); !slices.Equal(got, all) || len(all) < 20 {
		t.Errorf("streamed %v\nstored %v", got, all)
	}
}

// answerNext answers what a run asks; settled means that it was the last question.
func answerNext(t *testing.T, s *site, run string) (settled bool) {
	t.Helper()
	now := ask[session](t, s, "GET", "/api/sessions/"+run, "", 200)
	switch {
	case now.Clarify != nil:
		ask[any](t, s, "POST", "/api/sessions/"+run+"/answers", `{"question": "`+now.Clarify.Question+`", "enough": true}`, 204)
	case now.Approve != nil:
		ask[any](t, s, "POST", "/api/sessions/"+run+"/plan", `{"question": "`+now.Approve.Question+`"}`, 204)
		return true
	default:
		t.Fatalf("the run asks nothing: %+v", now.Run)
	}
	return false
}

// stored reads a run's events page by page, up to its end.
func stored(t *testing.T, s *site, run string) (all []desk.Event) {
	t.Helper()
	for last := int64(0); ; {
		some := ask[happened](t, s, "GET", "/api/sessions/"+run+"/events?limit=7&since="+strconv.FormatInt(last, 10), "", 200)
		all, last = append(all, some.Events...), some.Last
		if len(some.Events) < 7 {
			break
		}
	}
	return all[:slices.IndexFunc(all, func(e desk.Event) bool { return e.Kind == "run.finished" })+1]
}

func TestEvents_PassOnWhatIsNotKept(t *testing.T) {
	home, run := library(t)
	s := open(t, home)
	stored := ask[happened](t, s, "GET", "/api/sessions/"+run+"/events", "", 200)
	l := listen(t, s, run, stored.Last-1)
	if e, _ := l.next(t); e.Seq != stored.Last {
		t.Fatalf("first came %+v", e)
	}
	s.hub.Emit(desk.EventsName, []desk.Event{{Run: "another", Kind: "token"}, {Run: run, Kind: "token", Data: json.RawMessage(`"ü"`)}})
	if e, _ := l.next(t); e.Seq != 0 || e.Run != run || e.Kind != "token" || string(e.Data) != `"ü"` {
		t.Errorf("then came %+v", e)
	}
	s.close()
	if e, ok := l.next(t); ok {
		t.Errorf("after the end came %+v", e)
	}
}

func TestEvents_SayWhatIsWrong(t *testing.T) {
	home, run := library(t)
	s := open(t, home)
	for path, status := range map[string]int{"nonsense/events": 404, run + "/events?since=x": 400, run + "/events?since=-1": 400, run + "/events?limit=x": 400} {
		for _, accept := range []string{"application/json", "text/event-stream"} {
			if strings.Contains(path, "limit") && accept != "application/json" {
				continue
			}
			if resp := s.request(t, "GET", "/api/sessions/"+path, nil, header("Accept", accept)); resp.StatusCode != status {
				t.Errorf("%s as %s: %s", path, accept, resp.Status)
			}
		}
	}
}
