package desk_test

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/event"
	"rabbithole/backend/extract"
	"rabbithole/backend/flow"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
	"rabbithole/prompts"
)

// BenchmarkDesk_Tree asks of a tree of 500 questions what the screen asks most: each has 8 pieces of evidence, 20 items of context and four revisions of
// its row, and ui_debug put its slice into an event.
func BenchmarkDesk_Tree(b *testing.B) {
	home := b.TempDir()
	plantTree(b, home, 500)
	d, closing := desk.New(core.Config{Home: home, Env: noEnv}, &screen{news: make(chan struct{}, 1)})
	defer closing()
	b.Run("Explored", func(b *testing.B) {
		for b.Loop() {
			e, err := d.Explored("tree")
			if err != nil || len(e.Tree) != 500 || e.Tree[499].Question == "" || e.Tree[499].Items != 20 || len(e.Thoughts) != 500 {
				b.Fatal(len(e.Tree), len(e.Thoughts), err)
			}
		}
	})
	b.Run("ExploredNodeDetail", func(b *testing.B) {
		for b.Loop() {
			if x, err := d.ExploredNodeDetail("tree", "1.12.3"); err != nil || len(x.Evidence) != 8 || len(x.Slice.SelectedItems) != 20 {
				b.Fatal(x, err)
			}
		}
	})
}

// planted are the questions of a tree: the root, children of it, and ten under each of those.
func planted(n int) []explore.Node {
	out := []explore.Node{{ID: "1", Status: explore.NodeDecomposed}}
	for i := 1; len(out) < n; i++ {
		out = append(out, explore.Node{ID: fmt.Sprint("1.", i), Status: explore.NodeDecomposed})
		for k := 1; k <= 10 && len(out) < n; k++ {
			out = append(out, explore.Node{ID: fmt.Sprintf("1.%d.%d", i, k), Status: explore.NodeSufficient})
		}
	}
	for i := range out {
		out[i].Key, out[i].Rev, out[i].Kept = fmt.Sprint(i), 3, 8
	}
	return out
}

func plantTree(b *testing.B, home string, n int) {
	b.Helper()
	ctx := context.Background()
	db, err := store.Open(ctx, filepath.Join(home, "library.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	tree := planted(n)
	r, err := graph.NewRunner(explore.New(explore.Tools{}), db, graph.Options{})
	if err == nil {
		_, err = r.Create(ctx, graph.Begin{ID: "tree", Title: "Why?"}, explore.State{Question: "Why?", Language: "en", Runs: []string{"tree"}, Tree: tree})
	}
	if err != nil {
		b.Fatal(err)
	}
	var events []event.Event
	for i, x := range tree {
		row := explore.Record{Question: fmt.Sprintf("What follows from rule %d where a rule before it says otherwise?", i), Reason: "a gap", Queries: make([]string, 4), Read: make([]string, 24),
			Judgement: &extract.Sufficiency{Reasoning: strings.Repeat("It says so. ", 10)}, Slice: &explore.NodeContextSlice{NodeID: x.ID, Mode: explore.ModeSplit}}
		for k := range 8 {
			row.Evidence = append(row.Evidence, flow.Kept{ID: fmt.Sprint("E", k), Passage: fmt.Sprintf("%032x", k), Why: "It says so.", Quotes: [][]source.Span{{{Page: 1, Start: 10, End: 90}}}})
		}
		for k := range 20 {
			row.Slice.SelectedItems = append(row.Slice.SelectedItems, extract.ContextItem{ContextItem: prompts.ContextItem{Kind: "fact", Text: strings.Repeat("A fact of the file. ", 8), Sources: []string{"file::S1"}},
				Quotes: []extract.ContextQuote{{Passage: fmt.Sprintf("%032x", k), Text: strings.Repeat("A fact of the file. ", 8)}}})
		}
		raw, err := json.Marshal(row)
		for rev := 0; rev <= x.Rev && err == nil; rev++ {
			err = db.PutRow(ctx, "tree", fmt.Sprintf("node/%s/0/%d", x.ID, rev), raw)
		}
		if err != nil {
			b.Fatal(err)
		}
		for k := range 3 {
			events = append(events, event.Event{Run: "tree", Kind: explore.EventJudged, At: time.Now(), Data: []byte(fmt.Sprintf(`{"node_id": %q, "text": "Question %s is answered, %d."}`, x.ID, x.ID, k))})
		}
		ready := event.New(explore.EventContextReady, explore.ContextData{NodeID: x.ID, Slice: row.Slice, Text: "Prepared."})
		ready.Run, ready.At = "tree", time.Now()
		events = append(events, ready)
	}
	if _, err := db.AppendEvents(ctx, events); err != nil {
		b.Fatal(err)
	}
}
