package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"rabbithole/backend/event"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/graph"
	"rabbithole/backend/reason"
	"rabbithole/backend/report/plain"
	"rabbithole/backend/step"
)

// How often a run shows that it lives: on a terminal in one line that is written over, elsewhere in lines of their own, where nothing else was printed.
const (
	signOnScreen = time.Second
	signInLines  = 5 * time.Second
	pauseOfWords = 3 * time.Second // after which a line may stand below what is being written
)

// What dims text on a terminal, and what clears its line.
const (
	dimmed, undimmed = "\x1b[2m", "\x1b[22m"
	clearLine        = "\r\x1b[K"
)

// runStatus shows that a run lives, and what its model is writing. One goroutine prints.
type runStatus struct {
	shell   *shell
	working bool      // it does not wait for the person
	asking  bool      // a call of a model is under way, which tells of itself
	drawn   bool      // a line stands on the screen that is written over
	mid     bool      // words stand in a line that is not complete
	begun   bool      // words were written, and what they are was said
	signed  time.Time // something was printed last
	since   time.Time // something happened last
	worded  time.Time // words came last
}

// clear makes room for a line.
func (r *runStatus) clear() {
	if r.drawn {
		fmt.Fprint(r.shell.err, clearLine)
	}
	if r.mid {
		fmt.Fprintln(r.shell.err)
	}
	r.drawn, r.mid = false, false
}

// say prints a line.
func (r *runStatus) say(line string) {
	r.clear()
	r.shell.note("%s", line)
	r.signed = time.Now()
}

// hear takes in what is not told in lines; false for everything else.
func (r *runStatus) hear(e event.Event) bool {
	r.since = time.Now()
	switch e.Kind {
	case graph.RunStarted, graph.RunResumed:
		r.working = true
	case graph.RunWaiting, graph.RunPaused, graph.RunFinished, graph.RunCancelled, graph.RunFailed:
		r.working = false
		r.clear()
	case step.EventAsking:
		var a step.Asking
		if json.Unmarshal(e.Data, &a) == nil {
			if r.asking = a.Stage != reason.AskDone; r.asking {
				r.show(a.Text)
			}
		}
		return true
	case step.EventWords:
		var w step.Words
		if json.Unmarshal(e.Data, &w) == nil {
			r.write(w.Text, w.Reset)
		}
		return true
	case answer.EventToken:
		var t answer.Token
		if json.Unmarshal(e.Data, &t) == nil {
			r.write(t.Text, t.Reset)
		}
		return true
	}
	return false
}

// tick shows that a run lives which has told nothing for a while.
func (r *runStatus) tick() {
	if r.working && !r.asking {
		if quiet := time.Since(r.since).Round(time.Second); quiet >= signOnScreen {
			r.show(fmt.Sprintf("Working, %d:%02d", int(quiet.Minutes()), int(quiet.Seconds())%60))
		}
	}
}

// show shows what happens now.
func (r *runStatus) show(text string) {
	switch {
	case r.mid && time.Since(r.worded) < pauseOfWords:
	case r.shell.width != nil:
		if r.mid {
			fmt.Fprintln(r.shell.err)
		}
		fmt.Fprint(r.shell.err, clearLine+dimmed+oneLine(text, max(20, r.shell.width()-1))+undimmed)
		r.drawn, r.mid = true, false
	case time.Since(r.signed) >= signInLines:
		r.say(text)
	}
}

// write prints what a model writes, before anybody has checked it.
func (r *runStatus) write(text string, again bool) {
	if !r.shell.stream && r.shell.width == nil {
		return
	}
	if again || !r.begun {
		r.say("Being written, not yet checked:")
		r.begun, r.shell.drafted = true, true
	}
	if text = plain.Text(text); text == "" {
		return
	}
	if r.drawn {
		r.clear()
	}
	r.mid = text[len(text)-1] != '\n'
	text = strings.ReplaceAll(text, "\n", "\n  ") // no line of a model's begins where the program's own do
	if r.shell.width != nil {
		text = dimmed + text + undimmed
	}
	fmt.Fprint(r.shell.err, text)
	r.signed, r.worded = time.Now(), time.Now()
}
