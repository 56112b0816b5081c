package core

import (
	"strings"
	"testing"

	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/related"
	"rabbithole/backend/graph"
)

// Who switches automatic searches in the web off means those, too, that wait for their turn or were interrupted.
func TestRelated_AutomaticWebThatIsSwitchedOffSendsNothingMore(t *testing.T) {
	p := pretend(t)
	home := t.TempDir()
	c := p.online(t, home)
	addText(t, c, "notes.md", radonNotes)
	d, err := c.Document(t.Context(), "notes.md")
	if err != nil {
		t.Fatal(err)
	}
	if err := c.ChangeSetting(t.Context(), "RELATED_AUTOMATIC_WEB", "true"); err != nil {
		t.Fatal(err)
	}
	c.beside.close() // the program ends before its turn comes
	r, err := c.StartRelated(t.Context(), FindRelated{Document: d.Hash, Automatic: true, Engine: settings.Extractive})
	if err != nil || r.Status != related.StatusQueued {
		t.Fatalf("%s, %v", r.Status, err)
	}
	if err := c.ChangeSetting(t.Context(), "RELATED_AUTOMATIC_WEB", "false"); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	c = p.online(t, home)
	if err := c.ResumeRelated(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r, err = c.AwaitRelated(t.Context(), d.Hash, nil); err != nil || r.Status != related.StatusReady {
		t.Fatalf("%s, %v: %s", r.Status, err, r.Error)
	}
	if log := c.Connections(); len(log) > 0 || p.fetched.Load() > 0 {
		t.Errorf("%d pages were fetched, connections %+v", p.fetched.Load(), log)
	}
	if !strings.Contains(strings.Join(r.Warnings, "\n"), "switched off") {
		t.Errorf("nobody is told: %q", r.Warnings)
	}
}

// What was allowed to a search was allowed to that one: there is no other way to do it again than to ask for it.
func TestRelated_IsNotForked(t *testing.T) {
	p := pretend(t)
	c, hash := reading(t, p)
	r := besideIt(t, c, FindRelated{Document: hash, Web: WebOpen, Consented: true, Engine: settings.Extractive})
	before := len(c.Connections())
	forked, err := c.ForkAttended(t.Context(), r.Run, 1)
	if fault.KindOf(err) != fault.Usage {
		t.Errorf("forked as %q: %v", forked.ID, err)
	}
	if left, err := c.db.Runs(t.Context(), graph.Filter{Flow: related.Name}); err != nil || len(left) != 1 || len(c.Connections()) != before {
		t.Errorf("%d runs, %v", len(left), err)
	}
}
