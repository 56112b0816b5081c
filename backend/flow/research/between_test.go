package research_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/flow/research"
	"rabbithole/prompts"
)

// section is a document of one section with a passage for each letter.
func section(t *testing.T, letters string) *books {
	b := newBooks(t, "= boats.pdf\n")
	for _, r := range letters {
		b.section(t, string(r), "Lantern rule "+string(r)+" holds on every boat.")
		b.passages[len(b.passages)-1].Section = "4"
	}
	return b
}

func TestBetween_AModelReadsWhatStandsBetweenKeptPassages(t *testing.T) {
	for _, c := range []struct {
		name, letters string
		found         []string
		want          []string
	}{
		{"a hole of two", "abcde", []string{"boats.pdf/a", "boats.pdf/d"}, []string{"boats.pdf/a", "boats.pdf/d", "boats.pdf/b", "boats.pdf/c"}},
		{"the beginning of the section", "abcde", []string{"boats.pdf/b"}, []string{"boats.pdf/b", "boats.pdf/a"}},
		{"a longer way", "abcde", []string{"boats.pdf/a", "boats.pdf/e"}, []string{"boats.pdf/a", "boats.pdf/e"}},
	} {
		b := section(t, c.letters)
		b.found = func(string) []string { return c.found }
		s := newDesk(t, b, &thinker{}).finish(research.Settings{MaxIterations: 1})
		if got := ids(s.Evidence); !slices.Equal(got, c.want) {
			t.Errorf("%s: kept %q, want %q", c.name, got, c.want)
		}
	}
}

// With one further reading, that takes what stands beside the first finds; a last one takes what stands beside those it kept, where there are three such passages.
func TestBetween_WhatWasKeptLastHasNeighboursToo(t *testing.T) {
	for _, c := range []struct {
		letters string
		found   []string
		want    string
	}{
		{"abcdefghijklmnopq", []string{"boats.pdf/e", "boats.pdf/m"}, "e m d f l n c g k o"},
		{"abcdefgh", []string{"boats.pdf/e"}, "e d f"}, // c and g alone are no call
	} {
		b := section(t, c.letters)
		b.found = func(string) []string { return c.found }
		m := &thinker{on: map[string]func(asked) any{"sift": sifts(neverEnough)}}
		s := newDesk(t, b, m).finish(research.Settings{MaxIterations: 1, FollowDepth: 1})
		if got := strings.ReplaceAll(strings.Join(ids(s.Evidence), " "), "boats.pdf/", ""); got != c.want {
			t.Errorf("of %s kept %q, want %q", c.letters, got, c.want)
		}
	}
}

// Where each paragraph has a heading of its own, what goes on stands in the next section: it is read while the item is not answered, and else not.
func TestBetween_WhatGoesOnInTheNextSection(t *testing.T) {
	for whole, want := range map[bool]string{false: "d e c", true: "d"} {
		b := newBooks(t, "= boats.pdf\n")
		for _, r := range "abcdefg" {
			b.section(t, string(r), "Lantern rule "+string(r)+" holds on every boat.")
		}
		b.found = only("boats.pdf/d")
		m := &thinker{on: map[string]func(asked) any{"sift": sifts(func(a asked, out *prompts.SiftOut) {
			neverEnough(a, out)
			for i := range out.Tasks {
				if whole {
					out.Tasks[i].Answered, out.Tasks[i].Missing = "yes", ""
				}
			}
		})}}
		s := newDesk(t, b, m).finish(research.Settings{MaxIterations: 1, FollowDepth: 1})
		if got := strings.ReplaceAll(strings.Join(ids(s.Evidence), " "), "boats.pdf/", ""); got != want {
			t.Errorf("answered %v: kept %q, want %q", whole, got, want)
		}
	}
}

func TestBetween_WhatWasReadIsNotReadAgain(t *testing.T) {
	b := section(t, "abc")
	b.found = func(string) []string { return []string{"boats.pdf/a", "boats.pdf/b", "boats.pdf/c"} }
	m := &thinker{keeps: func(text string) float64 {
		if text == "Lantern rule b holds on every boat." {
			return 0.1
		}
		return 0.9
	}}
	s := newDesk(t, b, m).finish(research.Settings{MaxIterations: 1})
	if got := ids(s.Evidence); !slices.Equal(got, []string{"boats.pdf/a", "boats.pdf/c"}) || len(s.Read) != 3 {
		t.Errorf("kept %q of %q", got, s.Read)
	}
}

