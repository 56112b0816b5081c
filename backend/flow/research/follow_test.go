package research_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/extract"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/reason"
	"rabbithole/prompts"
)

// chain is a document whose sections refer to the next one, n in all.
func chain(n int) string {
	var b strings.Builder
	b.WriteString("= chain.pdf\n")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, "%d: Lantern rule number %d is completed by {section %d|chain.pdf/%d} of this text.\n", i, i, i+1, i+1)
	}
	fmt.Fprintf(&b, "%d: Lantern rule number %d is the last one.\n", n, n)
	return b.String()
}

// only finds one passage, whatever is asked.
func only(id string) func(string) []string {
	return func(string) []string { return []string{id} }
}

func TestFollow_DepthIsBounded(t *testing.T) {
	for _, depth := range []int{1, 2, 3} {
		b := newBooks(t, chain(9))
		b.found = only("chain.pdf/1")
		s := newDesk(t, b, &thinker{}).finish(research.Settings{FollowDepth: depth, MaxIterations: 1})
		var want []string
		for i := range depth + 1 {
			want = append(want, fmt.Sprintf("chain.pdf/%d", i+1))
		}
		if got := ids(s.Evidence); !slices.Equal(got, want) {
			t.Errorf("depth %d: kept %q, want %q", depth, got, want)
		}
		for i, k := range s.Evidence[1:] {
			if k.Via != s.Evidence[i].ID || k.Query != s.Evidence[0].Query {
				t.Errorf("depth %d: %s came via %q", depth, k.ID, k.Via)
			}
		}
	}
}

func TestFollow_TheTotalPerItemIsBounded(t *testing.T) {
	b := newBooks(t, star(14))
	b.found = only("star.pdf/0")
	s := newDesk(t, b, &thinker{}).finish(research.Settings{FollowPerTask: 4, MaxIterations: 1})
	if len(s.Followed) != 4 || len(s.Evidence) != 5 {
		t.Errorf("followed %d references, kept %q", len(s.Followed), ids(s.Evidence))
	}
	budget := 0
	for _, o := range s.Open {
		if o.Reason == research.ReasonBudget {
			budget++
		}
	}
	if budget != 10 {
		t.Errorf("%d references are named as left for want of budget: %+v", budget, s.Open)
	}
}

// star is a document whose section 0 refers to n others.
func star(n int) string {
	var refs, rest strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&refs, " {section %d|star.pdf/%d}", i, i)
		fmt.Fprintf(&rest, "%d: Lantern detail number %d.\n", i, i)
	}
	return "= star.pdf\n0: Lanterns follow" + refs.String() + " in all things.\n" + rest.String()
}

func TestFollow_CyclesEnd(t *testing.T) {
	for name, lines := range map[string]string{
		"two":    "= c.pdf\n1: Lantern rule, see {section 2|c.pdf/2}.\n2: Lantern exception, see {section 1|c.pdf/1}.\n",
		"three":  "= c.pdf\n1: Lantern rule, see {section 2|c.pdf/2}.\n2: Lantern exception, see {section 3|c.pdf/3}.\n3: Lantern fine, see {section 1|c.pdf/1}.\n",
		"itself": "= c.pdf\n1: Lantern rule, see {section 1|c.pdf/1}.\n",
	} {
		b := newBooks(t, lines)
		b.found = only("c.pdf/1")
		s := newDesk(t, b, &thinker{}).finish(research.Settings{FollowDepth: 50, FollowPerTask: 50})
		want := strings.Count(lines, "\n") - 1
		if len(s.Evidence) != want || len(s.Read) != want {
			t.Errorf("%s: kept %q, read %q", name, ids(s.Evidence), s.Read)
		}
	}
}

