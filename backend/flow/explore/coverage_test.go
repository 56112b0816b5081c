package explore_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"rabbithole/backend/flow/explore"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
	"rabbithole/prompts"
)

// The report of a tree names the pages that nobody could search and those recognised from a picture, as every other report does.
func TestCoverage_OfATreeNamesPagesWithoutText(t *testing.T) {
	w := lanterns()
	w.read("charts.md", "The chart of the harbour shows the lantern.", source.Ready)
	w.documents[0].Unreadable, w.documents[0].UnreadablePages = 2, []int{7, 9}
	w.documents[1].RecognisedPages = []int{1}
	_, run := newDesk(t, w).run(explore.State{Question: twoQuestions, Language: "en"})
	got := w.reports[run+"/0"].Coverage
	if want := []report.Unread{{Name: w.documents[0].Name, Pages: []int{7, 9}}}; !reflect.DeepEqual(got.Unread, want) {
		t.Errorf("not searched are %+v, want %+v", got.Unread, want)
	}
	if want := []report.Unread{{Name: w.documents[1].Name, Pages: []int{1}}}; !reflect.DeepEqual(got.Recognised, want) {
		t.Errorf("recognised are %+v, want %+v", got.Recognised, want)
	}
	if pages := w.documents[0].Pages + w.documents[1].Pages; got.Unreadable != 2 || got.Documents != 2 || got.Pages != pages || got.PagesRead == 0 || got.Passages == 0 || got.Kept == 0 {
		t.Errorf("coverage %+v of %d pages", got, pages)
	}
}

// The pages read are those of the passages that the questions judged, whatever was kept of them and of the files.
func TestCoverage_OfATreeCountsThePagesRead(t *testing.T) {
	w := lanterns()
	w.read("charts.md", strings.Repeat("A chart of the coast with a storm and a gate.\n", 9), source.Ready)
	d := newDesk(t, w)
	s, run := d.run(explore.State{Question: twoQuestions, Language: "en", Attached: []string{w.attach("notes.md", notes)}})
	pages := map[string]bool{}
	for _, n := range s.Tree {
		for _, id := range d.record(s, n.ID).Read {
			p, err := w.Passage(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			pages[fmt.Sprint(p.Document, p.Page())] = true
		}
	}
	if got := w.reports[run+"/0"].Coverage.PagesRead; len(pages) < 4 || got != len(pages) {
		t.Errorf("%d pages read, want the %d of %v", got, len(pages), pages)
	}
}

// What a model says of findings by their IDs is told by their documents and pages.
func TestExplore_ThoughtsNameDocuments(t *testing.T) {
	m := &model{script: map[string]func(prompts.Call) string{prompts.Sufficiency.Name: say(prompts.SufficiencyOut{IsSufficient: true, Reasoning: "E1.1 says how often; E99 is no finding.", Gaps: []string{}})}}
	w := lanterns()
	d := newDesk(t, w, func(x *explore.Tools) { x.Kit.Model = m })
	_, run := d.run(explore.State{Question: "How often must the harbour lantern be trimmed?", Language: "en"})
	events := d.events(run, explore.EventJudged)
	if len(events) == 0 {
		t.Fatal("nothing was judged")
	}
	if text := data[explore.NodeData](t, events[0]).Text; !strings.HasSuffix(text, "handbook.md, p. 1 says how often; E99 is no finding.") {
		t.Errorf("it says %q", text)
	}
}
