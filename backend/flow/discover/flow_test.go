package discover_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/ask"
	"rabbithole/backend/flow"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
)

const harbour = `
= rules.pdf en
# 2.1 Brightness of lanterns
The brightness of a lantern on a boat in the harbour must not exceed 40 lumens.
# 2.2 Colours
A lantern on the port side burns red, and the colours may not be mixed on one boat.
# 2.3 Fines
Whoever sets out a lantern too bright pays a fine of 200 crowns to the harbour office, see Appeals.
~ Contents
Lantern brightness ......... 2 lantern colours ......... 3 lantern fines ......... 4
# Appeals
The office decides within thirty days on what is brought before it in writing.
= guide.pdf en
# Choosing oil
Rape oil keeps a lantern burning for nine hours without any smoke.
# Wind
In strong wind the glass of a lantern has to be closed before it leaves the quay.
# Cleaning
Soot takes half of the light of a lantern away within a week.
# Brightness
The brightness of a lantern on a boat in the harbour must not exceed 60 lumens.
# Storing
A lantern is stored upright in a dry room with its wick drawn out.
= history.pdf en
# The first keepers
The keepers of the harbour lit the first lantern in the spring of 1702.
# The great fog
During the great fog of 1811 every lantern burned for eleven days.
# Market
Bread was sold beside the quay on three mornings of the week.
`

func titles(cards []discover.Card) string {
	var out []string
	for _, c := range cards {
		out = append(out, string(c.Kind)+": "+c.Title)
	}
	return strings.Join(out, " | ")
}

func TestDiscover_WithoutAModelTheCardsAreTheDocumentsWords(t *testing.T) {
	w := newWorld(t, harbour)
	d := newDesk(t, w, nil)
	d.finds = []string{"40 lumens", "60 lumens", "fine of 200"}
	d.tools.Cited = func(_ context.Context, document string) (map[int]int, error) {
		return map[string]map[int]int{"hash-guide.pdf": {1: 2, 2: 1}}[document], nil
	}
	s := d.discover(discover.State{Query: "lantern", Language: "en"})
	if s.Made != flow.ByRule || len(s.Cards) < discover.FewestCards || s.Phase != discover.PhaseDone {
		t.Fatalf("made by %q, phase %s: %s", s.Made, s.Phase, titles(s.Cards))
	}
	kinds := map[discover.Kind]int{}
	for _, c := range s.Cards {
		kinds[c.Kind]++
		text := w.saying(t, strings.Trim(strings.Split(c.Caption, " ↔ ")[0], " …"))
		if text.ID == "" || strings.Contains(c.Caption, "....") || strings.Contains(c.Title+c.Caption, "Bread") {
			t.Errorf("card %+v", c)
		}
	}
	for _, kind := range []discover.Kind{discover.KindTopic, discover.KindReference, discover.KindContradiction, discover.KindUnread} {
		if kinds[kind] == 0 {
			t.Errorf("no card is a %s: %s", kind, titles(s.Cards))
		}
	}
	for i, c := range s.Cards {
		for _, o := range s.Cards[i+1:] {
			if c.Title == o.Title || c.Caption == o.Caption {
				t.Errorf("%+v and %+v", c, o)
			}
		}
	}
	i := slices.IndexFunc(s.Cards, func(c discover.Card) bool { return c.Kind == discover.KindContradiction })
	if c := s.Cards[i]; len(c.Places) != 2 || c.Places[0].Document == c.Places[1].Document || !strings.Contains(c.Caption, "40 lumens") || !strings.Contains(c.Caption, "60 lumens") {
		t.Errorf("a contradiction stands in %+v", c.Places)
	}
	i = slices.IndexFunc(s.Cards, func(c discover.Card) bool { return c.Kind == discover.KindReference })
	if c := s.Cards[i]; c.Title != "Appeals" || len(c.Places) != 2 || !strings.Contains(c.Places[1].Quote, "see Appeals") {
		t.Errorf("a reference is %+v", c)
	}
}

func TestDiscover_GermanDocuments(t *testing.T) {
	w := newWorld(t, `
= regeln.pdf de
# § 2 Helligkeit der Laternen
Eine Laterne auf einem Boot darf im Hafen höchstens 40 Lumen hell sein.
# § 3 Farben
Die Laterne auf der linken Seite leuchtet rot, die auf der rechten Seite grün.
# § 4 Bußgeld
Wer eine Laterne zu hell brennen lässt, zahlt dem Hafenamt ein Bußgeld von 200 Kronen.
# § 5 Einspruch
Gegen das Bußgeld für eine Laterne kann binnen dreißig Tagen Einspruch erhoben werden.
= ratgeber.pdf de
# Öl
Rapsöl lässt eine Laterne neun Stunden lang ohne Rauch brennen.
# Reinigung
Ruß nimmt einer Laterne in einer Woche die Hälfte ihres Lichts.
# Lagerung
Eine Laterne wird stehend in einem trockenen Raum gelagert.
# Wind
Bei starkem Wind wird das Glas der Laterne am Kai geschlossen.
# Kauf
Eine gute Laterne kostet beim Händler am Kai ungefähr dreißig Kronen.`)
	s := newDesk(t, w, nil).discover(discover.State{Query: "Laterne", Language: "de"})
	if len(s.Cards) < discover.FewestCards || !strings.Contains(titles(s.Cards), "Helligkeit der Laternen (§ 2)") || len(s.Warnings) != 1 {
		t.Errorf("%s, warnings %q", titles(s.Cards), s.Warnings)
	}
}

