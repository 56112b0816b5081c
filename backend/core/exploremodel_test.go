package core_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/event"
	"rabbithole/backend/fake"
	"rabbithole/backend/flow/explore"
	"rabbithole/prompts"
)

const (
	// visit is a file of a person's. The last sentence bears on nothing: no digest takes it up.
	visit = "# Visit\n\nMs Okonkwo measured 410 becquerel in the cellar on 3 March 2026.\n\nThe owner may ventilate the cellar at night only.\n\n" + hens + "\n"
	hens  = "The neighbour keeps nine speckled hens."

	// twoSided is half answered, by a note and the visit together, and half by nothing at all.
	twoSided = "Radon enters the cellar through cracks: what was measured in the cellar on 3 March 2026, and which tar does the dredger Wilhelmina need?"
)

// noHens is a sensible model that leaves out of a digest what bears on nothing.
func noHens(req fake.ChatRequest, reply fake.ChatReply) fake.ChatReply {
	if req.Step != prompts.Digest.Name {
		return reply
	}
	var out prompts.DigestOut
	if err := json.Unmarshal([]byte(reply.Text), &out); err != nil {
		panic(err) // Sensible's own reply
	}
	out.Items = slices.DeleteFunc(out.Items, func(x prompts.DigestItem) bool { return strings.Contains(x.Text, "hens") })
	return fake.Answer(out)
}

// notebook is a library of three notes whose model is a scripted server.
func notebook(t *testing.T, server *fake.Server, pairs ...string) *core.Core {
	t.Helper()
	server.Script(badly(noHens))
	c := open(t, t.TempDir(), env(append([]string{"OLLAMA_HOST", server.URL.String()}, pairs...)...))
	addNotes(t, c)
	return c
}

// prompted returns the prompts of a step, in order.
func prompted(server *fake.Server, step string) []string {
	var out []string
	for _, chat := range server.Chats() {
		if chat.Step == step {
			out = append(out, chat.User)
		}
	}
	return out
}

