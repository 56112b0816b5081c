package explore_test

import (
	"reflect"
	"testing"

	"rabbithole/backend/flow/explore"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
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
