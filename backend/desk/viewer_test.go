package desk_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// finished is a run without questions, to its end.
func finished(t *testing.T, d *desk.Desk, w core.Begin) desk.Snapshot {
	t.Helper()
	w.Unattended = true
	run := must[desk.Run](t)(d.StartResearch(w))
	return until(t, d, run.ID, func(s desk.Snapshot) bool { return s.Run.Status == graph.Finished && !s.Run.Live })
}

func TestViewer_OpensPDFsWithTheirOutline(t *testing.T) {
	d, _ := sit(t, shelf(t), noEnv)
	for _, doc := range must[[]desk.Document](t)(d.Documents()) {
		o := must[core.Opened](t)(d.OpenDocument(doc.Hash))
		if len(o.Pages) != doc.Pages || o.URL != "/files/"+doc.Hash || o.Document.Name != doc.Name {
			t.Errorf("%s: %d pages of %d at %s", doc.Name, len(o.Pages), doc.Pages, o.URL)
		}
		for _, p := range o.Pages {
			if p.Width < 100 || p.Height < 100 || p.Label == "" {
				t.Errorf("%s: page %+v", doc.Name, p)
			}
		}
		if len(o.Outline) == 0 {
			t.Errorf("%s has no outline", doc.Name)
		}
		for _, m := range o.Outline {
			if strings.TrimSpace(m.Title) == "" || m.Page < 1 || m.Page > doc.Pages || m.Level < 1 {
				t.Errorf("%s: outline entry %+v", doc.Name, m)
			}
		}
	}
	if _, err := d.OpenDocument("0000"); err == nil || !strings.Contains(err.Error(), `"kind":"not_found"`) {
		t.Errorf("a document that is not there: %v", err)
	}
}

func TestViewer_OpensTextWithoutGeometry(t *testing.T) {
	home := t.TempDir()
	path := filepath.Join(t.TempDir(), "rules.md")
	text := "# Rules\n\nSee section 2 for lamps.\n\n## 1 Boats\n\nBoats carry lamps as section 2 says.\n\n## 2 Lamps\n\nA lamp shines 300 m.\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c := must[*core.Core](t)(core.Open(t.Context(), core.Config{Home: home, Env: noEnv}))
	results, err := c.Add(t.Context(), []string{path}, core.AddOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	d, _ := sit(t, home, noEnv)
	hash := results[0].Document
	o := must[core.Opened](t)(d.OpenDocument(hash))
	if len(o.Pages) != 1 || o.Pages[0].Width != 0 || len(o.Outline) < 2 {
		t.Errorf("opened as %+v", o)
	}
	refs := must[[]core.PageReference](t)(d.PageReferences(hash, 1))
	if len(refs) == 0 || len(refs[0].Targets) == 0 || refs[0].Targets[0].Span.End == 0 || len(refs[0].Rects) != 0 {
		t.Errorf("references %+v", refs)
	}
}

func TestViewer_FindsAQuoteOnItsPage(t *testing.T) {
	d, _ := sit(t, shelf(t), noEnv)
	for _, doc := range must[[]desk.Document](t)(d.Documents()) {
		text := must[string](t)(d.PageText(doc.Hash, 1))
		words := strings.Fields(text)
		if len(words) < 20 {
			continue
		}
		quote := strings.Join(words[5:15], " ") // as it is told: without the page's line breaks
		span := must[source.Span](t)(d.FindQuote(doc.Hash, 1, quote))
		if span.Page != 1 || span.End <= span.Start || span.End > len(text) || strings.Join(strings.Fields(text[span.Start:span.End]), " ") != quote {
			t.Errorf("%s: %q stands at %+v", doc.Name, quote, span)
		}
		if none := must[source.Span](t)(d.FindQuote(doc.Hash, 1, "No such sentence stands on this page at all")); none != (source.Span{Page: 1}) {
			t.Errorf("%s: what is not there stands at %+v", doc.Name, none)
		}
	}
}

// within reports whether a rectangle lies on a page.
func within(r source.Rect, p store.PageShape) bool {
	return r.W > 0 && r.H > 0 && r.X >= 0 && r.Y >= 0 && r.X+r.W <= p.Width+1 && r.Y+r.H <= p.Height+1
}

func TestViewer_ReferencesStandOnThePageAndLeadSomewhere(t *testing.T) {
	d, _ := sit(t, shelf(t), noEnv)
	seen, found := 0, 0
	for _, doc := range must[[]desk.Document](t)(d.Documents()) {
		pages := must[core.Opened](t)(d.OpenDocument(doc.Hash)).Pages
		for _, p := range pages {
			for _, r := range must[[]core.PageReference](t)(d.PageReferences(doc.Hash, p.Number)) {
				seen++
				if len(r.Rects) == 0 || !within(r.Rects[0], p) {
					t.Errorf("%s, page %d: %q stands at %v", doc.Name, p.Number, r.Text, r.Rects)
				}
				for _, to := range r.Targets {
					if to.Hash != "" && (to.Name == "" || to.Page == 0 || to.Span.Page == 0) {
						t.Errorf("%s, page %d: %q leads to %+v", doc.Name, p.Number, r.Text, to)
					}
					if to.Span.End > 0 {
						found++
					}
				}
			}
		}
	}
	if seen < 20 || found < 10 {
		t.Errorf("%d references, %d passages they lead to", seen, found)
	}
}

func TestViewer_MarksWhatReportsCite(t *testing.T) {
	d, _ := sit(t, shelf(t), noEnv)
	s := finished(t, d, core.Begin{Question: "Which radon level applies at workplaces?"})
	r, err := d.Report(s.Run.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, claim := range r.Claims {
		for _, c := range claim.Citations {
			marked := must[map[int]int](t)(d.MarkedPages(c.Document))
			if marked[c.Page] == 0 {
				t.Errorf("page %d of %s is not marked", c.Page, c.Name)
			}
			found := false
			for _, m := range must[[]core.PageMark](t)(d.PageMarks(c.Document, c.Page)) {
				if m.Run == s.Run.ID && m.Claim == claim.ID && m.Span == c.Span {
					found = m.Text == claim.Text && m.Verdict == string(claim.Verdict) && m.Quote == c.Quote && m.Question == r.Question && len(m.Rects) > 0
				}
			}
			if !found {
				t.Errorf("%s is not marked on page %d of %s", claim.ID, c.Page, c.Name)
			}
		}
	}
	if err := d.DeleteRun(s.Run.ID); err != nil {
		t.Fatal(err)
	}
	for _, claim := range r.Claims {
		for _, c := range claim.Citations {
			if n := len(must[map[int]int](t)(d.MarkedPages(c.Document))); n != 0 {
				t.Errorf("%d pages of %s are still marked", n, c.Name)
			}
		}
	}
}

func TestSearch_SaysWhereToOpen(t *testing.T) {
	d, _ := own(t)
	hits, err := d.Search("reference level radon workplaces", nil, nil, 5)
	if err != nil || len(hits) == 0 {
		t.Fatalf("%d hits, %v", len(hits), err)
	}
	for _, h := range hits {
		if len(h.Words) == 0 || h.Hash == "" || h.Span.Page != h.Page || h.Span.End <= h.Span.Start {
			t.Errorf("%+v", h)
		}
		if text, err := d.PageText(h.Hash, h.Page); err != nil || h.Span.End > len(text) {
			t.Errorf("span %+v of a page with %d bytes, %v", h.Span, len(text), err)
		}
	}
}
