package explore_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/flow/explore"
	"rabbithole/backend/refs"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
)

// crossed is a world in which one text refers to another.
type crossed struct {
	*world
	text, target string // the words of the reference, and the beginning of what it points to
}

func (c crossed) starting(prefix string) (found source.Passage) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range c.passages {
		if strings.HasPrefix(p.Text, prefix) {
			found = p
		}
	}
	return found
}

func (c crossed) Mentions(ctx context.Context, id string) ([]refs.Mention, error) {
	p, err := c.Passage(ctx, id)
	at := strings.Index(p.Text, c.text)
	if err != nil || at < 0 {
		return nil, err
	}
	return []refs.Mention{{Text: c.text, Page: p.Page(), Start: at, End: at + len(c.text), Status: refs.Found, Targets: []refs.Target{{Document: p.Document, Section: "2"}}}}, nil
}

func (c crossed) SectionPassages(context.Context, string, string) ([]source.Passage, error) {
	return []source.Passage{c.starting(c.target)}, nil
}

// A finding that refers to a section opens it: what stands there is a finding under it, read once, and the report counts the reference.
func TestExplore_FollowsTheReferencesOfFindings(t *testing.T) {
	w := newWorld([2]string{"handbook.md", strings.Join([]string{
		"The harbour lantern is trimmed as often as the calendar of Section 2 demands.",
		"The calendar demands every 6 hours, at low water every 3.",
		"The keeper of the pier repairs the harbour gate after each storm.",
	}, "\n")})
	c := crossed{w, "Section 2", "The calendar"}
	d := newDesk(t, w, func(x *explore.Tools) { x.Kit.Library = c })
	s, run := d.run(explore.State{Question: "How often is the harbour lantern trimmed?", Language: "en"})
	r := d.record(s, "1")
	there := c.starting(c.target).ID
	if len(r.Followed) != 1 || r.Followed[0].Text != "Section 2" || len(r.Followed[0].Kept) != 1 {
		t.Fatalf("followed %+v, kept %+v", r.Followed, r.Evidence)
	}
	last := r.Evidence[len(r.Evidence)-1]
	if last.Passage != there || last.Via != r.Followed[0].From || last.ID != r.Followed[0].Kept[0] || !slices.Contains(r.Read, there) {
		t.Errorf("%+v, read %v, want %s under its finding", last, r.Read, there)
	}
	all := map[string]int{}
	for _, n := range s.Tree {
		for _, id := range d.record(s, n.ID).Read {
			if all[id]++; all[id] > 1 {
				t.Errorf("passage %s was read twice", id)
			}
		}
	}
	if got := w.reports[run+"/0"]; got.Coverage.Followed != 1 || !strings.Contains(text(got), "every 6 hours") {
		t.Errorf("the report: %+v\n%s", got.Coverage, text(got))
	}
}

// Before a report says that the documents do not say, the whole scope was looked through; what a file of the person says is not silent.
func TestExplore_SilenceRestsOnSweeps(t *testing.T) {
	const question = "Which dividend did Zenobia Lindqvist pay?"
	w := lanterns()
	_, run := newDesk(t, w).run(explore.State{Question: question, Language: "en"})
	r := w.reports[run+"/0"]
	var kinds []string
	for _, sweep := range r.Coverage.Sweeps {
		kinds = append(kinds, sweep.Kind)
	}
	if len(r.Answer) != 0 || len(r.Silent) == 0 || !slices.Contains(kinds, "lexical") || !slices.Contains(kinds, "semantic") || !slices.Contains(kinds, "entity") {
		t.Errorf("silent %q after %q, answer %+v", r.Silent, kinds, r.Answer)
	}
	w = lanterns()
	_, run = newDesk(t, w).run(explore.State{Question: question, Language: "en", Attached: []string{w.attach("letter.md", "Zenobia Lindqvist did pay a dividend of 14 crowns.")}})
	if r = w.reports[run+"/0"]; len(r.Answer) == 0 || !strings.Contains(text(r), "14 crowns") {
		t.Errorf("with the letter: silent %q, answer %+v", r.Silent, r.Answer)
	}
}

// text is what the claims of a report say.
func text(r report.Report) string {
	var out []string
	for _, c := range r.Claims {
		out = append(out, c.Text)
	}
	return strings.Join(out, "\n")
}
