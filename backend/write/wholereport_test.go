package write_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/reason"
	"rabbithole/backend/write"
	"rabbithole/prompts"
)

// A contradiction can be seen whatever batch its sides are cited in: the person's own file is in every call, the last one shows what the
// research noted. It is asked there about the parts of the question and about what the report says nobody says.
func TestExamine_TheLastCallSeesTheWholeReport(t *testing.T) {
	s, known := shelve("Measure for twelve months.", "Keep the results.", "Our lender says two weeks will do.", "Three weeks are enough.")
	var statements []write.Statement
	for i := range 20 {
		statements = append(statements, write.Statement{Text: strings.Repeat("So ", i+1) + "it is.", Cites: []string{fmt.Sprint("E", 1+i/18)}})
	}
	m := &checker{says: func(call int, _ string) prompts.CheckVerdict {
		return prompts.CheckVerdict{Verdict: "supported", Spans: []string{fmt.Sprintf("E%d.1", call)}}
	}, last: prompts.CheckOut{Parts: []prompts.CheckPart{{Part: "T2", Answered: "no"}, {Part: "t1", Answered: "yes"}, {Part: "T3", Answered: "beyond", Missing: "who drew it"}},
		Conflicts: []prompts.CheckConflict{{Spans: []string{"E1.1", "E3.1", "E9.1"}, Why: "Months, weeks."}},
		Silent:    []prompts.CheckSilence{{Ref: "S2", Answered: "yes", Span: "E4.1"}, {Ref: "S1", Answered: "yes", Span: "E9.1"}, {Ref: "S7", Answered: "yes", Span: "E4.1"}}}}
	x := examiner(s, known, m)
	x.Aside = reason.Aside{Own: []string{"E3"}, Parts: []string{"how long", "who pays", "how it is drawn"}, Right: []string{"It is cheap."},
		Noted: []prompts.Noted{{IDs: []string{"E1", "E4"}, Text: "Months against weeks"}}, Silent: []reason.Silent{{Text: "the price", May: []string{"E4"}}, {Text: "the weeks", May: []string{"E4"}}}}
	_, coverage, err := x.Examine(t.Context(), statements)
	if err != nil || len(m.asked) != 2 {
		t.Fatalf("%v, %d calls", err, len(m.asked))
	}
	for text, want := range map[string][2]bool{"two weeks will do": {true, true}, "Three weeks": {false, true}, "twelve months": {true, true},
		"Months against weeks [E1, E4]": {false, true}, "the price": {false, true}, "who pays": {false, true}, "This is a part of the report": {true, false}} {
		if got := [2]bool{strings.Contains(m.asked[0], text), strings.Contains(m.asked[1], text)}; got != want {
			t.Errorf("%q is shown %v, want %v", text, got, want)
		}
	}
	// the third is what was planned and nobody asked: it decides nothing
	if len(coverage.Parts) != 2 || coverage.Parts[0].Part != "who pays" || coverage.Parts[1].Part != "how long" {
		t.Errorf("parts %+v", coverage.Parts)
	}
	if len(coverage.Said) != 1 || coverage.Said[1].Answered != "yes" || coverage.Said[1].Span != "E4.1" {
		t.Errorf("answered after all: %v", coverage.Said)
	}
	if c := coverage.Conflicts; len(c) != 2 || !slices.Equal(c[1].Spans, []string{"E1.1", "E3.1"}) {
		t.Errorf("conflicts %+v", c)
	}
}

// A claim whose passages a call shows already is asked about there, so that no passage is read twice for it; each claim gets the opinion on itself.
func TestExamine_NoPassageIsReadTwice(t *testing.T) {
	s, known := shelve("Measure for twelve months.", "Keep the results.")
	var statements []write.Statement
	for i := range 20 {
		statements = append(statements, write.Statement{Text: strings.Repeat("So ", i+1) + "it is.", Cites: []string{"E1"}})
	}
	statements[1].Cites = []string{"E2"}
	m := &checker{says: func(call int, _ string) prompts.CheckVerdict {
		return prompts.CheckVerdict{Verdict: "supported", Spans: []string{fmt.Sprintf("E%d.1", call)}}
	}, last: prompts.CheckOut{Conflicts: []prompts.CheckConflict{}, Parts: []prompts.CheckPart{}}}
	found, _, err := examiner(s, known, m).Examine(t.Context(), statements)
	if err != nil || len(m.asked) != 2 {
		t.Fatalf("%v, %d calls", err, len(m.asked))
	}
	if strings.Contains(m.asked[0], "Keep the results.") || !strings.Contains(m.asked[1], "Keep the results.") {
		t.Error("the first call shows what only one claim needs")
	}
	if first, second := found[18].Decide, found[1].Decide; !slices.Equal(first, []string{"E1.1"}) || !slices.Equal(second, []string{"E2.1"}) {
		t.Errorf("the opinions are on %v and %v", first, second)
	}
}

