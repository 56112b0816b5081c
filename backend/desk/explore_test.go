package desk_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
)

// letter is a file of the person's own; no document of the library says what it says.
const letter = "# Order of the fire brigade\n\nThe fire brigade of Lindental lends four of its emergency workers to the rescue at the reactor. " +
	"Each of the four emergency workers has already received a dose of 60 millisievert this year. It is not known whether they volunteered.\n"

// ownFiles writes files into a folder and returns their paths, by name.
func ownFiles(t *testing.T, files map[string]string) []string {
	t.Helper()
	var paths []string
	folder := t.TempDir()
	for name, text := range files {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	slices.Sort(paths)
	return paths
}

// explored looks at an exploration until it is as wished.
func explored(t *testing.T, d *desk.Desk, run string, holds func(desk.Explored) bool) desk.Explored {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		e := must[desk.Explored](t)(d.Explored(run))
		if holds(e) {
			return e
		}
		if e.Run.Status == graph.Failed || time.Now().After(deadline) {
			t.Fatalf("the run is %s: %s %s, %+v", e.Run.Status, e.Run.Error, e.Run.Hint, e.Tree)
		}
	}
}

func ended(e desk.Explored) bool { return e.Run.Status == graph.Finished && !e.Run.Live }

// node returns a question of the tree.
func node(t *testing.T, e desk.Explored, id string) desk.ExploredNode {
	t.Helper()
	i := slices.IndexFunc(e.Tree, func(n desk.ExploredNode) bool { return n.ID == id })
	if i < 0 {
		t.Fatalf("the tree has no %s: %+v", id, e.Tree)
	}
	return e.Tree[i]
}

