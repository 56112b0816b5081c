package index_test

import (
	"slices"
	"testing"

	"rabbithole/backend/index"
	"rabbithole/backend/source"
)

// leaves puts a document into the library whose pages hold the given passages each.
func (l *library) leaves(name, title, language string, pages ...[]string) {
	l.t.Helper()
	l.add(source.Document{Name: name, Title: title, Language: language}, "placeholder")
	var passages []source.Passage
	var stored []source.Page
	for i, texts := range pages {
		stored = append(stored, source.Page{Number: i + 1, Text: "text"})
		for j, text := range texts {
			spans := []source.Span{{Page: i + 1, Start: 100 * j, End: 100*j + len(text)}}
			passages = append(passages, source.Passage{ID: source.PassageID(name, spans), Document: name, Ordinal: len(passages), Headings: []string{title},
				Spans: spans, Text: text, Hash: source.TextHash(name + text), Tokens: len(text) / 4, Role: source.Body})
		}
	}
	if err := l.db.PutPages(l.t.Context(), name, stored); err != nil {
		l.t.Fatal(err)
	}
	l.addPassages(name, passages)
}

// reports is a library of annual reports that say the same of different companies and years.
func reports(t *testing.T) *library {
	l := newLibrary(t, nil)
	for _, name := range []string{"ALPHAWORKS_2021_10K.pdf", "ALPHAWORKS_2022_10K.pdf", "Beta_2022.pdf", "Gamma_Delta_Energy_2022.pdf"} {
		l.leaves(name, "Annual report", "en",
			[]string{"Annual report of the registrant."},
			[]string{"Operating income was higher than in the year before, driven by volume. 2021 2022"},
			[]string{"Risks are described here; demand may fall. 2021 2022"})
	}
	return l
}

func TestSearch_DocumentByName(t *testing.T) {
	l := reports(t)
	for query, want := range map[string]string{
		"How did Alpha Works' operating income change in FY2021?":  "ALPHAWORKS_2021_10K.pdf:2", // words of the query written as one
		"How did Alpha Works' operating income change in FY22?":    "ALPHAWORKS_2022_10K.pdf:2",
		"What drove the operating income of Beta in 2022?":         "Beta_2022.pdf:2",
		"What drove operating income at GamDE?":                    "Gamma_Delta_Energy_2022.pdf:2", // beginnings of its words
		"Which risks does Gamma Delta Energy describe for demand?": "Gamma_Delta_Energy_2022.pdf:3",
	} {
		if got := pages(l.search(index.Query{Text: query, Scope: source.All()})); got[0] != want {
			t.Errorf("%q finds %v, want %s first", query, got, want)
		}
	}
}

func TestSearch_PageByNumber(t *testing.T) {
	l := reports(t)
	for query, want := range map[string]string{
		"What is said of the registrant on page 3 of Beta?":  "Beta_2022.pdf:3",
		"Was steht bei Beta auf Seite 2 zur demand?":         "Beta_2022.pdf:2",
		"What does the cover page of Beta say about demand?": "Beta_2022.pdf:1",
	} {
		if got := pages(l.search(index.Query{Text: query, Scope: source.All().Only("Beta_2022.pdf")})); got[0] != want {
			t.Errorf("%q finds %v, want %s first", query, got, want)
		}
	}
}

func TestSearch_WholePageCounts(t *testing.T) {
	l := newLibrary(t, nil)
	l.leaves("accounts.pdf", "Accounts", "en",
		[]string{"Statement of guarantees, by region, in millions", "Provisions 12 14 18 and nothing else in this row of the table"},
		[]string{"Statement of leases, by lessor, in thousands", "Provisions 12 14 17 and nothing else in this row of the table"},
		[]string{"Other text about lessors."})
	got := l.search(index.Query{Text: "provisions in the statement of leases by lessor", Scope: source.All()})
	at := slices.IndexFunc(got, func(h index.Hit) bool { return h.Passage.Text[:10] == "Provisions" })
	if at < 0 || got[at].Passage.Page() != 2 {
		t.Errorf("found %v, want the provisions of page 2 before those of page 1", pages(got))
	}
}

func TestSearch_ImpliedWords(t *testing.T) {
	l := newLibrary(t, nil)
	l.leaves("accounts.pdf", "Accounts", "en",
		[]string{"The capital of the country hosts the head office and its staff."},
		[]string{"Purchases of property, plant and equipment were 14 in the statement of cash flows."},
		[]string{"Spending on advertising rose."})
	for _, query := range []string{"capital spending", "capex"} {
		if got := pages(l.search(index.Query{Text: query, Scope: source.All()})); len(got) == 0 ||
			got[0] != "accounts.pdf:2" {
			t.Errorf("%q finds %v, want accounts.pdf:2 first", query, got)
		}
	}
}

// Who asks how long or how often looks for times, German and English.
func TestSearch_ImpliedTimes(t *testing.T) {
	l := newLibrary(t, nil)
	l.leaves("buoys.md", "Buoys", "en", []string{"A buoy is red and floats."}, []string{"A buoy is out for 90 days."}, []string{"A buoy is painted annually."})
	l.leaves("bojen.md", "Bojen", "de", []string{"Die Boje ist rot und schwimmt."}, []string{"Die Boje liegt dort 90 Tage."}, []string{"Die Boje wird jährlich bemalt."})
	for query, want := range map[string]string{
		"How long is a buoy there?":      "buoys.md:2",
		"How often is a buoy looked at?": "buoys.md:3",
		"Wie lange ist die Boje da?":     "bojen.md:2",
		"Wie oft schaut man zur Boje?":   "bojen.md:3",
	} {
		if got := pages(l.search(index.Query{Text: query, Scope: source.All()})); len(got) == 0 || got[0] != want {
			t.Errorf("%q finds %v, want %s first", query, got, want)
		}
	}
}

func TestSearch_QuestionsQuoteFreely(t *testing.T) {
	l := laws(t)
	if got := pages(l.search(index.Query{Text: `Which "steady exposure" results?`,
		Scope: source.All()})); len(got) < 2 {
		t.Errorf("a question with a quotation finds %v alone", got)
	}
}

func TestChain_FollowsNames(t *testing.T) {
	l := newLibrary(t, nil)
	for _, d := range []struct{ title, text string }{
		{"Norwick Bridge", "Norwick Bridge was drawn by the engineer Ada Lindqvist and opened for traffic in the spring."},
		{"Ada Lindqvist", "She was born in Uppsala and taught statics for thirty years."},
		{"Traffic", "Bridges open for traffic when the engineer has drawn them and they were tested."},
		{"Engineers", "An engineer draws bridges; where one is born says little."},
	} {
		l.add(source.Document{Name: d.title + ".txt", Title: d.title, Language: "en"}, d.text)
	}
	got := pages(mustChain(l, index.Query{Text: "Where was the engineer born who drew Norwick Bridge?", Limit: 3,
		Scope: source.All()}))
	if !slices.Contains(got, "Norwick Bridge.txt:1") || !slices.Contains(got, "Ada Lindqvist.txt:1") {
		t.Errorf("found %v, want the bridge and its engineer", got)
	}
}

func mustChain(l *library, q index.Query) []index.Hit {
	l.t.Helper()
	hits, err := l.index.Chain(l.t.Context(), q)
	if err != nil {
		l.t.Fatal(err)
	}
	return hits
}
