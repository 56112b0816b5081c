package desk

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/event"
	"rabbithole/backend/fault"
	"rabbithole/backend/store"
)

// Whatever lets a run go on is refused while as many are at work as may be; what was to be told is not half told.
func TestRuns_NoMoreAtOnceThanTheMachineBears(t *testing.T) {
	d := openedDesk(t)
	run := queued(t, d)
	for i := range mostRuns {
		if _, free := d.alive.claim(fmt.Sprint("busy ", i)); !free {
			t.Fatal("a place is taken")
		}
	}
	_, started := d.StartResearch(core.Begin{Question: "What is radon?", Engine: settings.Extractive, Unattended: true})
	_, asked := d.StartAsk(core.Ask{Question: "What is radon?", Engine: settings.Extractive})
	_, exploring := d.StartExplore(core.Explore{Question: "What is radon?", Engine: settings.Extractive})
	_, resumed := d.ResumeRun(run.ID)
	_, forked := d.ForkRun(run.ID, 0)
	for what, err := range map[string]error{"start": started, "ask": asked, "explore": exploring, "resume": resumed, "fork": forked, "tell": d.AddItem(run.ID, "its half-life")} {
		if f := FaultOf(err); err == nil || f.Kind != string(fault.Locked) || !strings.Contains(f.Hint, "pause one") || !strings.Contains(f.Message, "8 runs are at work") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if runs, err := d.Runs(); err != nil || len(runs) != 1 {
		t.Errorf("a refused run is stored: %v, %v", runs, err)
	}
	if unread, err := d.core.Unread(t.Context(), run.ID); err != nil || unread {
		t.Errorf("a message that was refused waits: %v, %v", unread, err)
	}

	for i := range mostRuns {
		id := fmt.Sprint("busy ", i)
		d.alive.mu.Lock()
		done := d.alive.runs[id]
		d.alive.mu.Unlock()
		d.alive.rest(id, done)
	}
	if _, err := d.ResumeRun(run.ID); err != nil {
		t.Fatal(err)
	}
	d.alive.await(t.Context(), run.ID)
	for range 2 * mostRuns { // places are given back
		leave, err := d.alive.admit()
		if err != nil {
			t.Fatal(err)
		}
		leave()
		leave()
	}
	if d.alive.admitted != 0 {
		t.Errorf("%d places are lost", d.alive.admitted)
	}
}

func TestEventsSince_WithoutALimitIsAPage(t *testing.T) {
	d := openedDesk(t)
	run := queued(t, d)
	db, err := store.Open(t.Context(), filepath.Join(d.home, "library.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	many := make([]event.Event, eventsPage+10)
	for i := range many {
		many[i] = event.Event{Run: run.ID, Kind: "told", At: time.Now(), Data: []byte(`{}`)}
	}
	if _, err := db.AppendEvents(t.Context(), many); err != nil {
		t.Fatal(err)
	}
	for _, limit := range []int{0, -1, eventsPage + 5} {
		events, err := d.EventsSince(run.ID, 0, limit)
		if err != nil || len(events) != eventsPage {
			t.Errorf("limit %d: %d events, %v", limit, len(events), err)
		}
	}
	if events, err := d.EventsSince(run.ID, 0, 3); err != nil || len(events) != 3 {
		t.Errorf("limit 3: %d events, %v", len(events), err)
	}
}

// A library in a folder of a network that is gone is being opened for as long as the system likes.
func TestClose_WhileADeadDiskHoldsUpTheOpening(t *testing.T) {
	release := make(chan struct{})
	d, closing := New(core.Config{Home: t.TempDir(), Env: func(string) string { <-release; return "" }}, told{make(chan string, 1000)})
	closed := make(chan error, 1)
	go func() { closed <- closing() }()
	select {
	case err := <-closed:
		if fault.KindOf(err) != fault.Unavailable || !strings.Contains(fault.Hint(err), "A disk may not answer") {
			t.Errorf("closed with %v", err)
		}
	case <-time.After(10 * farewell):
		t.Error("it waits for the disk")
	}
	close(release)
	<-d.opened
	if d.core != nil {
		d.core.Close()
	}
}