// happenings returns the data of a run's events of a kind, oldest first.
func happenings[T any](t *testing.T, c *core.Core, run string, kind event.Kind) []T {
	t.Helper()
	events, err := c.EventsSince(t.Context(), run, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []T
	for _, e := range events {
		if e.Kind != kind {
			continue
		}
		var v T
		if err := json.Unmarshal(e.Data, &v); err != nil {
			t.Fatal(err)
		}
		out = append(out, v)
	}
	return out
}

func TestExplore_NothingIsReadBeforeTheRunStarts(t *testing.T) {
	server := fake.NewServer(t)
	c := notebook(t, server)
	files := attach(t, c, file(t, "visit.md", visit), file(t, "broken.pdf", "%PDF-1.7\nnothing of the sort"))
	run, err := c.StartExplore(t.Context(), core.Explore{Question: twoSided, Context: files, Engine: settings.Ollama})
	if err != nil {
		t.Fatal(err)
	}
	db := victim{Home: homeOf(c)}.look(t)
	untouched := func(when string) {
		t.Helper()
		for _, hash := range files {
			if _, err := db.Document(t.Context(), hash); err == nil {
				t.Errorf("%s a file was read", when)
			}
		}
		if rows, err := db.Rows(t.Context(), []string{run.ID}, ""); err != nil || len(rows) != 0 {
			t.Errorf("%s there are %d rows, %v", when, len(rows), err)
		}
		if n := len(server.Chats()); n != 0 {
			t.Errorf("%s a model was asked %d times", when, n)
		}
	}
	untouched("attached and stored,")
	if list, err := c.Attachments(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("files of a run wait for another: %+v, %v", list, err)
	}
	if b, err := c.ExploreContext(t.Context(), run.ID); err != nil || len(b.AggregateDigest) != 0 || b.Revision != 0 {
		t.Errorf("bundle %+v, %v", b, err)
	}
	if _, err := c.Resume(t.Context(), run.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Document(t.Context(), files[0]); err != nil || len(prompted(server, prompts.Digest.Name)) != 1 {
		t.Errorf("after the start: %v, %d digests", err, len(prompted(server, prompts.Digest.Name)))
	}
}

func TestExplore_ContextGoesItsWayThroughTheTree(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	server := fake.NewServer(t)
	c := notebook(t, server)
	run, s, r := explored(t, c, core.Explore{Question: twoSided, Context: attach(t, c, file(t, "visit.md", visit)), Engine: settings.Ollama, MaxDepth: 1})
	if r.Making.Spend.Fallbacks != 0 {
		t.Errorf("%d steps fell back although the model was sensible: %v", r.Making.Spend.Fallbacks, r.Notes)
	}
	bundle, err := c.ExploreContext(t.Context(), run.ID)
	if err != nil || len(bundle.AggregateDigest) != 2 || bundle.Revision != 1 || bundle.SessionContextID == "" {
		t.Fatalf("bundle %+v, %v", bundle, err)
	}
	records, err := c.ExploreRecords(t.Context(), run.ID)
	if err != nil || len(s.Tree) < 3 {
		t.Fatalf("%d questions, %v", len(s.Tree), err)
	}
	if root := records["1"].Slice; root.Mode != explore.ModeRootFull || len(root.SelectedItems) != len(bundle.AggregateDigest) {
		t.Errorf("the root has %+v", root)
	}
	measured, dredger := records["1.1"].Slice, records["1.2"].Slice
	if measured.Mode != explore.ModeSplit || len(measured.SelectedItems) == 0 || dredger.Mode != explore.ModeSplit || len(dredger.SelectedItems) >= len(bundle.AggregateDigest) {
		t.Errorf("the children have %+v and %+v", measured, dredger)
	}
	if j := records["1"].Judgement; j.IsSufficient || len(j.Gaps) == 0 {
		t.Errorf("the root is judged %+v", j)
	}
	if j := records["1.1"].Judgement; !j.IsSufficient || !strings.Contains(j.Reasoning, "context") {
		t.Errorf("what the context says is judged %+v", j)
	}
	facts(t, c, run)
	if !states(r, "410", "visit.md", 1) {
		t.Errorf("no claim cites the visit:\n%s", said(r))
	}
	given(t, server)
	narrated(t, c, run.ID, s)
}

// given checks what the steps were told of the person's files.
func given(t *testing.T, server *fake.Server) {
	t.Helper()
	const fact = "410 becquerel"
	for _, step := range []string{prompts.Sufficiency.Name, prompts.Decompose.Name, prompts.Split.Name, prompts.Draft.Name /* the shape of a report */} {
		list := prompted(server, step)
		if len(list) == 0 || !strings.Contains(list[0], fact) {
			t.Errorf("%s: %d prompts, and the first does not hold the context", step, len(list))
		}
	}
	if n, m := len(prompted(server, prompts.Split.Name)), len(prompted(server, prompts.Decompose.Name)); n != 1 || m != 1 {
		t.Errorf("%d splits for %d decompositions", n, m)
	}
	if first := prompted(server, prompts.Sufficiency.Name)[0]; !strings.Contains(first, "cracks in the floor") {
		t.Errorf("sufficiency is judged without what was found:\n%s", first)
	}
	for _, chat := range server.Chats() {
		if strings.Contains(chat.User, "speckled hens") != (chat.Step == prompts.Digest.Name) {
			t.Errorf("step %q is given the file itself:\n%s", chat.Step, chat.User)
		}
		if chat.Step == prompts.Queries.Name && strings.Contains(chat.User, fact) {
			t.Errorf("the context takes part in queries:\n%s", chat.User)
		}
	}
}

// narrated checks that the specification's events are told, with words for people.
func narrated(t *testing.T, c *core.Core, run string, s explore.State) {
	t.Helper()
	for kind, want := range map[event.Kind]int{explore.EventParsingStarted: 1, explore.EventFileCompleted: 1, explore.EventParsingCompleted: 1, explore.EventContextAttached: 1,
		explore.EventContextReady: len(s.Tree)} {
		list := happenings[struct {
			Text string `json:"text"`
		}](t, c, run, kind)
		if len(list) != want || slices.ContainsFunc(list, func(x struct {
			Text string `json:"text"`
		}) bool {
			return x.Text == ""
		}) {
			t.Errorf("%s is told %d times, want %d: %+v", kind, len(list), want, list)
		}
	}
	for _, x := range happenings[explore.ContextData](t, c, run, explore.EventContextReady) {
		if x.NodeID == "" || x.Mode == "" || x.Slice != nil {
			t.Errorf("without ui_debug: %+v", x)
		}
	}
}

func TestExplore_ContextTakesPartInQueriesWhereASettingSaysSo(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	server := fake.NewServer(t)
	c := notebook(t, server, "EXPLORE_CONTEXT_QUERIES", "true", "UI_DEBUG", "true")
	run, s, _ := explored(t, c, core.Explore{Question: twoSided, Context: attach(t, c, file(t, "visit.md", visit)), Engine: settings.Ollama, MaxNodes: 1})
	if list := prompted(server, prompts.Queries.Name); len(list) != 1 || !strings.Contains(list[0], "410 becquerel") {
		t.Errorf("queries are made without the context:\n%s", list)
	}
	list := happenings[explore.ContextData](t, c, run.ID, explore.EventContextReady)
	if len(list) != 1 || list[0].Slice == nil || len(list[0].Slice.SelectedItems) != 2 || !s.Summary().UIDebug {
		t.Errorf("with ui_debug: %+v", list)
	}
}

// Files that cannot be read harm no other, and a run without any goes on and says so.
func TestExplore_UnreadableFilesHarmNoOther(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c := open(t, t.TempDir(), noEnv)
	addNotes(t, c)
	broken, empty := file(t, "broken.pdf", "%PDF-1.7\nnothing of the sort"), file(t, "empty.md", "")
	files := attach(t, c, broken, file(t, "visit.md", visit), empty)
	run, s, r := explored(t, c, core.Explore{Question: twoSided, Context: files, Engine: settings.Extractive})
	if s.Context != (explore.ContextProcessing{Status: explore.ContextReady, Total: 3, Ready: 1, Error: 2}) || s.Files[0].Status != explore.FileError || s.Files[0].Error == "" || s.Files[1].Items == 0 {
		t.Errorf("context %+v, files %+v", s.Context, s.Files)
	}
	if len(s.Warnings) != 0 || !strings.Contains(said(r), "410") {
		t.Errorf("warnings %q:\n%s", s.Warnings, said(r))
	}
	facts(t, c, run)

	run, s, r = explored(t, c, core.Explore{Question: "How does radon enter the cellar of a house?", Context: attach(t, c, broken, empty), Engine: settings.Extractive})
	if s.Context.Status != explore.ContextUnusable || len(s.Warnings) != 1 || len(r.Claims) == 0 {
		t.Errorf("context %+v, warnings %q, %d claims", s.Context, s.Warnings, len(r.Claims))
	}
	if list := happenings[explore.WarningData](t, c, run.ID, explore.EventWarning); len(list) != 1 || !strings.Contains(list[0].Text, "No usable context") {
		t.Errorf("warned is %+v", list)
	}
}

// A split that is no split is replaced by rule; the run goes on.
func TestExplore_MalformedSplitFallsBack(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	for name, spoil := range map[string]func(prompts.SplitOut) fake.ChatReply{
		"NotJSON": func(prompts.SplitOut) fake.ChatReply { return fake.ChatReply{Text: "Here you are."} },
		"MissingChild": func(out prompts.SplitOut) fake.ChatReply {
			out.ChildContexts = out.ChildContexts[1:]
			return fake.Answer(out)
		},
	} {
		t.Run(name, func(t *testing.T) {
			server := fake.NewServer(t)
			c := notebook(t, server)
			server.Script(badly(func(req fake.ChatRequest, reply fake.ChatReply) fake.ChatReply {
				if req.Step != prompts.Split.Name {
					return noHens(req, reply)
				}
				var out prompts.SplitOut
				if err := json.Unmarshal([]byte(reply.Text), &out); err != nil {
					panic(err) // Sensible's own reply
				}
				return spoil(out)
			}))
			run, _, _ := explored(t, c, core.Explore{Question: twoSided, Context: attach(t, c, file(t, "visit.md", visit)), Engine: settings.Ollama, MaxDepth: 1})
			records, err := c.ExploreRecords(t.Context(), run.ID, "1.1", "1.2")
			if err != nil || len(records) != 2 {
				t.Fatalf("%d records, %v", len(records), err)
			}
			slice := records["1.1"].Slice
			if slice.Mode != explore.ModeSplitFallback || len(slice.SelectedItems) == 0 || !strings.Contains(slice.SelectedItems[0].Text, "cellar") {
				t.Errorf("the child that was forgotten has %+v", slice)
			}
			if both := records["1.2"].Slice.Mode == explore.ModeSplitFallback; both != (name == "NotJSON") {
				t.Errorf("the other has %+v", records["1.2"].Slice)
			}
		})
	}
}