func TestFollow_WhatIsRecordedAndWhatIsOpen(t *testing.T) {
	b := newBooks(t, `
= a.pdf
1: Lanterns follow {section 2|a.pdf/2}, {form 9|open}, {the act of 1950|old}, {the Fire Code|away}, {the Beacon Act|outside} and {lamps.example/x|web} everywhere.
2: Lantern glass is clear.
`)
	b.found = only("a.pdf/1")
	d := newDesk(t, b, &thinker{})
	s := d.finish(research.Settings{MaxIterations: 1})
	if len(s.Followed) != 1 || !s.Followed[0].Found || s.Followed[0].Kind != "section" || !slices.Equal(s.Followed[0].Kept, []string{"E2"}) {
		t.Errorf("followed %+v", s.Followed)
	}
	want := []research.OpenRef{
		{From: "E1", Kind: "section", Text: "form 9", Reason: research.ReasonMissing},
		{From: "E1", Kind: "section", Text: "the act of 1950", Reason: research.ReasonOldVersion},
		{From: "E1", Kind: "document", Text: "the Fire Code", Reason: research.ReasonMissing},
		{From: "E1", Kind: "section", Text: "the Beacon Act", Reason: research.ReasonNotChosen},
		{From: "E1", Kind: "external", Text: "lamps.example/x", Reason: research.ReasonWeb},
	}
	if !reflect.DeepEqual(s.Open, want) {
		t.Errorf("open references %+v, want %+v", s.Open, want)
	}
	if got := d.final().Open; len(got) != 5 || got[0].From != "a.pdf" || got[0].Page != 1 || got[0].Count != 1 {
		t.Errorf("the report names %+v", got)
	}
}

// What the budget left unread and another search found later was read: the report does not say that it was not.
func TestFollow_WhatIsReadLaterIsNotOpen(t *testing.T) {
	b := newBooks(t, star(3))
	b.found = func(q string) []string {
		if q == "harbour office" {
			return []string{"star.pdf/2"}
		}
		return []string{"star.pdf/0"}
	}
	d := newDesk(t, b, &thinker{on: map[string]func(asked) any{"sift": sifts(func(a asked, out *prompts.SiftOut) {
		if a.n == 0 {
			out.Tasks[0].Answered, out.Queries = "partly", []prompts.SiftQuery{{Task: "T1", Query: "harbour office"}}
		}
	})}})
	s := d.finish(research.Settings{FollowPerTask: 1})
	var open []string
	for _, o := range d.final().Open {
		open = append(open, o.Text)
	}
	if len(s.Open) < 2 || !slices.Equal(open, []string{"section 3"}) {
		t.Errorf("the report says that %q were not followed; recorded are %+v, read %q", open, s.Open, s.Read)
	}
}

// A whole document that is in the library and referred to is a reference like others: it is counted, not passed over in silence.
func TestFollow_AReferenceToAWholeDocument(t *testing.T) {
	b := newBooks(t, "= a.pdf\n1: Lanterns are explained in {the Guide|g.pdf/} at length.\n= g.pdf\n1: Lantern glass is clear.\n")
	b.found = only("a.pdf/1")
	s := newDesk(t, b, &thinker{}).finish(research.Settings{MaxIterations: 1})
	if len(s.Followed)+len(s.Open) == 0 {
		t.Error("the reference to a document of the library is neither followed nor recorded")
	}
}

func TestFollow_OnlyFromWhatIsQuotedOrStandsBesideIt(t *testing.T) {
	b := newBooks(t, "= a.pdf\n1: Lanterns are bright on every boat at night. They are lit by hand. Candles follow {section 2|a.pdf/2} on every cake.\n2: Candles are small.\n")
	b.found = only("a.pdf/1")
	m := &thinker{on: map[string]func(asked) any{"sift": func(a asked) any {
		return prompts.JudgeOut{Passages: []prompts.JudgeVerdict{{Ref: "P1", Relevance: 0.9, Spans: []string{"P1.1"}, Why: "Yes."}}}
	}}}
	s := newDesk(t, b, m).finish(research.Settings{MaxIterations: 1})
	if len(s.Followed) != 0 || len(s.Read) != 1 {
		t.Errorf("followed %+v, read %q", s.Followed, s.Read)
	}
}

func TestFollow_WhatIsFoundTwiceIsLinkedNotReadAgain(t *testing.T) {
	b := newBooks(t, "= a.pdf\n1: Lantern rule, see {section 3|a.pdf/3}.\n2: Lantern limit, see {section 3|a.pdf/3}.\n3: Lantern glass is clear.\n")
	b.found = func(string) []string { return []string{"a.pdf/1", "a.pdf/2"} }
	s := newDesk(t, b, &thinker{}).finish(research.Settings{})
	if len(s.Evidence) != 3 || len(s.Read) != 3 || len(s.Followed) != 2 {
		t.Fatalf("kept %q, read %q, followed %+v", ids(s.Evidence), s.Read, s.Followed)
	}
}

