package answer_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/refs"
	"rabbithole/prompts"
)

func TestEvidence_OnePageIsOneSource(t *testing.T) {
	w := newWorld(t, harbour+`
@ https://mirror.example/copy | A mirror | 2026-02-01
The harbour office says that the brightness of a lantern on a boat must not exceed 40 lumens.
`)
	w.sites = append(w.sites, site{url: "https://harbour.gov/moved", title: "Moved", text: w.sites[0].text, canonical: "https://harbour.gov/lanterns/"})
	w.offers = func(string) []string {
		return []string{"https://www.harbour.gov/lanterns?utm_source=x", "http://harbour.gov/lanterns/?fbclid=1#top", "https://harbour.gov/moved", "https://mirror.example/copy", "ftp://harbour.gov/x", "javascript:alert(1)"}
	}
	d := newDesk(t, w, insatiable(), false)
	s, r := d.ask(question, func(s *answer.State) { s.Profile = answer.Deep })
	var keys []string
	for _, x := range s.Sources {
		if x.URL != "" {
			keys = append(keys, x.Key)
		}
	}
	if want := []string{"https://harbour.gov/lanterns", "https://harbour.gov/moved", "https://mirror.example/copy"}; !slices.Equal(keys, want) {
		t.Errorf("sources %v", keys)
	}
	for _, x := range s.Sources {
		if x.Key == "https://harbour.gov/moved" && (x.Status != "failed" || x.Reason == "" || x.Kept > 0) {
			t.Errorf("the page under its other address is %+v", x)
		}
	}
	// The mirror says the same in the same words: it is no second source, and is not shown twice.
	for _, k := range s.Evidence {
		if strings.Contains(k.Source, "mirror") && slices.Contains(s.Ranked, k.ID) {
			t.Errorf("a copy is ranked beside its original: %+v", k)
		}
	}
	seen := map[string]bool{}
	for _, x := range r.Sources {
		if seen[x.Document] {
			t.Errorf("source %+v is listed twice", x)
		}
		seen[x.Document] = true
	}
}

func TestEvidence_IsRankedByItsQualityAndSaysWhy(t *testing.T) {
	d := newDesk(t, newWorld(t, `
@ https://forum.example/a | Talk | 2026-02-01
Today the brightness of a lantern on a boat may have 35 lumens, I guess.
@ https://www.harbour.gov/b | Rules | 2026-02-01
The brightness of a lantern on a boat today may be 40 lumens in the harbour.
@ https://old.example/c | Old | 2009-02-01
A lantern on a boat today has a brightness of 40 lumens.
`), nil, false)
	s, r := d.ask("What brightness may a lantern on a boat have today?", func(s *answer.State) { s.Profile = answer.Deep })
	if !s.Timely {
		t.Error("today is timely")
	}
	byHost := map[string]answer.Quality{}
	for _, k := range s.Evidence {
		byHost[k.Source] = k.Quality
	}
	official, forum, old := byHost["https://harbour.gov/b"], byHost["https://forum.example/a"], byHost["https://old.example/c"]
	if official.Total <= forum.Total || official.Total <= old.Total || official.Source <= forum.Source || official.Recency <= old.Recency {
		t.Errorf("official %+v\nforum %+v\nold %+v", official, forum, old)
	}
	if !strings.Contains(official.Reason, "official site") || !strings.Contains(official.Reason, "of 1 February 2026") || !strings.Contains(official.Reason, "independent source confirms") || official.Corroboration <= forum.Corroboration {
		t.Errorf("reason %q, forum %q", official.Reason, forum.Reason)
	}
	if k := s.Ranked[0]; s.Evidence[slices.IndexFunc(s.Evidence, func(e answer.Kept) bool { return e.ID == k })].Source != "https://harbour.gov/b" {
		t.Errorf("ranked %v", s.Ranked)
	}
	// The answer says of when it is.
	if text := answer.Text(r); !strings.Contains(text, "as of 2026-03-01; the youngest source cited is of 2026-02-01") {
		t.Errorf("answer %q", text)
	}
}

const dispute = `
= law.pdf 2020-01-01
The brightness of a lantern on a boat must not exceed 40 lumens.
@ https://www.harbour.gov/rules | Rules | 2026-02-01
The brightness of a lantern on a boat must not exceed 60 lumens.
`