// From the attached file to the report that cites it, as the screen sees it.
func TestExplore_FromTheFileToTheReport(t *testing.T) {
	d, s := sit(t, twoTopics(t), noEnv)
	paths := ownFiles(t, map[string]string{"order.md": letter, "torn.pdf": "this is no PDF"})
	list := must[[]core.Attachment](t)(d.AttachContext(append(paths, paths[0])))
	if len(list) != 2 || list[0].Name != "order.md" || list[0].Bytes != int64(len(letter)) || list[0].At.IsZero() {
		t.Fatalf("attached %+v", list)
	}
	other := must[[]core.Attachment](t)(d.AttachContext(ownFiles(t, map[string]string{"other.txt": "Nothing of interest."})))
	if err := d.DetachContext(other[0].Hash); err != nil {
		t.Fatal(err)
	}
	if waiting := must[[]core.Attachment](t)(d.AttachedContext()); len(waiting) != 2 {
		t.Errorf("%+v wait", waiting)
	}

	const question = "What dose limits apply to the four emergency workers, who may exceed them, and how many barrels of tar does the dredger need?"
	run := must[desk.Run](t)(d.StartExplore(core.Explore{Question: question, Context: []string{list[0].Hash, list[1].Hash}, Engine: "extractive"}))
	if run.Flow != explore.Name || run.Title != question {
		t.Fatalf("began %+v", run)
	}
	e := explored(t, d, run.ID, ended)
	if c := e.Summary.Context; c != (explore.ContextProcessing{Status: explore.ContextReady, Total: 2, Ready: 1, Error: 1}) || len(e.Files) != 2 || e.Files[1].Status != explore.FileError || e.Files[1].Error == "" || e.Files[1].Trouble != source.Damaged {
		t.Errorf("context %+v of %+v", c, e.Files)
	}
	if len(must[[]core.Attachment](t)(d.AttachedContext())) != 0 {
		t.Error("files of a run wait for one still")
	}
	if e.Question != question || e.Language != "en" || e.Settings.MaxNodes != explore.Defaults().MaxNodes || e.Scope.Pages == 0 || e.Run.Phase != explore.PhaseDone || e.Consent != nil {
		t.Errorf("explored %+v", e)
	}
	t.Run("told", func(t *testing.T) { told(t, s, e) })
	t.Run("found", func(t *testing.T) { foundIn(t, d, e) })
	t.Run("report", func(t *testing.T) { reported(t, d, e) })
	if err := d.DigDeeper(run.ID, "1", ""); err == nil || !strings.Contains(err.Error(), "explore again") {
		t.Errorf("a finished run is told: %v", err)
	}
	if err := d.DeleteRun(run.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := d.OpenDocument(list[0].Hash); err == nil {
		t.Error("the file outlived the only run that used it")
	}
}

// told checks that the events reached the window under their names, and that the thoughts say the same, in order.
func told(t *testing.T, s *screen, e desk.Explored) {
	answered := 0
	for _, n := range e.Tree {
		if n.Answered {
			answered++
		}
	}
	if answered == 0 || answered != e.Summary.Answered {
		t.Errorf("%d questions are answered, %d by the summary: %+v", answered, e.Summary.Answered, e.Tree)
	}
	await(t, s, explore.EventDone, func(explore.Summary) bool { return true })
	if files, ready := s.heard("context_binding_parsing_file_completed"), s.heard("context_for_node_ready"); len(files) != 2 || len(ready) != e.Summary.Nodes {
		t.Errorf("heard of %d files, and of %d questions of %d", len(files), len(ready), e.Summary.Nodes)
	}
	for _, kind := range []string{"context_binding_parsing_started", "context_binding_parsing_file_completed", "context_binding_parsing_completed", "context_for_node_ready", "report_context_attached"} {
		i := slices.IndexFunc(e.Thoughts, func(x desk.Thought) bool { return x.Kind == kind })
		if i < 0 || e.Thoughts[i].Text == "" || e.Thoughts[i].Seq == 0 || e.Thoughts[i].At.IsZero() || (e.Thoughts[i].Node == "1") != (kind == "context_for_node_ready") {
			t.Errorf("no thought tells %s: %+v", kind, e.Thoughts)
		}
	}
	if !slices.IsSortedFunc(e.Thoughts, func(a, b desk.Thought) int { return int(a.Seq - b.Seq) }) || e.Thoughts[len(e.Thoughts)-1].Seq > e.Seq {
		t.Errorf("thoughts out of order: %+v", e.Thoughts)
	}
}

// foundIn looks at the tree and at what its questions found and were given.
func foundIn(t *testing.T, d *desk.Desk, e desk.Explored) {
	root := node(t, e, "1")
	if len(e.Tree) < 3 || root.IsSufficient == nil || *root.IsSufficient || root.Reasoning == "" || len(root.Gaps) == 0 || root.Mode != explore.ModeRootFull || root.Items == 0 || root.Queries == 0 {
		t.Fatalf("the root is %+v of %d", root, len(e.Tree))
	}
	child := node(t, e, "1.1")
	if child.Parent != "1" || child.Depth != 1 || child.Question == "" || child.Question == root.Question || child.Mode != explore.ModeSplit && child.Mode != explore.ModeSplitFallback {
		t.Errorf("the first child is %+v", child)
	}
	detail := must[desk.ExploredDetail](t)(d.ExploredNodeDetail(e.Run.ID, "1"))
	if detail.Node.ID != "1" || len(detail.Queries) != root.Queries || len(detail.Evidence) != root.Kept || root.Kept == 0 || detail.Slice == nil || len(detail.Slice.SelectedItems) != root.Items {
		t.Fatalf("detail %+v", detail)
	}
	for _, x := range detail.Evidence {
		text := must[string](t)(d.PageText(x.Document, x.Quotes[0].Span.Page))
		if got := text[x.Quotes[0].Span.Start:x.Quotes[0].Span.End]; strings.Join(strings.Fields(got), " ") != x.Quotes[0].Text || x.Name == "" {
			t.Errorf("%s quotes %q where %q stands", x.ID, x.Quotes[0].Text, got)
		}
	}
	for _, item := range detail.Slice.SelectedItems {
		for _, q := range item.Quotes {
			i := slices.IndexFunc(detail.Places, func(p desk.ContextPlace) bool { return p.Passage == q.Passage && p.Quote == q.Text })
			if i < 0 {
				t.Fatalf("nobody knows where %q stands: %+v", q.Text, detail.Places)
			}
			at := detail.Places[i]
			if text := must[string](t)(d.PageText(at.Document, at.Page)); at.Name != "order.md" || at.Span.Page != at.Page || !strings.HasPrefix(text[at.Span.Start:at.Span.End], q.Text) {
				t.Errorf("%q does not stand at %+v", q.Text, at)
			}
		}
	}
	if bundle := must[explore.ContextBundle](t)(d.ExploredContext(e.Run.ID)); bundle.Revision != 1 || len(bundle.AggregateDigest) != root.Items || len(bundle.Files) != 2 {
		t.Errorf("bundle %+v", bundle)
	}
	if raw, err := json.Marshal(e); err != nil || strings.Contains(string(raw), `"gaps":null`) {
		t.Errorf("lists are null in %s (%v)", raw, err)
	}
	if _, err := d.ExploredNodeDetail(e.Run.ID, "7"); err == nil || !strings.Contains(err.Error(), `"kind":"not_found"`) {
		t.Errorf("a question that is not there: %v", err)
	}
}

// reported looks at what the run hands over, and at what stays of the file.
func reported(t *testing.T, d *desk.Desk, e desk.Explored) {
	r, err := d.Report(e.Run.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	cited := map[string]string{}
	for _, claim := range r.Claims {
		for _, c := range claim.Citations {
			cited[c.Name] = c.Document
		}
	}
	if cited["order.md"] != e.Files[0].Document || cited["radiation.md"] == "" {
		t.Errorf("the report cites %v", cited)
	}
	if marks := must[[]core.PageMark](t)(d.PageMarks(cited["order.md"], 1)); len(marks) == 0 || marks[0].Run != e.Run.ID {
		t.Errorf("the file has the marks %+v", marks)
	}
	if opened := must[core.Opened](t)(d.OpenDocument(cited["order.md"])); opened.Document.Name != "order.md" || len(opened.Pages) != 1 {
		t.Errorf("opened %+v", opened)
	}
	if docs := must[[]desk.Document](t)(d.Documents()); len(docs) != 2 {
		t.Errorf("the library lists %d documents", len(docs))
	}
	if out := must[desk.Exported](t)(d.ExportReport(e.Run.ID, 0, "md", filepath.Join(t.TempDir(), "r.md"))); out.Path == "" {
		t.Error("it is exported nowhere")
	}
	for _, p := range must[[]desk.Checkpoint](t)(d.Checkpoints(e.Run.ID)) {
		if p.Phase != "" && p.Phase != explore.PhaseParsing && p.Phase != explore.PhaseExploring {
			t.Errorf("checkpoint %+v is of another flow", p)
		}
	}
}

func TestExplore_InGermanSpeaksGerman(t *testing.T) {
	d, _ := sit(t, twoTopics(t), noEnv)
	file := must[[]core.Attachment](t)(d.AttachContext(ownFiles(t, map[string]string{"brief.md": "# Brief\n\nDie Feuerwehr hat vier Einsatzkräfte. Jede Einsatzkraft hat 60 Millisievert erhalten.\n"})))
	run := must[desk.Run](t)(d.StartExplore(core.Explore{Question: "Welche Dosisgrenzwerte gelten für die Einsatzkräfte der Feuerwehr?", Context: []string{file[0].Hash}, Engine: "extractive"}))
	e := explored(t, d, run.ID, ended)
	var said []string
	for _, x := range e.Thoughts {
		said = append(said, x.Text)
	}
	all := strings.Join(said, "\n")
	for _, want := range []string{"Lese 1 Kontextdatei …", "Kontextdatei 1/1 gelesen: brief.md", "Frage 1 berücksichtigt 2 Einträge aus Ihren Dateien", "Der volle Kontext liegt dem Bericht bei"} {
		if !strings.Contains(all, want) {
			t.Errorf("no thought says %q:\n%s", want, all)
		}
	}
	if strings.Contains(all, "Question") || e.Language != "de" {
		t.Errorf("language %s:\n%s", e.Language, all)
	}
}

func TestExplore_GoesOnWithoutAUsableFile(t *testing.T) {
	d, _ := sit(t, twoTopics(t), noEnv)
	torn := must[[]core.Attachment](t)(d.AttachContext(ownFiles(t, map[string]string{"torn.pdf": "this is no PDF"})))
	run := must[desk.Run](t)(d.StartExplore(core.Explore{Question: "What dose limits apply to emergency workers?", Context: []string{torn[0].Hash}, Engine: "extractive"}))
	e := explored(t, d, run.ID, ended)
	warned := 0
	for _, x := range e.Thoughts {
		if strings.Contains(x.Text, "No usable context") {
			warned++
		}
	}
	if e.Summary.Context.Status != explore.ContextUnusable || len(e.Summary.Warnings) != 1 || warned != 1 || e.Run.Claims == 0 {
		t.Errorf("%+v, warned %d times, %d claims", e.Summary, warned, e.Run.Claims)
	}
}