func TestFollow_IrrelevantTargetsAreNotKept(t *testing.T) {
	b := newBooks(t, "= a.pdf\n1: Lantern rule, see {section 2|a.pdf/2}.\n2: Cakes are baked on Sundays, see {section 3|a.pdf/3}.\n3: Lantern glass.\n")
	b.found = only("a.pdf/1")
	m := &thinker{keeps: func(text string) float64 {
		if strings.Contains(text, "Lantern") {
			return 0.9
		}
		return 0.1
	}}
	d := newDesk(t, b, m)
	s := d.finish(research.Settings{FollowDepth: 5})
	if !slices.Equal(ids(s.Evidence), []string{"a.pdf/1"}) || len(s.Followed) != 1 || len(s.Followed[0].Kept) != 0 {
		t.Errorf("kept %q, followed %+v", ids(s.Evidence), s.Followed)
	}
	var told research.Followed
	if all := d.events(research.EventFollowed); len(all) != 1 || json.Unmarshal(all[0], &told) != nil || !told.Found {
		t.Errorf("events %s", all)
	}
}

// One item with 4 queries x 5 passages and 10 followed references that is never answered.
func TestCost_AnItemTakesAtMostSixCalls(t *testing.T) {
	for _, numCtx := range []int{4096, 8192, 16384, 32768} {
		var lines strings.Builder
		lines.WriteString("= big.pdf\n")
		long := strings.Repeat("It lies on the quay where boats come and go all day long and the lamps are lit. ", 9)
		for i := 1; i <= 20; i++ {
			ref := ""
			if i%2 == 0 {
				ref = fmt.Sprintf(" It is completed by {section %d|big.pdf/%d}.", 100+i, 100+i)
			}
			fmt.Fprintf(&lines, "%d: Lantern rule %d holds.%s %s\n", i, i, ref, long)
		}
		for i := 2; i <= 20; i += 2 {
			fmt.Fprintf(&lines, "%d: Lantern detail %d holds. %s\n", 100+i, i, long)
		}
		b := newBooks(t, lines.String())
		n := 0
		b.found = func(string) []string {
			var out []string
			for i := range 5 {
				out = append(out, fmt.Sprintf("big.pdf/%d", n*5+i+1))
			}
			n = min(n+1, 3)
			return out
		}
		m := &thinker{numCtx: numCtx, queries: func(string) []string { return []string{"first", "second", "third", "fourth"} }}
		m.on = map[string]func(asked) any{"sift": sifts(func(a asked, out *prompts.SiftOut) {
			neverEnough(a, out)
			for i, v := range out.Passages {
				out.Passages[i].Spans = []string{v.Ref + ".1", v.Ref + ".2"}
			}
		})}
		d := newDesk(t, b, m)
		b.onSearch = func(q extract.Query) {
			if q.Limit == 30 { // a look for titles, before the item
				n = 0
			}
		}
		d.begin(question, research.Settings{MaxIterations: 1, FollowDepth: 3})
		s := d.end(func(q graph.Question) any {
			if q.Kind == research.QuestionPlan {
				n = 0
				return research.PlanAnswer{Items: []research.PlanEntry{{ID: 1, Task: "Find the limit"}}}
			}
			return research.ClarifyAnswer{}
		})
		// With the smallest context code judges what two calls cannot hold.
		if numCtx > 4096 && (len(s.Queries) != 4 || len(s.Read) != 30 || len(s.Followed) != 10 || len(s.Evidence) != 30) {
			t.Fatalf("%d queries, %d read, %d followed, %d kept: not the case to be measured", len(s.Queries), len(s.Read), len(s.Followed), len(s.Evidence))
		}
		most := 6
		if numCtx == 4096 {
			most = 8 // two for each of four levels
		}
		if calls := m.calls["queries"] + m.calls["sift"]; calls > most {
			t.Errorf("context %d: %d calls for one item: %v", numCtx, calls, m.calls)
		}
		if s.Spend.Fallbacks > 0 {
			t.Errorf("context %d: %d fallbacks", numCtx, s.Spend.Fallbacks)
		}
	}
}