// A list that a kept passage begins goes on in the next ones: the writer sees its entries as spans that can be cited, where the last entry of the passage was kept.
func TestDraft_AListThatGoesOnIsShownToItsEnd(t *testing.T) {
	for last, want := range map[bool]string{true: "[5] (d) a green shade,\n\n[6] (e) a hook.", false: "[3] (b) oil,"} {
		b := newBooks(t, "= boats.pdf\n1: A lantern needs:⏎(a) glass,⏎(b) oil,\n2: (c) a wick,⏎(d) a green shade,\n3: (e) a hook.⏎Oars are made of wood.")
		for i := range b.passages {
			b.passages[i].Section = "4"
		}
		b.found = func(string) []string { return []string{"boats.pdf/1"} }
		m := &thinker{on: map[string]func(asked) any{"sift": sifts(func(a asked, out *prompts.SiftOut) {
			for i, p := range out.Passages {
				out.Passages[i].Spans = []string{p.Ref + ".2"}
				if last {
					out.Passages[i].Spans = []string{p.Ref + ".3"}
				}
			}
		}), "draft": written("A lantern needs a green shade and a hook [E1.5, E1.6].")["draft"]}}
		d := newDesk(t, b, m)
		d.finish(research.Settings{MaxIterations: 1})
		shown := ""
		for _, call := range m.heard {
			if call.Step == "draft" {
				shown = call.User
			}
		}
		if !strings.Contains(shown, want) || strings.Contains(shown, "hook") != last || strings.Contains(shown, "Oars") {
			t.Errorf("kept the last entry %v: the writer is shown %s", last, shown)
		}
		r := d.final()
		cited := func(x cite.Citation) bool { return x.Page == 2 && x.Quote == "(d) a green shade," }
		if last && (len(r.Claims) != 1 || !slices.ContainsFunc(r.Claims[0].Citations, cited)) {
			t.Errorf("%+v", r.Claims)
		}
	}
}

// A search finds what mentions a paragraph before the paragraph itself.
func TestSearch_WhatAQueryNamesComesFirst(t *testing.T) {
	b := newBooks(t, "= boats.pdf\n1: Section 3 of the lantern act counts.\n2: Lantern act, again.\n3: It burns for a year.")
	b.named = map[string]string{"section 3 of the act": "boats.pdf/3"}
	b.found = func(string) []string { return []string{"boats.pdf/1", "boats.pdf/2", "boats.pdf/3"} }
	m := &thinker{queries: func(string) []string { return []string{"what section 3 of the act says"} }}
	s := newDesk(t, b, m).finish(research.Settings{MaxIterations: 1})
	for _, q := range s.Queries {
		if q.Query == "what section 3 of the act says" && (len(q.Hits) != 3 || q.Hits[0] != "boats.pdf/3") {
			t.Errorf("%q finds %q", q.Query, q.Hits)
		}
	}
	if !slices.ContainsFunc(s.Queries, func(q research.Searched) bool { return q.Query == "what section 3 of the act says" }) {
		t.Errorf("searched %+v", s.Queries)
	}
}

// What the first queries left over is not read before the second hits of all: each query may have found what the others have not.
func TestSift_WhatWasLeftIsReadByRank(t *testing.T) {
	b := newBooks(t, "= boats.pdf\n")
	for i := range 60 {
		b.section(t, fmt.Sprint(i), fmt.Sprintf("Lantern fact number %d.", i))
	}
	tasks := []string{"Find the limit", "Find the exceptions", "Find the fines"}
	b.found = func(q string) (out []string) { // ten of its own for each query
		at := 5
		for i, t := range tasks {
			if strings.HasSuffix(q, t) {
				at = i
				if strings.HasPrefix(q, "lantern") {
					at += 3
				}
			}
		}
		for i := range 10 {
			out = append(out, fmt.Sprintf("boats.pdf/%d", at*10+i))
		}
		return out
	}
	m := &thinker{on: map[string]func(asked) any{"sift": sifts(neverEnough)}}
	s := newDesk(t, b, m).finish(research.Settings{FollowDepth: 1, MaxIterations: 3})
	for _, q := range s.Queries {
		read := slices.DeleteFunc(slices.Clone(q.Hits), func(id string) bool { return !slices.Contains(s.Read, id) })
		if len(read) < 3 {
			t.Errorf("of %q only %q were read", q.Query, read)
		}
	}
}

// A precise query has its answer in the fifth place, or in the seventh: both are read as long as its item is open, before what new queries find.
func TestSift_AnOpenItemIsReadDownItsQueries(t *testing.T) {
	b := newBooks(t, "= boats.pdf\n")
	for i := range 120 {
		b.section(t, fmt.Sprint(i), fmt.Sprintf("Lantern fact number %d.", i))
	}
	at := map[string]int{}
	b.found = func(q string) (out []string) { // twelve of its own for each query
		if _, ok := at[q]; !ok {
			at[q] = len(at)
		}
		for i := range 12 {
			out = append(out, fmt.Sprintf("boats.pdf/%d", at[q]%10*12+i))
		}
		return out
	}
	for _, c := range []struct{ rounds, further, least int }{{1, 4, 5}, {2, 0, 7}} {
		m := &thinker{on: map[string]func(asked) any{"sift": sifts(func(a asked, out *prompts.SiftOut) {
			neverEnough(a, out)
			for i := range c.further {
				out.Queries = append(out.Queries, prompts.SiftQuery{Task: "T1", Query: fmt.Sprintf("lantern rule %d of %d", i, len(at))})
			}
		})}}
		s := newDesk(t, b, m).finish(research.Settings{FollowDepth: c.rounds, MaxIterations: 1, QueriesPerTask: 2})
		first := s.Queries[0]
		for i, id := range slices.Concat(first.Hits, first.Later)[:c.least] {
			if !slices.Contains(s.Read, id) {
				t.Errorf("hit %d of %q is not read after %d rounds", i+1, first.Query, c.rounds)
			}
		}
		if last := s.Queries[len(s.Queries)-1]; c.further > 0 && slices.Index(s.Read, first.Hits[4]) > slices.Index(s.Read, last.Hits[0]) {
			t.Errorf("what %q finds is read before what %q left", last.Query, first.Query)
		}
	}
}
