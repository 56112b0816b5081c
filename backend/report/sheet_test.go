package report

import (
	"fmt"
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/cite/grid"
)

const lanternPage = "Lanterns sold were as follows (in thousands):\nSold in the year 2023 2022\nAnchor lights 4,120 3,900\nSignal lights\n(1)\n(10.3)% 11.0 %\nTotal 5,000 4,700\n" +
	"The harbour keeps a store of oil, which is filled in autumn.\nIt is clean oil.\nOil is for lamps only.\nNothing else burns so well.\nLamp oil by harbour\nNorth 12 7\nSouth 3 9\n"

// lanterns is a report whose answer quotes rows of tables, and prose.
func lanterns(t *testing.T) Report {
	t.Helper()
	pages := func(string, int) (string, error) { return lanternPage, nil }
	var l ledger
	one := keep(&l, "book", "book.pdf", 1, "", cite.Evidence{Section: "Sales"}, "Lanterns sold were as follows (in thousands): Sold in the year 2023 2022 … Signal lights (1) (10.3)% 11.0 %")
	two := keep(&l, "book", "book.pdf", 2, "", cite.Evidence{}, "Lamp oil by harbour North 12 7 South 3 9")
	p := cite.NewProver(l.Known(), pages)
	r := Report{Question: "How many lanterns?", Language: "en", Evidence: l.Evidence}
	r.Answer = prove(t, p,
		cite.Sentence{Text: "Sales: Lanterns sold were as follows (in thousands): Sold in the year 2023 2022 … Signal lights (1) (10.3)% 11.0 %.", Evidence: []string{one}, Item: true},
		cite.Sentence{Text: "Lamp oil by harbour North 12 7 South 3 9.", Evidence: []string{two}, Block: 1, Item: true},
		cite.Sentence{Text: "Signal lights fell (10.3)%, as the book says.", Evidence: []string{one}, Block: 2, Item: true})
	r.Claims = p.Claims
	return r
}

func TestRender_AQuotedTableIsATable(t *testing.T) {
	r := lanterns(t)
	page, err := HTML(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"markdown": {string(Markdown(r, nil)), []string{
			"- Sales [book, p. 1] **(unproven)**", "| Lanterns sold were as follows (in thousands): Sold in the year | 2023 | 2022 |\n| --- | --- | --- |\n| Signal lights (1) | (10.3)% | 11.0 % |",
			"| North | 12 | 7 |\n| South | 3 | 9 |", "Signal lights fell (10.3)%, as the book says"}},
		"html": {string(page), []string{
			`<th scope="row" dir="auto">Signal lights (1)</th><td class="number">(10.3)%</td><td class="number">11.0 %</td>`, "Signal lights fell (10.3)%, as the book says"}},
		"terminal": {Spoken(r), []string{"    Signal lights (1): 2023 (10.3)% · 2022 11.0 %", "    South: 3 · 9"}},
	} {
		for _, want := range c.want {
			if !strings.Contains(c.text, want) {
				t.Errorf("%s lacks %q:\n%s", name, want, c.text)
			}
		}
		if strings.Contains(c.text, "2023 2022 … Signal") {
			t.Errorf("%s prints the table as one run of text", name)
		}
	}
}

// Every word of a claim is printed: one that says more than the rows of a table stays a sentence.
func TestTabled_OnlyWhatQuotesNothingElse(t *testing.T) {
	r := lanterns(t)
	for _, c := range r.Claims {
		said, ok := tabled(c)
		if !ok {
			continue
		}
		have := said.Lead
		for _, s := range said.Sheets {
			have += " " + s.Lead + " " + strings.Join(s.Head, " ") + " " + s.After
			for _, row := range s.Rows {
				have += " " + strings.Join(row, " ")
			}
		}
		for _, word := range strings.Fields(strings.NewReplacer(".", "", ":", "").Replace(c.Text)) {
			if word != "…" && !strings.Contains(strings.NewReplacer(".", "", ":", "").Replace(have), word) {
				t.Errorf("%q lost %q: %q", c.Text, word, have)
			}
		}
	}
	if _, ok := tabled(r.Claims[2]); ok {
		t.Error("a sentence is no table")
	}
}

const noticesPage = "Which notice is due depends on the class.\nTable 2: Notices\nClass\tNotice\tTerm\nA\tnone\t–\nB\tby letter to the owner\twithin a month\nWhoever rents out a house informs the tenants."

// A table whose cells hold words is printed under the names of its columns, the words at the left.
func TestRender_AQuotedTableOfWords(t *testing.T) {
	pages := func(string, int) (string, error) { return noticesPage, nil }
	var l ledger
	text := "Table 2: Notices Class Notice Term … B by letter to the owner within a month"
	id := keep(&l, "book", "book.pdf", 1, "", cite.Evidence{Section: "Duties"}, text)
	p := cite.NewProver(l.Known(), pages)
	r := Report{Question: "Which notice is due?", Language: "en", Evidence: l.Evidence}
	r.Answer = prove(t, p, cite.Sentence{Text: "Duties: " + text + ".", Evidence: []string{id}, Item: true})
	r.Claims = p.Claims
	page, err := HTML(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"markdown": {string(Markdown(r, nil)), []string{"| Class | Notice | Term |\n| --- | --- | --- |\n| B | by letter to the owner | within a month |", "Table 2: Notices"}},
		"html":     {string(page), []string{`<th scope="col" dir="auto">Class</th><th scope="col">Notice</th>`, `<td dir="auto">by letter to the owner</td>`}},
		"terminal": {Spoken(r), []string{"    Table 2: Notices\n    Class B: Notice by letter to the owner · Term within a month"}},
	} {
		for _, want := range c.want {
			if !strings.Contains(c.text, want) {
				t.Errorf("%s lacks %q:\n%s", name, want, c.text)
			}
		}
	}
	if tables := Tables(r); len(tables) != 1 || tables[0].Sheets[0].Figures {
		t.Errorf("words are taken for figures: %+v", tables)
	}
}