// A reference to what is evidence already is followed like any other, and told.
func TestFollow_WhatIsKeptAlreadyIsTold(t *testing.T) {
	for name, m := range map[string]reason.Model{"a model": &thinker{}, "no model": nil} {
		b := newBooks(t, lanterns)
		b.found = func(string) []string { return []string{"law.pdf/2", "law.pdf/4", "guide.pdf/8"} } // 2 points to 4, 4 to 8
		d := newDesk(t, b, m)
		if s := d.finish(research.Settings{MaxIterations: 1}); len(s.Followed) == 0 || len(d.events(research.EventFollowed)) != len(s.Followed) {
			t.Errorf("%s: %d references are followed, %d are told", name, len(s.Followed), len(d.events(research.EventFollowed)))
		}
	}
}

// A sentence next to a quote may limit it by a reference: that is followed behind those in quotes, two at a level.
func TestFollow_WhatStandsBesideAQuote(t *testing.T) {
	b := newBooks(t, `
= a.pdf
1: Lanterns may be lit, see {section 2|b.pdf/2}. The hours of {section 3|c.pdf/3} hold. Cakes follow {section 6|f.pdf/6}.
= b.pdf
2: Lantern rules are strict. {Section 4|d.pdf/4} and {section 5|e.pdf/5} hold too.
= c.pdf
3: Lanterns burn in daylight hours only.
= d.pdf
4: Lantern oil is fresh.
= e.pdf
5: Lantern wicks are new.
= f.pdf
6: Candles are small.
`)
	b.found = only("a.pdf/1")
	m := &thinker{on: map[string]func(asked) any{"sift": sifts(neverEnough)}}
	for left, want := range map[int][]string{1: {"a.pdf/1", "b.pdf/2"}, 10: {"a.pdf/1", "b.pdf/2", "c.pdf/3", "d.pdf/4", "e.pdf/5"}} {
		s := newDesk(t, b, m).finish(research.Settings{MaxIterations: 1, FollowPerTask: left})
		if got := ids(s.Evidence); !slices.Equal(got, want) {
			t.Errorf("with %d references: kept %q, want %q; followed %+v", left, got, want, s.Followed)
		}
	}
}

// "Cited, but not followed" begins with what the cited sentences point to, names no reference that was read or that no claim has to do with, and says
// of a range what is left of it.
func TestFollow_WhatTheReportNamesAsNotFollowed(t *testing.T) {
	b := newBooks(t, `
= a.pdf
1: Lantern oil follows {form 9|open}. Lanterns on boats burn oil as {sections 3 to 6|a.pdf/3,4,5,6} and {section 7|a.pdf/7} say. {Section 8|a.pdf/8} and {form 5|open} hold too.
2: Lanterns on land burn wax, see {form 1|open}.
3: Lantern glass is clear.
4: Candles are small.
5: Cakes are sweet.
6: Boats are blue.
7: Lantern wicks are new.
8: Barges are free.
`)
	b.found = func(string) []string { return []string{"a.pdf/1", "a.pdf/2", "a.pdf/4", "a.pdf/7"} }
	m := &thinker{on: written("On boats lanterns burn oil [E1.2].")}
	m.on["sift"] = quoting
	m.on["check"] = func(a asked) any {
		out := opinions(a, "supported")
		for i := range out.Claims {
			out.Claims[i].Spans = []string{"E1.2"}
		}
		return out
	}
	d := newDesk(t, b, m)
	d.finish(research.Settings{FollowPerTask: -1, MaxRewrites: -1})
	var open []string
	for _, o := range d.final().Open {
		open = append(open, o.Text+" ("+o.Reason+")")
	}
	want := []string{"sections 3 to 6: Section 3, Section 5, Section 6 (budget)", "form 9 (not in the library)"}
	if !slices.Equal(open, want) {
		t.Errorf("named are %q, want %q", open, want)
	}
}
