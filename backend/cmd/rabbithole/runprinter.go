package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/event"
	"rabbithole/backend/extract"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/reason"
)

// runPrinter tells a run's events: a line each for people, NDJSON for programs.
type runPrinter struct {
	shell  *shell
	status runStatus
	sub    *event.Subscription
	idle   sync.WaitGroup
	quiet  chan chan struct{}
	app    *core.Core
	met    []string // documents that it told of
}

// called is what a document is called: its title where that tells it from the others that were told of, else its file.
func (p *runPrinter) called(document, name string) string {
	if p.app == nil {
		return name
	}
	if !slices.Contains(p.met, document) {
		p.met = append(p.met, document)
	}
	known, err := p.app.Called(context.Background(), p.met...)
	if err != nil {
		return name
	}
	return cmp.Or(known[document].Called(), name)
}

func newRunPrinter(s *shell) *runPrinter {
	return &runPrinter{shell: s, status: runStatus{shell: s, signed: time.Now()}, quiet: make(chan chan struct{})}
}

// follow prints the events of one run until the function it returns is called. One goroutine prints; it ends with the subscription.
func (p *runPrinter) follow(app *core.Core, run string) (stop func()) {
	p.sub, p.app = app.Events.Subscribe(4096), app
	p.idle.Go(func() {
		var last int64
		hear := func(e event.Event) {
			if p.of(e, run) && (e.Seq == 0 || e.Seq > last) {
				last = max(last, e.Seq)
				p.print(e)
			}
		}
		tick := time.NewTicker(signOnScreen)
		defer tick.Stop()
		for {
			select {
			case e, open := <-p.sub.C:
				if !open {
					return
				}
				if p.sub.Lagging() {
					last = p.catchUp(app, run, last)
				}
				hear(e)
			case <-tick.C:
				if !p.shell.json {
					p.status.tick()
				}
			case done := <-p.quiet:
				for range len(p.sub.C) {
					if e, open := <-p.sub.C; open {
						hear(e)
					}
				}
				p.status.clear()
				close(done)
			}
		}
	})
	return func() {
		p.settle()
		p.sub.Close()
		p.idle.Wait()
	}
}

// of reports whether something happened in a run. A person is told what a sub-run does too, but not that it begins and ends; a program, how far its
// calls of a model are.
func (p *runPrinter) of(e event.Event, run string) bool {
	told := e.Kind == reason.EventAsking || !p.shell.json && !strings.HasPrefix(string(e.Kind), "run.")
	return e.Run == run || told && strings.HasPrefix(e.Run, run+"/")
}

// settle waits until what has happened is printed.
func (p *runPrinter) settle() {
	done := make(chan struct{})
	p.quiet <- done
	<-done
}

// catchUp prints from the store what the subscription had no room for.
func (p *runPrinter) catchUp(app *core.Core, run string, last int64) int64 {
	events, err := app.EventsSince(context.Background(), run, last, 0)
	if err != nil {
		return last
	}
	for _, e := range events {
		p.print(e)
		last = e.Seq
	}
	return last
}

func (p *runPrinter) print(e event.Event) {
	if p.shell.json {
		if e.Kind != reason.EventWords || p.shell.stream {
			p.shell.line(e)
		}
		return
	}
	if p.status.hear(e) {
		return
	}
	lines := []string{narrate(e, p.called)}
	if lists[e.Kind] { // any other may hold the end of a line in a name
		lines = strings.Split(lines[0], "\n")
	}
	for _, line := range lines {
		if line != "" {
			p.status.say(line)
		}
	}
}

// lists are the events that are told in several lines.
var lists = map[event.Kind]bool{answer.EventNear: true, explore.EventDecomposed: true}

// narrate says an event in plain language, mostly in one line; "" for those that only programs want. called says what a document is
// called whose file has a name.
func narrate(e event.Event, called func(document, name string) string) string {
	switch e.Kind {
	case graph.RunStarted:
		return "Run " + e.Run
	case graph.RunResumed:
		return "Run " + e.Run + " goes on"
	case research.EventAnalysed:
		return say(e, func(a extract.Analysis) string {
			return "Understood: " + oneLine(strings.Join(a.KeyConcepts, "; "), 110)
		})
	case research.EventPlanned:
		return say(e, func(items []research.Item) string {
			return fmt.Sprintf("Planned: %s", plural(len(items), "item", "items"))
		})
	case research.EventItem:
		return say(e, narrateItem)
	case research.EventSearched:
		return say(e, func(q research.Searched) string {
			if q.Web {
				return fmt.Sprintf("  searched the web for %q: %s", oneLine(q.Query, mostOfQuery), plural(q.Offered, "page", "pages"))
			}
			return fmt.Sprintf("  searched %q: %s", oneLine(q.Query, mostOfQuery), plural(len(q.Hits), "passage", "passages"))
		})
	case research.EventKept, answer.EventKept:
		return say(e, func(k research.KeptData) string {
			where := oneLine(called(k.Document, k.Name), 60) + ", " + pageOf(k.Page, k.Label)
			if k.URL != "" {
				where = oneLine(k.URL, 80)
			}
			return fmt.Sprintf("  kept %s (%.2f) %s: %s", k.ID, k.Score, where, oneLine(k.Extract, 80))
		})
	case research.EventFollowed:
		return say(e, func(f research.Followed) string {
			line := fmt.Sprintf("  followed %s from %s", oneLine(f.Target, 50), f.From)
			if len(f.Kept) == 0 { // a model may read them yet
				return line
			}
			return line + fmt.Sprintf(": %d kept", len(f.Kept))
		})
	case research.EventScored:
		return say(e, func(v research.Version) string {
			if v.Number == 1 {
				return "The draft is checked."
			}
			return fmt.Sprintf("Draft %d is checked.", v.Number)
		})
	case core.EventTested:
		return say(e, narrateTested)
	case reason.EventFallback:
		return say(e, func(f reason.FallbackData) string {
			if f.Step == answer.Name { // its warning says it
				return ""
			}
			return fmt.Sprintf("  ! Done without the model, %s: %s", reason.Doing(f.Step), f.Reason)
		})
	case reason.EventTruncated:
		return say(e, func(f reason.FallbackData) string {
			return fmt.Sprintf("  ! The model read only part of what it was given, %s: %s", reason.Doing(f.Step), f.Reason)
		})
	}
	for _, tell := range []func(event.Event) string{narrateExplore, narrateDiscover} {
		if line := tell(e); line != "" {
			return line
		}
	}
	return narrateAnswer(e, called)
}

// mostOfQuery is how many characters of a query are printed, so that its line fits into a terminal of 80 columns.
const mostOfQuery = 46

// mostOfItem is how much of an item of the list, or of what it misses, is printed: bytes.
const mostOfItem = 240

func narrateItem(i research.Item) string {
	switch {
	case !i.Worked:
		return fmt.Sprintf("%d. %s", i.ID, oneLine(i.Task, mostOfItem))
	case i.Completed:
		return fmt.Sprintf("   done: %s", oneLine(i.Task, mostOfItem))
	}
	return "   open: " + oneLine(i.Missing, mostOfItem)
}

func say[T any](e event.Event, tell func(T) string) string {
	var v T
	if json.Unmarshal(e.Data, &v) != nil {
		return ""
	}
	return tell(v)
}
