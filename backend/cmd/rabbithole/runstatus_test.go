package main

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/event"
	"rabbithole/backend/fake"
	"rabbithole/backend/graph"
	"rabbithole/backend/reason"
	"rabbithole/prompts"
)

// slowly has a question answered by a model that takes its time over the answer.
func slowly(t *testing.T, s *shell, args ...string) (out, err string) {
	t.Helper()
	server := fake.NewServer(t)
	server.Script(func(req fake.ChatRequest) fake.ChatReply {
		reply := fake.Sensible(req)
		if req.Step == prompts.Settle.Name {
			reply.Pause = 20 * time.Millisecond
		}
		return reply
	})
	server.Break(func(r fake.Request) fake.Failure {
		if r.Step() == prompts.Settle.Name {
			return fake.Failure{Stall: 2200 * time.Millisecond}
		}
		return fake.Failure{}
	})
	t.Setenv("OLLAMA_HOST", server.URL.String())
	var o, e bytes.Buffer
	s.out, s.err, s.in = &o, &e, strings.NewReader("")
	if code := run(append([]string{"--home", library(t), "ask", "--engine", "ollama", askedOf}, args...), s); code != 0 {
		t.Fatalf("exit code %d\n%s", code, e.String())
	}
	return o.String(), e.String()
}

const growing = "Being written, not yet checked:\n"

var ticking = regexp.MustCompile(regexp.QuoteMeta(clearLine+dimmed) + `qwen3:14b is reading and answering, call 2 of about \d+, (0:\d\d)[,\x1b]`)

func TestStatus_OnATerminalALineTicksAndWordsGrow(t *testing.T) {
	out, err := slowly(t, &shell{width: func() int { return 100 }})
	shown := map[string]bool{} // how long the call took when it was shown; a busy machine may leave out a second
	for _, m := range ticking.FindAllStringSubmatch(err, -1) {
		shown[m[1]] = true
	}
	if len(shown) < 2 || !strings.Contains(err, growing) {
		t.Errorf("the call was shown at %v in\n%q", shown, err)
	}
	before, words, _ := strings.Cut(err, growing)
	words, _, _ = strings.Cut(words, "  kept E") // what it rests on is told once it is written
	if !strings.Contains(before, "Closest passages so far; the answer follows:\n  Memo: Radon at Lindenhof School, p. ") {
		t.Errorf("before the first words nothing can be read:\n%s", before)
	}
	const said = "above what the board expected"
	if strings.Count(words, said) != 1 || strings.Count(out, said) != 1 || strings.Contains(words, "[E") {
		t.Errorf("%q grew, the answer is\n%s", words, out)
	}
	for _, line := range strings.Split(err, clearLine) {
		if shown, _, whole := strings.Cut(strings.TrimPrefix(line, dimmed), undimmed); whole && strings.HasPrefix(shown, "qwen3") && len([]rune(shown)) >= 100 {
			t.Errorf("a line of %d characters breaks: %s", len([]rune(shown)), shown)
		}
	}
	if strings.Contains(out, "\x1b") {
		t.Errorf("the answer holds commands: %q", out)
	}
}

func TestStatus_ElsewhereLinesComeSeldomAndWordsOnlyWhenAskedFor(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	if _, err := slowly(t, &shell{}); strings.Contains(err, "\x1b") || strings.Contains(err, growing) || strings.Contains(err, "0:01") {
		t.Errorf("where nobody looks:\n%q", err)
	}
	if _, err := slowly(t, &shell{}, "--stream"); strings.Contains(err, "\x1b") || !strings.Contains(err, growing) {
		t.Errorf("with --stream:\n%q", err)
	}
	if out, _ := slowly(t, &shell{}, "--json"); !strings.Contains(out, `"step.asking"`) || strings.Contains(out, `"step.words"`) {
		t.Errorf("with --json:\n%s", out)
	}
	s := runStatus{shell: &shell{err: new(bytes.Buffer)}, working: true, since: time.Now().Add(-7 * time.Second)}
	s.tick()
	s.tick()
	if got := s.shell.err.(*bytes.Buffer).String(); got != "Working, 0:07\n" {
		t.Errorf("after seven seconds of silence: %q", got)
	}
	s.hear(event.New(graph.NodeStarted, graph.NodeEvent{Node: "search"}))
	s.since, s.signed = time.Now().Add(-7*time.Second), time.Time{}
	s.tick()
	if got := s.shell.err.(*bytes.Buffer).String(); got != "Working, 0:07\nSearching, 0:07\n" {
		t.Errorf("after seven seconds of searching: %q", got)
	}
}

// Whatever a flow is at, the line says more than that it works.
func TestStatus_SaysWhatEveryNodeDoes(t *testing.T) {
	for _, file := range []string{"research", "answer", "explore", "discover", "related"} {
		source, err := os.ReadFile("../../flow/" + file + "/graph.go")
		if err != nil {
			t.Fatal(err)
		}
		nodes := regexp.MustCompile(`\bNode\("(\w+)"`).FindAllStringSubmatch(string(source), -1)
		for _, node := range nodes {
			if atWork[node[1]] == "" && node[1] != "approve" && node[1] != "consent" { // a person is asked
				t.Errorf("%s: nothing is said of %s", file, node[1])
			}
		}
		if len(nodes) == 0 {
			t.Errorf("%s has no nodes", file)
		}
	}
}