func TestEvidence_AContradictionIsSaidWithBothSidesAndTheirDates(t *testing.T) {
	for _, c := range []struct{ question, said string }{
		{question, "The sources contradict each other: "},
		{"Wie viel brightness darf eine lantern auf einem boat haben?", "Die Quellen widersprechen einander: "},
	} {
		for _, model := range []*thinker{nil, {on: map[string]func(asked) any{"respond": func(a asked) any {
			out := responded(asked{}) // the model keeps silent about one side
			for _, id := range a.ids {
				if strings.Contains(a.evidence[id], "40 lumens") {
					out.Answer = "The brightness of a lantern on a boat must not exceed 40 lumens [" + id + "]."
				}
			}
			return out
		}}}} {
			d := newDesk(t, newWorld(t, dispute), nil, false)
			if model != nil {
				d.tools.Kit.Model = model
				d.seat()
			}
			s, r := d.ask(c.question, nil)
			text := answer.Text(r)
			for _, want := range []string{c.said, "law.pdf (2020-01-01)", "harbour.gov (2026-02-01)", "40 lumens", "60 lumens", "[1]", "[2]"} {
				if !strings.Contains(text, want) {
					t.Errorf("model %v: no %q in %q", model != nil, want, text)
				}
			}
			if r.Proof.Supported != 2 || r.Proof.Contradicted != 0 || len(s.Evidence[0].Quality.Contradicts) != 1 || len(s.Evidence[1].Quality.Contradicts) != 1 {
				t.Errorf("proof %+v, evidence %+v", r.Proof, s.Evidence)
			}
			for _, claim := range r.Claims {
				if claim.Verdict != cite.Supported || len(claim.Against) != 1 {
					t.Errorf("claim %+v", claim)
				}
			}
		}
	}
}

func TestAnswer_FabricatedCitationsAndClaimsDoNotPass(t *testing.T) {
	m := &thinker{on: map[string]func(asked) any{"respond": func(a asked) any {
		return prompts.RespondOut{Answer: "The brightness of a lantern on a boat must not exceed 40 lumens [E1]. The limit is 99 lumens [E1]. Everybody knows it [E77]. Nobody cares. [evil](https://evil.example).",
			Findings: []prompts.DraftSection{}, Conflicts: []string{}, Unknown: []string{}}
	}}}
	d := newDesk(t, newWorld(t, harbour), m, true)
	_, r := d.ask(question, nil)
	text := answer.Text(r)
	for _, bad := range []string{"99", "Everybody", "Nobody", "evil"} {
		if strings.Contains(text, bad) {
			t.Errorf("%q passed: %q", bad, text)
		}
	}
	if len(r.Claims) != 1 || len(r.Struck) < 3 || text != "The brightness of a lantern on a boat must not exceed 40 lumens [1]." {
		t.Errorf("answer %q, struck %+v", text, r.Struck)
	}
}

// Numbers follow the claims, not the rank of the evidence.
func TestAnswer_NumbersFollowTheClaims(t *testing.T) {
	m := &thinker{on: map[string]func(asked) any{"respond": func(a asked) any {
		out := responded(asked{})
		for i := len(a.ids) - 1; i >= 0; i-- {
			out.Answer += strings.TrimSuffix(a.evidence[a.ids[i]], ".") + " [" + a.ids[i] + "]. "
		}
		return out
	}}}
	d := newDesk(t, newWorld(t, harbour), m, false)
	s, r := d.ask(question, func(s *answer.State) { s.Profile = answer.Deep })
	last := 0
	for _, block := range r.Answer {
		for _, x := range block.Sentences {
			for _, c := range r.Claims {
				if c.ID != x.Claim {
					continue
				}
				n := r.Sources[slices.IndexFunc(r.Sources, func(o reportSource) bool { return o.Document == c.Citations[0].Document })].Number
				if n > last+1 {
					t.Errorf("claim %s cites [%d] after [%d]", c.ID, n, last)
				}
				last = max(last, n)
			}
		}
	}
	if last < 2 || len(s.Ranked) < 2 {
		t.Fatalf("%d sources are cited", last)
	}
	for i, c := range answer.Citations(r) {
		if c.Number != i+1 || c.Title == "" || c.Quote == "" || c.Page == 0 || c.Reason == "" || c.Quality <= 0 {
			t.Errorf("citation %+v", c)
		}
	}
	told := events[answer.Answer](d, answer.EventAnswer)
	if len(told) != 1 || told[0].Text != answer.Text(r) || len(told[0].Citations) != len(r.Sources) || told[0].StopReason != s.Stop {
		t.Errorf("told %+v", told)
	}
}

// A rule that refers to another of the same document is answered with what stands there.
func TestEvidence_AReferenceIsFollowedOneStep(t *testing.T) {
	w := newWorld(t, `
= law.pdf 2024-01-01
The brightness of a lantern on a boat must not exceed the value of section 2.
The value for the brightness is 55 lumens in still waters.
= other.pdf
Section 2 of nothing: 99 lumens.
`)
	first, at := w.passages[0], strings.Index(w.passages[0].Text, "section 2")
	w.mentions = map[string][]refs.Mention{first.ID: {{Document: first.Document, Page: 1, Start: at, End: at + len("section 2"), Text: "section 2", Status: refs.Found,
		Targets: []refs.Target{{Document: first.Document, Section: "2"}, {Document: "hash-other.pdf", Section: "1"}}}}}
	d := newDesk(t, w, nil, true)
	s, r := d.ask(question, nil)
	if text := answer.Text(r); !strings.Contains(text, "55 lumens") || strings.Contains(text, "99") {
		t.Errorf("answer %q", text)
	}
	if len(s.Links) != 1 || s.Links[0].Text != "section 2" || r.Coverage.Followed != 1 || s.Evidence[1].Via != s.Evidence[0].ID {
		t.Errorf("links %+v, evidence %+v", s.Links, s.Evidence)
	}
	heldTo(t, s)
}