// Once a report was judged, a check of sentences that were mended asks what it lacked and nothing else, and changes nothing else.
func TestExamine_AMendedReportIsAskedWhatItLacked(t *testing.T) {
	s, known := shelve("Measure for twelve months.")
	judged := []prompts.CheckPart{{Part: "how long", Answered: "yes"}, {Part: "who pays", Answered: "partly", Missing: "the price"}, {Part: "how it is drawn", Answered: "no"}}
	m := &checker{says: always(prompts.CheckVerdict{Verdict: "supported", Spans: []string{"E1.1"}}), last: prompts.CheckOut{Conflicts: []prompts.CheckConflict{},
		Parts: []prompts.CheckPart{{Part: "T2", Answered: "partly", Missing: "by whom"}, {Part: "T1", Answered: "yes"}, {Part: "how long", Answered: "no"}, {Part: "T3", Answered: "no"}}}}
	x := examiner(s, known, m)
	x.Aside = reason.Aside{Parts: []string{"how long", "who pays", "how it is drawn"}, Right: []string{"It is cheap."}, Judged: judged}
	statements := []write.Statement{{Text: "It costs nothing.", Cites: []string{"E1"}}}
	_, coverage, err := x.Examine(t.Context(), statements)
	want := []prompts.CheckPart{{Part: "how long", Answered: "yes"}, {Part: "who pays", Answered: "yes"}, {Part: "how it is drawn", Answered: "partly", Missing: "by whom"}}
	if err != nil || !slices.Equal(coverage.Parts, want) {
		t.Errorf("%v, parts %+v", err, coverage.Parts)
	}
	for text, want := range map[string]bool{"the price": true, "how it is drawn": true, "how long": false, "who pays": false, "It is cheap.": false} {
		if got := strings.Contains(m.asked[0], text); got != want {
			t.Errorf("%q is shown %v, want %v", text, got, want)
		}
	}
	// What a part in part answered still lacks is no reason to call all of it unanswered.
	m.last.Parts = []prompts.CheckPart{{Part: "T1", Answered: "no", Missing: "the price"}, {Part: "T2", Answered: "no"}}
	want = []prompts.CheckPart{{Part: "how long", Answered: "yes"}, {Part: "who pays", Answered: "partly", Missing: "the price"}, {Part: "how it is drawn", Answered: "no"}}
	if _, coverage, err = x.Examine(t.Context(), statements); err != nil || !slices.Equal(coverage.Parts, want) {
		t.Errorf("%v, parts %+v", err, coverage.Parts)
	}
	x.Aside.Judged = []prompts.CheckPart{{Part: "how long", Answered: "yes"}}
	if _, coverage, err = x.Examine(t.Context(), statements); err != nil || len(coverage.Parts) > 0 || !strings.Contains(m.asked[2], "This is a part of the report") {
		t.Errorf("where nothing is lacking nothing is asked: %v, %+v", err, coverage.Parts)
	}
}

// A line on what the documents do not say is asked about in the call that shows the passages that may say it, whichever that is, and nowhere else.
func TestExamine_ALineIsAskedWhereItsPassagesAre(t *testing.T) {
	s, known := shelve("Measure for twelve months.", "Keep the results.", "Three weeks are enough.")
	var statements []write.Statement
	for i := range 20 {
		statements = append(statements, write.Statement{Text: strings.Repeat("So ", i+1) + "it is.", Cites: []string{fmt.Sprint("E", 1+i/18)}})
	}
	m := &checker{says: always(prompts.CheckVerdict{Verdict: "supported", Spans: []string{"E1.1"}}), last: prompts.CheckOut{Parts: []prompts.CheckPart{}, Conflicts: []prompts.CheckConflict{},
		Silent: []prompts.CheckSilence{{Ref: "S1", Answered: "yes", Span: "E1.1"}, {Ref: "S1", Answered: "yes", Span: "E3.1"}}}}
	x := examiner(s, known, m)
	x.Aside.Silent = []reason.Silent{{Text: "the price"}, {Text: "the weeks", May: []string{"E3", "E2"}}, {Text: "the months", May: []string{"E1"}}}
	_, coverage, err := x.Examine(t.Context(), statements)
	if err != nil || len(m.asked) != 2 {
		t.Fatalf("%v, %d calls", err, len(m.asked))
	}
	for text, want := range map[string][2]bool{"S1 [E1] <<<": {true, false}, "S1 [E3, E2] <<<": {false, true}, "Three weeks": {false, true}, "the months": {true, false}, "the price": {false, false}} {
		if got := [2]bool{strings.Contains(m.asked[0], text), strings.Contains(m.asked[1], text)}; got != want {
			t.Errorf("%q is shown %v, want %v", text, got, want)
		}
	}
	if len(coverage.Said) != 2 || coverage.Said[2].Span != "E1.1" || coverage.Said[1].Span != "E3.1" {
		t.Errorf("answered after all: %v", coverage.Said)
	}
}

// Where no sentence has to be checked, what the research noted is asked about all the same, in one call.
func TestExamine_WhatWasNotedIsAskedOnce(t *testing.T) {
	s, known := shelve("Measure for twelve months.", "Two weeks will do.")
	m := &checker{last: prompts.CheckOut{Parts: []prompts.CheckPart{}, Conflicts: []prompts.CheckConflict{{Spans: []string{"E1.1", "E2.1"}, Why: "Months, weeks."}}}}
	x := examiner(s, known, m)
	x.Aside.Noted = []prompts.Noted{{IDs: []string{"E1", "E2"}, Text: "Months against weeks"}}
	_, coverage, err := x.Examine(t.Context(), nil)
	if err != nil || len(m.asked) != 1 || len(coverage.Conflicts) != 1 || len(coverage.Conflicts[0].Spans) != 2 {
		t.Errorf("%v, %d calls, %+v", err, len(m.asked), coverage)
	}
}