// Several points that quote rows of one table are one table, also where another point stands between them; another table stays by itself.
func TestRender_RowsOfOneTableStandTogether(t *testing.T) {
	point := func(id, caption string, cells ...string) (cite.Claim, Block) {
		x := cite.Citation{Evidence: "E1", Document: "book", Name: "book.pdf", Page: 1, Quote: strings.Join(cells, " "),
			Table: &grid.Table{Caption: caption, Label: "Lantern", Columns: []string{"Oil", "Hours"}, Rows: [][]string{cells}}}
		return cite.Claim{ID: id, Text: caption + " " + x.Quote + ".", Verdict: cite.Supported, Citations: []cite.Citation{x}},
			Block{Item: true, Sentences: []Sentence{{Text: caption + " " + x.Quote + ".", Claim: id}}}
	}
	r := Report{Question: "How long does it burn?", Language: "en", Coverage: Coverage{Queries: 1}}
	for i, cells := range [][]string{{"Table 2", "Anchor", "3 l", "40"}, nil, {"Table 2", "Signal", "2 l", "25"}, {"Table 7", "Stern", "1 l", "9"}, {"Table 2", "Anchor", "3 l", "40"}} {
		if cells == nil {
			r.Answer = append(r.Answer, Block{Item: true, Sentences: []Sentence{{Text: "It depends."}}})
			continue
		}
		c, b := point(fmt.Sprint("C", i), cells[0], cells[1:]...)
		r.Claims, r.Answer = append(r.Claims, c), append(r.Answer, b)
	}
	page, err := HTML(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	md := string(Markdown(r, nil))
	if !strings.Contains(md, "| Anchor | 3 l | 40 |\n| Signal | 2 l | 25 |\n\n") || strings.Count(md, "| Lantern |") != 2 || strings.Count(md, "Anchor") != 1 {
		t.Errorf("the rows stand in several tables:\n%s", md)
	}
	if body, _, _ := strings.Cut(string(page), `id="claims"`); strings.Count(body, "<table") != 2 {
		t.Errorf("the page has %d tables", strings.Count(body, "<table"))
	}
	if got := Spoken(r); strings.Count(got, "Anchor") != 1 || strings.Count(got, "Table 2") != 1 {
		t.Errorf("the terminal shows\n%s", got)
	}
}

// On a screen only the rows are shown that the question names.
func TestTabled_TheRowsThatAreAskedFor(t *testing.T) {
	rows := [][]string{{"A", "none"}, {"B", "by letter"}, {"C", "at once"}}
	for question, want := range map[string]int{"Which notice is due in class C?": 1, "Which notices are due in class B or class C?": 2, "A notice: which is due?": 3, "Which notice is due?": 3} {
		got := Tabled{Sheets: []Sheet{{Head: []string{"Class", "Notice"}, Rows: rows}}}.asked(question)
		if n := len(got.Sheets[0].Rows); n != want {
			t.Errorf("%s: %d rows, want %d", question, n, want)
		}
	}
	grouped := Tabled{Sheets: []Sheet{{Head: []string{"", "Notice"}, Rows: [][]string{{"Homes", ""}, {"C", "at once"}, {"D", "later"}}}}}
	if n := len(grouped.asked("class C").Sheets[0].Rows); n != 3 {
		t.Errorf("a row without the head of its group: %d rows", n)
	}
}

// A head that is quoted apart from its row stands above it, in one table; a row of words above others heads nothing.
func TestTabled_AHeadQuotedApartFromItsRow(t *testing.T) {
	row := func(cells ...string) cite.Citation {
		return cite.Citation{Evidence: "E1", Document: "book", Page: 1, Quote: strings.Join(cells, " "), Table: &grid.Table{Rows: [][]string{cells}}}
	}
	for name, c := range map[string]struct {
		cites []cite.Citation
		head  string
		rows  int
	}{
		"names above figures":   {[]cite.Citation{row("Lantern", "Oil", "Hours"), row("Anchor", "3 l", "40"), row("Signal", "2 l", "25")}, "Lantern Oil Hours", 2},
		"figures above figures": {[]cite.Citation{row("Anchor", "3 l", "40"), row("Signal", "2 l", "25")}, "  ", 2},
		"words above words":     {[]cite.Citation{row("Anchor", "red", "tin"), row("Signal", "green", "brass")}, "  ", 2},
	} {
		var quotes []string
		for _, x := range c.cites {
			quotes = append(quotes, x.Quote)
		}
		got, ok := tabled(cite.Claim{ID: "C1", Text: "Lamps: " + strings.Join(quotes, " … ") + ".", Citations: c.cites})
		if !ok || len(got.Sheets) != 1 || strings.Join(got.Sheets[0].Head, " ") != c.head || len(got.Sheets[0].Rows) != c.rows || got.Lead != "Lamps" {
			t.Errorf("%s: %v %+v", name, ok, got)
		}
	}
}
