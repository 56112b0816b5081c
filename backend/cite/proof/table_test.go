package proof

import (
	"strings"
	"testing"

	"rabbithole/backend/cite"
)

// fact is a sentence of an invented document, what says the same in other words, and how each of them is spoilt: by replacing a piece of
// it. The pairs of claim and passage are made from it.
type fact struct {
	before, sentence, after string
	place                   string
	same                    []string // says the same in other words
	spoil                   map[string][][2]string
	other                   []string // about something else, or another case: neither supported nor contradicted
}

// Kinds of pairs. What contradicts must be one of the contrary kinds.
const (
	verbatim = "verbatim"
	same     = "paraphrase"
	number   = "number"
	measures = "unit"
	negated  = "negated"
	renamed  = "name"
	dated    = "date"
	compared = "comparator"
	forced   = "modality"
	foreign  = "unrelated"
)

var contraryKinds = wordSet(number + " " + measures + " " + negated + " " + dated + " " + compared)

// pair is a claim with its source, labelled.
type pair struct {
	kind, claim string
	source      Source
}

func pairsOf(facts []fact) []pair {
	var out []pair
	for i, f := range facts {
		page := strings.TrimSpace(f.before + " " + f.sentence + " " + f.after)
		start := strings.Index(page, f.sentence)
		src := Source{Quote: f.sentence, Page: page, Start: start, End: start + len(f.sentence), Passage: page, Place: f.place}
		add := func(kind, claim string) { out = append(out, pair{kind, claim, src}) }
		add(verbatim, f.sentence)
		for _, claim := range f.same {
			add(same, claim)
		}
		for kind, changes := range f.spoil {
			for _, c := range changes {
				for _, base := range append([]string{f.sentence}, f.same...) {
					if strings.Contains(base, c[0]) {
						add(kind, strings.Replace(base, c[0], c[1], 1))
					}
				}
			}
		}
		for _, claim := range f.other {
			add(foreign, claim)
		}
		add(foreign, facts[(i+3)%len(facts)].sentence)
	}
	return out
}

// TestCheck_LabelledPairs prints what the check makes of every kind of pair (-v) and holds its floors.
func TestCheck_LabelledPairs(t *testing.T) {
	table := pairsOf(append(append([]fact{}, englishFacts...), germanFacts...))
	if len(table) < 120 {
		t.Fatalf("only %d pairs", len(table))
	}
	counts := map[string]map[cite.Verdict]int{}
	called, rightly, spoilt, passed := 0, 0, 0, 0
	for _, p := range table {
		got := Checker{}.Check(p.claim, []Source{p.source})
		if counts[p.kind] == nil {
			counts[p.kind] = map[cite.Verdict]int{}
		}
		counts[p.kind][got.Verdict]++
		if got.Verdict == cite.Contradicted {
			called++
			if contraryKinds[p.kind] {
				rightly++
			} else {
				t.Logf("FALSE ALARM %s: %q against %q: %v", p.kind, p.claim, p.source.Quote, got.Doubts)
			}
		}
		if p.kind != verbatim && p.kind != same {
			spoilt++
			if got.Verdict == cite.Supported {
				passed++
				t.Logf("PASSED %s: %q against %q", p.kind, p.claim, p.source.Quote)
			}
		}
		if p.kind == verbatim && got.Verdict != cite.Supported || p.kind == same && got.Verdict != cite.Supported {
			t.Logf("MISSED %s: %q against %q: %v", p.kind, p.claim, p.source.Quote, got.Doubts)
		}
	}
	t.Logf("%-12s %10s %12s %9s", "", cite.Supported, cite.Contradicted, cite.Unproven)
	for _, kind := range []string{verbatim, same, number, measures, negated, renamed, dated, compared, forced, foreign} {
		c := counts[kind]
		t.Logf("%-12s %10d %12d %9d", kind, c[cite.Supported], c[cite.Contradicted], c[cite.Unproven])
	}
	t.Logf("%d pairs; %d called contradicted, %d rightly; %d of %d spoilt claims passed", len(table), called, rightly, passed, spoilt)
	if n := counts[verbatim][cite.Contradicted] + counts[verbatim][cite.Unproven]; n > 0 {
		t.Errorf("%d verbatim claims are not supported", n)
	}
	if n := counts[same][cite.Supported]; n*10 < 8*(n+counts[same][cite.Unproven]+counts[same][cite.Contradicted]) {
		t.Errorf("only %d paraphrases are supported", n)
	}
	if called < 60 || rightly*100 < 95*called {
		t.Errorf("of %d claims called contradicted, %d are", called, rightly)
	}
	if passed*10 >= spoilt {
		t.Errorf("%d of %d spoilt claims passed", passed, spoilt)
	}
}
