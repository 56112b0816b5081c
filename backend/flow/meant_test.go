package flow_test

import (
	"strings"
	"testing"

	"rabbithole/backend/ask"
	"rabbithole/backend/extract"
	"rabbithole/backend/fake/shelf"
	"rabbithole/backend/flow"
)

// A reference to a paragraph or a point leads to the passage that holds it, and to no other.
func TestTarget_LeadsToThePointThatIsNamed(t *testing.T) {
	filler := strings.Repeat(" It is kept dry, swept every evening and shown to whoever asks for it in the harbour office.", 6)
	var terms strings.Builder
	for i, term := range []string{"lamp", "wick", "barge", "quay", "pilot"} {
		terms.WriteString(strings.Repeat("\n", 2) + "(" + string(rune('1'+i)) + ") “" + term + "” means a " + term + " of the harbour." + filler)
	}
	act := "# Harbour Act\n\n## Article 1 Duties\n\nThe keeper reports a barge as in Article 4 Nummer 3. The owner pays as in Article 2(2). Who leaves says so as in Article 2(1)(b).\n\n" +
		"## Article 2 Fees\n\n1. The keeper collects:\n\n(a) fees;\n\n(b) fines." + filler + "\n\n2. The owner pays 40 crowns." + filler + "\n\n3. The barge is free." + filler + "\n\n" +
		"## Article 4 Terms\n\nIn this Act:" + terms.String() + "\n"
	_, kit := shelf.New(t, map[string]string{"act.md": act})
	q := ask.Question{Text: "Who keeps the harbour dry in the evening?", Language: "en"}
	hits, err := kit.Search.Search(t.Context(), extract.Query{Text: "keeper reports a barge", Limit: 1})
	if err != nil || len(hits) != 1 {
		t.Fatal(hits, err)
	}
	mentions, err := kit.Library.Mentions(t.Context(), hits[0].Passage.ID)
	if err != nil || len(mentions) != 3 {
		t.Fatalf("%+v, %v", mentions, err)
	}
	for i, want := range []string{"“barge” means", "2. The owner pays 40 crowns.", "(b) fines."} {
		found, err := flow.Target(t.Context(), kit, q, mentions[i], 0)
		if err != nil || len(found) != 1 || !strings.Contains(found[0].Text, want) {
			t.Errorf("%s leads to %+v, %v", mentions[i].Text, found, err)
		}
		held, err := flow.Meant(t.Context(), kit.Library, mentions[i], 0)
		if err != nil || len(held) != 1 || len(held[0].Places) == 0 {
			t.Errorf("%s means %+v, %v", mentions[i].Text, held, err)
			continue
		}
		page, err := kit.Library.PageText(t.Context(), held[0].Document, held[0].Places[0].Page)
		if at := held[0].Places[0]; err != nil || !strings.HasPrefix(page[at.Start:at.End], want[:6]) && !strings.Contains(page[at.Start:at.End], want) {
			t.Errorf("%s means %q, %v", mentions[i].Text, page[at.Start:at.End], err)
		}
	}
}
