package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/event"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/graph"
	"rabbithole/backend/reason"
	"rabbithole/backend/report/plain"
)

// How often a run shows that it lives: on a terminal in one line that is written over, elsewhere in lines of their own, where nothing else
// was printed.
const (
	signOnScreen = time.Second
	signInLines  = 5 * time.Second
	pauseOfWords = 3 * time.Second // after which a line may stand below what is being written
)

// indented begins each line of a model: none begins where the program's own do.
const indented = "  "

// What dims text on a terminal, what stresses it, and what clears its line.
const (
	dimmed, undimmed = "\x1b[2m", "\x1b[22m"
	bold, notBold    = "\x1b[1m", "\x1b[22m"
	clearLine        = "\r\x1b[K"
)

// runStatus shows that a run lives, and what its model is writing. One goroutine prints.
//
// On a terminal the last line says what happens now, and is written over. What the model writes stands above it, a line at a time.
type runStatus struct {
	shell   *shell
	working bool      // it does not wait for the person
	asking  bool      // a call of a model is under way, which tells of itself
	testing string    // what is tested before the run begins
	drawn   bool      // a line stands on the screen that is written over
	now     string    // what it says
	node    string    // of the flow, that began last
	pending string    // words that fill no line of a terminal yet
	mid     bool      // elsewhere: words stand in a line that is not complete
	begun   bool      // words were written, and what they are was said
	signed  time.Time // something was printed last
	since   time.Time // something happened last
	worded  time.Time // words came last
}

// atWork is what a run does in a node of its flow while no model is asked.
var atWork = map[string]string{
	"analyse": "Reading the question", "understand": "Reading the question", "clarify": "Reading the question", "plan": "Planning",
	"next": "Choosing what comes next", "search": "Searching", "gather": "Searching", "research": "Searching", "sweep": "Searching once more",
	"browse": "Searching the web", "consult": "Searching the web", "fetch": "Reading pages of the web", "read": "Reading what was found",
	"reflect": "Looking for what is missing", "evaluate": "Weighing the findings", "suffice": "Looking for what is missing",
	"dig": "Looking for what is missing", "follow": "Following references", "decompose": "Splitting the question",
	"open": "Opening your files", "parse": "Reading your files", "bind": "Sharing out your files", "look": "Looking at the picture",
	"summarise": "Putting the findings together", "rank": "Putting the findings in order", "draft": "Writing", "report": "Writing",
	"synthesize": "Writing", "summarize": "Writing", "surface": "Making the cards",
	"attribute": "Checking every sentence against the page it cites", "finalize": "Checking every sentence against the page it cites",
	"finish": "Making the cards",
}

// clear makes room for a line.
func (r *runStatus) clear() {
	r.now = ""
	r.flow(true)
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
	case graph.NodeStarted:
		var n graph.NodeEvent
		if json.Unmarshal(e.Data, &n) == nil {
			r.node = n.Node
		}
	case graph.RunStarted, graph.RunResumed:
		r.working = true
	case graph.RunWaiting, graph.RunPaused, graph.RunFinished, graph.RunCancelled, graph.RunFailed:
		r.working = false
		r.clear()
	case core.EventTested:
		var t core.Tested
		if r.testing = ""; json.Unmarshal(e.Data, &t) == nil && t.State == core.TestGoing {
			r.testing = t.String()
			if r.shell.width == nil {
				return false
			}
			r.show(r.testing)
			return true
		}
	case reason.EventAsking:
		var a reason.Asking
		if json.Unmarshal(e.Data, &a) == nil {
			r.ask(a)
		}
		return true
	case reason.EventWords:
		var w reason.Words
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

// ask shows how far a call has come, as much of it as there is room for.
func (r *runStatus) ask(a reason.Asking) {
	if r.asking = a.Stage != reason.AskDone; !r.asking {
		r.flow(true)
		return
	}
	if r.shell.width != nil {
		a.Text = a.Within("en", r.shell.room())
	}
	r.show(a.Text)
}

// tick shows that a run lives which has told nothing for a while.
func (r *runStatus) tick() {
	switch {
	case time.Since(r.since) < signOnScreen/2:
	case r.testing != "":
		r.show(r.testing + r.clock())
	case r.working && !r.asking:
		r.show(cmp.Or(atWork[r.node], "Working") + r.clock())
	}
}

// clock is how long nothing has happened.
func (r *runStatus) clock() string {
	quiet := int(time.Since(r.since).Round(time.Second).Seconds())
	return fmt.Sprintf(", %d:%02d", quiet/60, quiet%60)
}

// show shows what happens now.
func (r *runStatus) show(text string) {
	switch {
	case r.shell.width != nil:
		r.now = text
		r.draw()
	case r.mid && time.Since(r.worded) < pauseOfWords:
	case time.Since(r.signed) >= signInLines:
		r.say(text)
	}
}

func (r *runStatus) draw() {
	fmt.Fprint(r.shell.err, clearLine+dimmed+oneLine(r.now, r.shell.room())+undimmed)
	r.drawn = true
}

// write prints what a model writes, before anybody has checked it.
func (r *runStatus) write(text string, again bool) {
	if !r.shell.stream && r.shell.width == nil {
		return
	}
	if again = again || !r.begun; again {
		now := r.now
		r.say("Being written, not yet checked:")
		r.begun, r.shell.drafted, r.now = true, true, now
	}
	if text = plain.Text(text); text == "" {
		return
	}
	if r.shell.width != nil {
		r.pending += text
		r.flow(false)
		return
	}
	if text = strings.ReplaceAll(text, "\n", "\n"+indented); again {
		text = indented + text
	}
	r.mid = text[len(text)-1] != '\n'
	fmt.Fprint(r.shell.err, text)
	r.signed, r.worded = time.Now(), time.Now()
}

// flow prints the words that fill a line of the terminal, or all there are, above what happens now.
func (r *runStatus) flow(all bool) {
	for r.pending != "" {
		line, rest, full := cutLine(r.pending, r.shell.room()-len(indented))
		if !full && !all {
			break
		}
		if r.drawn {
			fmt.Fprint(r.shell.err, clearLine)
		}
		fmt.Fprintln(r.shell.err, strings.TrimRight(dimmed+indented+line, " ")+undimmed)
		r.pending, r.drawn, r.signed = rest, false, time.Now()
	}
	if !r.drawn && r.now != "" {
		r.draw()
	}
}

// cutLine cuts the first line off a text, at an end of line or between words where it has more than so many characters; full is false for a
// text that may go on in its line.
func cutLine(text string, most int) (line, rest string, full bool) {
	space, n := -1, 0
	for i, c := range text {
		switch {
		case c == '\n':
			return strings.TrimRight(text[:i], " "), text[i+1:], true
		case n >= most && c == ' ':
			return text[:i], text[i+1:], true
		case n >= most && space > 0:
			return text[:space], text[space+1:], true
		case n >= most:
			return text[:i], text[i:], true
		case c == ' ' && strings.TrimSpace(text[:i]) != "":
			space = i
		}
		n++
	}
	return text, "", false
}