// While the draft grows, the call, its clock and the time left stand below it, whole words above, and at the end all of it was printed once.
func TestStatus_BelowAGrowingDraft(t *testing.T) {
	var printed bytes.Buffer
	const width = 60
	s := runStatus{shell: &shell{err: &printed, width: func() int { return width }}}
	tell := func(kind event.Kind, data any) { s.hear(event.New(kind, data)) }
	a := reason.Asking{Step: prompts.Draft.Name, Model: "qwen3:14b", Stage: reason.AskWriting, Call: 3, Calls: 5, Elapsed: time.Second, Left: time.Minute, ReplyTokens: 40, Rate: 15}
	words := strings.Fields(strings.Repeat("The keeper of the lighthouse trims the lantern every six hours. ", 6))
	for i, word := range words {
		tell(reason.EventWords, reason.Words{Step: a.Step, Text: word + " ", Reset: i == 0})
		a.Elapsed += time.Second
		a.Left -= time.Second / 2
		tell(reason.EventAsking, a)
		last := printed.String()[strings.LastIndex(printed.String(), clearLine)+len(clearLine):]
		if shown := strings.TrimSuffix(strings.TrimPrefix(last, dimmed), undimmed); shown != a.Within("en", width-1) || len(shown) >= width {
			t.Fatalf("after %q the last line is %q", word, last)
		}
	}
	a.Stage = reason.AskDone
	tell(reason.EventAsking, a)
	s.clear()
	var draft []string
	for _, line := range strings.Split(printed.String(), "\n") {
		line = line[strings.LastIndex(line, "\r\x1b[K")+1:]
		line = strings.NewReplacer("\x1b[K", "", dimmed, "", undimmed, "").Replace(line)
		if len(line) >= width {
			t.Errorf("a line of %d characters breaks: %q", len(line), line)
		}
		draft = append(draft, strings.Fields(line)...)
	}
	if want := append(strings.Fields(growing), words...); !slices.Equal(draft, want) {
		t.Errorf("the screen holds %q", draft)
	}
}

// The test of a model ticks.
func TestStatus_OfATest(t *testing.T) {
	var printed bytes.Buffer
	s := runStatus{shell: &shell{err: &printed, width: func() int { return 80 }}}
	if !s.hear(event.New(core.EventTested, core.Tested{Model: "qwen3:14b", State: core.TestGoing})) {
		t.Error("it is told in a line of its own")
	}
	s.since = time.Now().Add(-7 * time.Second)
	s.tick()
	if !strings.HasSuffix(printed.String(), "Testing once whether qwen3:14b can check sentences, 0:07"+undimmed) {
		t.Errorf("%q", printed.String())
	}
	s.hear(event.New(core.EventTested, core.Tested{Model: "qwen3:14b", State: core.TestPassed}))
	before := printed.Len()
	s.tick()
	if printed.Len() != before {
		t.Errorf("it ticks on: %q", printed.String()[before:])
	}
}

// In one stream the answer stands above who made it, and one that was taken from earlier runs says so.
func TestEnding_InOrder(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	t.Setenv("OLLAMA_HOST", fake.NewServer(t).URL.String())
	home := library(t)
	both := func(args ...string) string {
		var all bytes.Buffer
		if code := run(append([]string{"--home", home}, args...), &shell{out: &all, err: &all, in: strings.NewReader("")}); code != 0 {
			t.Fatalf("exit code %d\n%s", code, all.String())
		}
		return all.String()
	}
	for _, flow := range []string{"ask", "research", "explore"} {
		for i, earlier := range []bool{false, true} {
			text := both(flow, "--engine", "ollama", "--yes", "--stream", askedOf)
			at, parts := -1, []string{growing, "The answer, checked", "\n[1] ", "\nMade by: Rabbithole", "\nRun "}
			if earlier { // nothing is written, nothing grows
				parts = parts[2:]
			}
			for _, part := range parts {
				next := strings.LastIndex(text, part)
				if next <= at {
					t.Errorf("%s, time %d: %q stands at %d, after %d, in\n%s", flow, i+1, part, next, at, text)
				}
				at = next
			}
			if told := strings.Contains(text, " taken from earlier runs, which had asked the model the same."); told != earlier {
				t.Errorf("%s, time %d: from earlier runs: %v\n%s", flow, i+1, told, text)
			}
			if !strings.Contains(text, "Report: ") || strings.Contains(text, "(0 items)") || strings.Contains(text, "No context files") {
				t.Errorf("%s\n%s", flow, text)
			}
		}
	}
}

// What is told beside the result is broken between words too, a column before the end of the line.
func TestWrapped_NotesOnATerminal(t *testing.T) {
	for _, width := range []int{70, 100} {
		var told bytes.Buffer
		s := &shell{err: &told, width: func() int { return width }}
		text := "  kept E1 (0.88) Memo-Lindenhof-School.pdf, p. 1: " + strings.Repeat("becquerel per cubic metre, ", 8)
		s.note("%s", text)
		if got := strings.Fields(told.String()); !slices.Equal(got, strings.Fields(text)) {
			t.Errorf("in %d columns a word is broken: %q", width, told.String())
		}
		for _, line := range strings.Split(told.String(), "\n") {
			if len(line) >= width {
				t.Errorf("in %d columns a line has %d characters: %q", width, len(line), line)
			}
		}
	}
}

// Lines are broken between words, below where their text begins; a path stays whole.
func TestWrapped(t *testing.T) {
	for text, want := range map[string]string{
		"- § 62: The register is kept for\nthirty years.": "- § 62: The register\n  is kept for\nthirty years.",
		"Report: /home/a/long/path/to/report.html":        "Report:\n/home/a/long/path/to/report.html",
		"        /home/a/long/path/to/report.pdf":         "        /home/a/long/path/to/report.pdf",
		"für über": "für über",
	} {
		if got := wrapped(text, 20); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
