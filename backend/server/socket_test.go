package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"rabbithole/backend/desk"
)

// client is a page's end of a socket.
type client struct {
	conn *websocket.Conn
	next int64
}

// said is whatever comes over a socket.
type said struct {
	ID     int64           `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  string          `json:"error"`
	Event  string          `json:"event"`
	Data   json.RawMessage `json:"data"`
}

func dial(t *testing.T, s *site) *client {
	t.Helper()
	conn, _, err := websocket.Dial(t.Context(), s.url+"/bridge/socket", &websocket.DialOptions{HTTPHeader: http.Header{"Authorization": {"Bearer " + token}}})
	if err != nil {
		t.Fatal(err)
	}
	conn.SetReadLimit(-1)
	t.Cleanup(func() { conn.CloseNow() })
	return &client{conn: conn}
}

// send begins a call.
func (c *client) send(t *testing.T, name string, args ...any) int64 {
	t.Helper()
	c.next++
	raw, err := json.Marshal(map[string]any{"id": c.next, "call": name, "args": args})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.conn.Write(t.Context(), websocket.MessageText, raw); err != nil {
		t.Fatal(err)
	}
	return c.next
}

// read returns what comes next; what the desk itself tells is passed over.
func (c *client) read(t *testing.T) (m said) {
	t.Helper()
	ctx, done := context.WithTimeout(t.Context(), time.Minute)
	defer done()
	for m.Event = desk.EventsName; m.Event == desk.EventsName; {
		m = said{}
		_, raw, err := c.conn.Read(ctx)
		if err == nil {
			err = json.Unmarshal(raw, &m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// call waits for the answer and passes over events.
func (c *client) call(t *testing.T, name string, args ...any) said {
	t.Helper()
	id := c.send(t, name, args...)
	for {
		if m := c.read(t); m.ID == id {
			return m
		}
	}
}

// methods stand in for a desk where a real one does not do what has to be tested.
type methods struct {
	hub     *Hub
	release chan struct{}
}

func (m methods) Large() (string, error)              { return strings.Repeat("ä", 5<<20/2), nil }
func (m methods) Panic() error                        { panic("nobody expected this") }
func (m methods) Count() (float64, error)             { return math.NaN(), nil }
func (m methods) Refuse() (string, error)             { return "half", errors.New("no") }
func (m methods) Nothing()                            {}
func (m methods) Echo(n int, l []string) (any, error) { return []any{n, l}, nil }
func (m methods) Slow() (string, error)               { <-m.release; return "slow", nil }
func (m methods) Tell() error                         { m.hub.Emit("told", 1); return nil }

// standIn opens a site whose bound methods are those of methods.
func standIn(t *testing.T) (*site, methods) {
	t.Helper()
	return standInAt(t, 0)
}

func standInAt(t *testing.T, port int) (*site, methods) {
	t.Helper()
	m := methods{release: make(chan struct{})}
	s := openAt(t, t.TempDir(), port, func(s *Server) {
		m.hub = s.hub
		s.bound = bind(m)
	})
	return s, m
}

func TestSocket_CallsWhatIsBoundAndSaysWhatFails(t *testing.T) {
	s, _ := standIn(t)
	c := dial(t, s)
	cases := []struct {
		name   string
		args   []any
		result string // of JSON
		says   string // in the error
	}{
		{"Echo", []any{3, []string{"a", "ü"}}, `[3,["a","ü"]]`, ""},
		{"Echo", []any{3, nil}, `[3,null]`, ""},
		{"Nothing", nil, `null`, ""},
		{"Echo", []any{3}, "", "takes 2 arguments, not 1"},
		{"Echo", []any{"three", nil}, "", "argument 1"},
		{"Refuse", nil, "", `{"message":"no","kind":"internal","hint":""}`},
		{"Panic", nil, "", "nobody expected this"},
		{"Count", nil, "", "NaN"},
		{"Unheard", nil, "", "different versions"},
	}
	for _, k := range cases {
		got := c.call(t, k.name, k.args...)
		if string(got.Result) != k.result || (k.says == "") != (got.Error == "") || !strings.Contains(got.Error, k.says) {
			t.Errorf("%s%v: result %s, error %s", k.name, k.args, got.Result, got.Error)
		}
		var f desk.Fault
		if got.Error != "" && (json.Unmarshal([]byte(got.Error), &f) != nil || f.Message == "" || f.Kind == "") {
			t.Errorf("%s: the error is no fault: %s", k.name, got.Error)
		}
	}
}

func TestSocket_BindsTheDeskUnderTheNamesOfTheWindow(t *testing.T) {
	c := dial(t, open(t, t.TempDir()))
	got := c.call(t, "Status")
	var status desk.Status
	if err := json.Unmarshal(got.Result, &status); err != nil || status.Version == "" {
		t.Errorf("%s (%v)", got.Result, err)
	}
	if got := c.call(t, "OpenDocument", "nonsense"); !strings.Contains(got.Error, `"kind":"not_found"`) {
		t.Errorf("a document that is not there: %s", got.Error)
	}
}

func TestSocket_CarriesALargeResult(t *testing.T) {
	s, _ := standIn(t)
	got := dial(t, s).call(t, "Large")
	if len(got.Result) != 5<<20+2 {
		t.Errorf("%d bytes arrived", len(got.Result))
	}
}

func TestSocket_AnswersOthersWhileACallTakesTime(t *testing.T) {
	s, m := standIn(t)
	c := dial(t, s)
	slow := c.send(t, "Slow")
	c.call(t, "Nothing")
	close(m.release)
	if got := c.read(t); got.ID != slow || string(got.Result) != `"slow"` {
		t.Errorf("then came %d: %s", got.ID, got.Result)
	}
}

func TestSocket_TellsWhatACallEmittedBeforeItsResult(t *testing.T) {
	s, _ := standIn(t)
	c := dial(t, s)
	for range 200 {
		id := c.send(t, "Tell")
		if got := c.read(t); got.Event != "told" {
			t.Fatalf("first came %+v", got)
		}
		if got := c.read(t); got.ID != id {
			t.Fatalf("then came %+v", got)
		}
	}
}

// 16 goroutines emit 500 events each, to two pages: both see all, each goroutine's in order, and both the same order.
func TestSocket_KeepsTheOrderOfEvents(t *testing.T) {
	s, _ := standIn(t)
	pages := []*client{dial(t, s), dial(t, s)}
	for _, c := range pages {
		c.call(t, "Nothing") // it listens
	}
	const writers, each = 16, 500
	var work sync.WaitGroup
	for w := range writers {
		work.Go(func() {
			for i := range each {
				s.hub.Emit("count", [2]int{w, i})
			}
		})
	}
	var orders [2]strings.Builder
	for p, c := range pages {
		next := [writers]int{}
		for range writers * each {
			var got [2]int
			if err := json.Unmarshal(c.read(t).Data, &got); err != nil {
				t.Fatal(err)
			}
			if got[1] != next[got[0]] {
				t.Fatalf("page %d: goroutine %d's event %d came, not %d", p, got[0], got[1], next[got[0]])
			}
			next[got[0]]++
			fmt.Fprint(&orders[p], got)
		}
	}
	work.Wait()
	if orders[0].String() != orders[1].String() {
		t.Error("the pages saw different orders")
	}
}

func TestSocket_CutsOffAPageThatDoesNotRead(t *testing.T) {
	q := (&Hub{}).listen()
	q.push(message{raw: make([]byte, queueLimit)})
	if items, ok := q.take(); !ok || len(items) != 1 {
		t.Fatalf("%d items, %v", len(items), ok)
	}
	q.push(message{raw: make([]byte, queueLimit)})
	q.push(message{raw: []byte("more")})
	if items, ok := q.take(); ok || len(items) != 0 {
		t.Errorf("%d items, %v", len(items), ok)
	}
}

func TestSocket_EndsWithTheServer(t *testing.T) {
	s, m := standIn(t)
	c := dial(t, s)
	c.call(t, "Nothing")
	time.AfterFunc(50*time.Millisecond, func() { close(m.release) })
	c.send(t, "Slow") // a call under way does not hold it up
	s.close()
	if _, _, err := c.conn.Read(t.Context()); err == nil {
		_, _, err = c.conn.Read(t.Context())
		if websocket.CloseStatus(err) != websocket.StatusGoingAway {
			t.Errorf("the page is told %v", err)
		}
	}
}
