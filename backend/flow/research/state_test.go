package research_test

import (
	"fmt"
	"strings"
	"testing"

	"rabbithole/backend/flow/research"
	"rabbithole/prompts"
)

// The state holds IDs and spans: a checkpoint is written after every node, and texts would be copied a hundred times.
func TestState_ManyPiecesOfEvidenceStaySmall(t *testing.T) {
	var lines strings.Builder
	lines.WriteString("= big.pdf\n")
	for i := 1; i <= 60; i++ {
		fmt.Fprintf(&lines, "%d: Lantern rule %d has a wording of its own, which is number %d of many. %s\n", i, i, i,
			strings.Repeat(fmt.Sprintf("Clause %d goes on about ropes and planks. ", i), 20))
	}
	b := newBooks(t, lines.String())
	n := 0
	b.found = func(q string) []string {
		if q == question {
			return nil // the look for titles
		}
		var out []string
		for i := range 5 {
			out = append(out, fmt.Sprintf("big.pdf/%d", (n+i)%60+1))
		}
		n += 5
		return out
	}
	m := &thinker{queries: func(task string) []string { return []string{task, task + " b", task + " c", task + " d"} }}
	m.on = map[string]func(asked) any{
		"plan": func(asked) any { return plan("One", "Two", "Three", "Four", "Five") },
		"draft": func(asked) any {
			return prompts.DraftOut{Answer: "There are many rules [E1, E40].", Sections: []prompts.DraftSection{}, Conflicts: []string{}, Silent: []string{}}
		},
		"sift": sifts(neverEnough),
	}
	d := newDesk(t, b, m)
	s := d.finish(research.Settings{})
	if len(s.Evidence) < 45 {
		t.Fatalf("%d pieces of evidence: not the case to be measured", len(s.Evidence))
	}
	all, err := d.store.Checkpoints(t.Context(), d.id)
	if err != nil {
		t.Fatal(err)
	}
	largest := 0
	for _, c := range all {
		full, err := d.store.Checkpoint(t.Context(), d.id, c.Seq)
		if err != nil {
			t.Fatal(err)
		}
		largest = max(largest, len(full.State), len(full.Tasks))
		for _, p := range b.passages {
			if at := p.Text[:60]; strings.Contains(string(full.State), at) || strings.Contains(string(full.Tasks), at) {
				t.Fatalf("the checkpoint after %s holds the text %q", c.Node, at)
			}
		}
	}
	if largest >= 64<<10 {
		t.Errorf("the largest checkpoint has %d bytes", largest)
	}
	t.Logf("%d checkpoints, the largest of %d bytes", len(all), largest)
}