func TestDiscover_ALibraryWithNothingOnItGivesNoCardsAndSaysSo(t *testing.T) {
	d := newDesk(t, newWorld(t, harbour), nil)
	s := d.discover(discover.State{Query: "penguins of Antarctica", Language: "en"})
	if len(s.Cards) != 0 || len(s.Warnings) != 2 || !strings.Contains(s.Warnings[1], "penguins of Antarctica") {
		t.Errorf("%s, warnings %q", titles(s.Cards), s.Warnings)
	}
	if done := events[discover.Done](d, discover.EventDone); len(done) != 1 || done[0] != (discover.Done{Warnings: 2}) {
		t.Errorf("done %+v", done)
	}
	d = newDesk(t, newWorld(t, "= one.pdf en\n# Lanterns\nA lantern burns on every boat of the harbour all night.\n# Bread\nBread is sold on the quay on three mornings."), nil)
	s = d.discover(discover.State{Query: "lantern on a boat", Language: "en"})
	if len(s.Cards) != 1 || len(s.Warnings) != 2 || !strings.Contains(s.Warnings[1], "than usual (1)") {
		t.Errorf("%s, warnings %q", titles(s.Cards), s.Warnings)
	}
}

func TestDiscover_EventsTellItInOrder(t *testing.T) {
	d := newDesk(t, newWorld(t, harbour), nil)
	s := d.discover(discover.State{Query: "lantern", Language: "en", Source: "home"})
	all, err := d.store.Events(t.Context(), runID, 0, 1000)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, e := range all {
		if k, ours := strings.CutPrefix(string(e.Kind), "discover."); ours && (len(kinds) == 0 || kinds[len(kinds)-1] != k) {
			kinds = append(kinds, k)
		}
	}
	if got := strings.Join(kinds, " "); got != "phase summary_chunk warning phase headline phase done" {
		t.Errorf("told: %s", got)
	}
	if cards := events[discover.Card](d, discover.EventHeadline); titles(cards) != titles(s.Cards) {
		t.Errorf("told %s, kept %s", titles(cards), titles(s.Cards))
	}
	text := ""
	for _, c := range events[discover.Chunk](d, discover.EventSummary) {
		text += c.Text
	}
	if r := d.reports[runID+"/0"]; text != summary(r) || text == "" || r.Flow != discover.Name || r.Run != runID {
		t.Errorf("the chunks are %q, the report of %s %s says %q", text, r.Flow, r.Run, summary(r))
	}
	r := s.Result()
	if r.Query != "lantern" || len(r.Headlines) != len(s.Cards) || len(r.Citations) == 0 || r.Headlines[0] != (discover.Headline{Title: s.Cards[0].Title, Caption: s.Cards[0].Caption}) {
		t.Errorf("returned %+v", r)
	}
	if s.Spend.Calls != 3 || s.Inquiry == "" || len(d.asked) != 1 || d.asked[0].Question != "lantern" || d.asked[0].Language != "en" {
		t.Errorf("spent %+v, asked %+v in %s", s.Spend, d.asked, s.Inquiry)
	}
}

func TestDiscover_WaitsAsLongAsItsResearchDoes(t *testing.T) {
	d := newDesk(t, newWorld(t, harbour), nil)
	d.waits = 1
	if _, err := d.runner().Create(t.Context(), graph.Begin{ID: runID, Title: "lantern"}, discover.State{Query: "lantern", Language: "en"}); err != nil {
		t.Fatal(err)
	}
	run, err := d.runner().Resume(t.Context(), runID)
	if err != nil || run.Status != graph.Waiting {
		t.Fatalf("the run is %s: %v", run.Status, err)
	}
	if s := d.finish(); len(s.Cards) < discover.FewestCards || len(d.asked) != 2 {
		t.Errorf("%s after %d inquiries", titles(s.Cards), len(d.asked))
	}
	d = newDesk(t, newWorld(t, harbour), nil)
	d.tools.Inquire = nil
	if _, err := d.runner().Create(t.Context(), graph.Begin{ID: runID}, discover.State{Language: "en"}); err != nil {
		t.Fatal(err)
	}
	if run, err := d.runner().Resume(t.Context(), runID); run.Status != graph.Failed || run.Hint == "" {
		t.Errorf("without a query the run is %s: %v", run.Status, errors.Join(err, errors.New(run.Error)))
	}
}

func TestDiscover_OneLevelDeeperShowsWhatWasNotSeen(t *testing.T) {
	w := newWorld(t, harbour)
	first := newDesk(t, w, nil).discover(discover.State{Query: "lantern", Language: "en"})
	var seen []string
	for _, c := range first.Cards[:2] {
		seen = append(seen, c.Places[0].Passage)
	}
	s := newDesk(t, w, nil).discover(discover.State{Query: "lantern", Language: "en", Source: "card", Seen: seen, Trail: []discover.Crumb{{Run: "run0", Query: "lantern", Title: "lantern"}}})
	for _, c := range s.Cards[:2] {
		if slices.Contains(seen, c.Places[0].Passage) {
			t.Errorf("%q comes again before the others: %s", c.Title, titles(s.Cards))
		}
	}
}

// Who goes into a card is shown what stands around it and what it refers to, and not the card again.
func TestDiscover_IntoACard(t *testing.T) {
	w := newWorld(t, harbour)
	fines := w.saying(t, "fine of 200")
	into := discover.Crumb{Run: "run0", Query: "lantern", Title: "Fines (§ 3)", Caption: fines.Text, Passages: []string{fines.ID}}
	d := newDesk(t, w, nil)
	d.finds = []string{"fine of 200", "40 lumens"}
	s := d.discover(discover.State{Query: into.Title, Language: "en", Source: "card", Seen: into.Passages, Trail: []discover.Crumb{into}})
	if s.Subject != "Fines. "+fines.Text || s.Query != into.Title || d.asked[0].Question != s.Subject {
		t.Errorf("asked %+v", d.asked)
	}
	if all := titles(s.Cards); !strings.Contains(all, "reference: Appeals") || strings.Contains(all, "Fines") {
		t.Errorf("shown %s", all)
	}
	s = newDesk(t, w, nil).discover(discover.State{Query: "oil", Language: "en", Trail: []discover.Crumb{into}})
	if s.Subject != "oil" {
		t.Errorf("a query of the person's own became %q", s.Subject)
	}
}

func TestDiscover_APageOfTheWebHasItsAddress(t *testing.T) {
	w := newWorld(t, harbour+"= Harbour_news en\n# Tonight\nTonight every lantern of the harbour burns for the keepers of the old tower.")
	at := len(w.documents) - 1
	w.documents[at].State, w.documents[at].URL = source.Saved, "https://harbour.example/news"
	d := newDesk(t, w, nil)
	d.finds = []string{"Tonight every lantern", "40 lumens"}
	s := d.discover(discover.State{Query: "lantern", Language: "en", Allow: flow.AllowRun})
	i := slices.IndexFunc(s.Cards, func(c discover.Card) bool { return c.Places[0].URL == "https://harbour.example/news" })
	if i < 0 || s.Cards[i].Places[0].Name != "Harbour_news" || d.asked[0].Allow != flow.AllowRun {
		t.Errorf("%s, asked %+v", titles(s.Cards), d.asked)
	}
}

// A few words alone are read in the language that knows them.
func TestDiscover_ShortQueriesAreInTheLanguageOfTheDocuments(t *testing.T) {
	w := newWorld(t, "= regeln.pdf de\n# § 2 Helligkeit\nDas Licht einer Laterne ist im Hafen höchstens 40 Lumen hell.\n= rules.pdf en\n# Brightness\nThe light of a boat is red.")
	for query, want := range map[string]string{"Laterne": "de", "Anker": "en", "light of a boat": "en", "Was ist das?": "de"} {
		d := newDesk(t, w, nil)
		if s := d.discover(discover.State{Query: query, Language: ask.Language(query)}); s.Language != want {
			t.Errorf("%q is taken for %s", query, s.Language)
		}
	}
}

func TestResult_UnderTheSpecificationsNames(t *testing.T) {
	place := discover.Place{Passage: "p1", Document: "d", Name: "a.pdf", Page: 2, Quote: "q"}
	s := discover.State{Query: "lantern", Cards: []discover.Card{{ID: "C1", Title: "T", Caption: "C", Places: []discover.Place{place}}, {ID: "C2", Title: "U", Caption: "D", Places: []discover.Place{place}}}}
	raw, err := json.Marshal(s.Result())
	want := `{"query":"lantern","headlines":[{"title":"T","caption":"C"},{"title":"U","caption":"D"}],"citations":[{"passage":"p1","document":"d","name":"a.pdf","page":2,"quote":"q"}]}`
	if err != nil || string(raw) != want {
		t.Errorf("%s, %v", raw, err)
	}
	if raw, _ = json.Marshal(discover.State{}.Result()); string(raw) != `{"query":"","headlines":[],"citations":[]}` {
		t.Errorf("nothing is %s", raw)
	}
	if c, ok := s.Card("C2"); !ok || c.Title != "U" {
		t.Errorf("C2 is %+v", c)
	}
}
