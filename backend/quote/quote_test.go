package quote

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/source"
)

// passage returns a passage that stands on one page, behind ten bytes of something else.
func passage(text string, headings ...string) source.Passage {
	return source.Passage{Text: text, Headings: headings, Spans: []source.Span{{Page: 3, Start: 10, End: 10 + len(text)}}}
}

func TestSplit_NumbersWhatCanBeQuoted(t *testing.T) {
	for _, c := range []struct {
		name, language string
		passage        source.Passage
		want           string // the text with its numbers
		leads          map[int][]int
	}{
		{"sentences", "en", passage("The limit is 20 mSv. It may be raised to 50 mSv\nin a single year."),
			"[1] The limit is 20 mSv. [2] It may be raised to 50 mSv\nin a single year.", nil},
		{"a heading states nothing", "de", passage("§ 78 Grenzwerte\n(1) Der Grenzwert beträgt 20 Millisievert.", "Gesetz", "§ 78 Grenzwerte"),
			"§ 78 Grenzwerte\n[2] (1) Der Grenzwert beträgt 20 Millisievert.", nil},
		{"a list with its lead", "de", passage("(2) Der Grenzwert beträgt\n1. für die Augenlinse 20 Millisievert,\n2. für die Haut 500 Millisievert.\n(3) Anderes gilt nicht."),
			"[1] (2) Der Grenzwert beträgt\n[2] 1. für die Augenlinse 20 Millisievert,\n[3] 2. für die Haut 500 Millisievert.\n[4] (3) Anderes gilt nicht.",
			map[int][]int{2: {1}, 3: {1}}},
		{"lists within lists", "de", passage("Zuständig ist\n1. das Amt für\na) Wasser,\nb) Luft,\n2. das Ministerium."),
			"[1] Zuständig ist\n[2] 1. das Amt für\n[3] a) Wasser,\n[4] b) Luft,\n[5] 2. das Ministerium.",
			map[int][]int{2: {1}, 3: {1, 2}, 4: {1, 2}, 5: {1}}},
		{"a list without its lead", "de", passage("6. für sonstige Amtshandlungen,\n7. für folgende Leistungen:\na) Prüfungen,\nb) Messungen,\n8. für Entscheidungen."),
			"[1] 6. für sonstige Amtshandlungen,\n[2] 7. für folgende Leistungen:\n[3] a) Prüfungen,\n[4] b) Messungen,\n[5] 8. für Entscheidungen.",
			map[int][]int{3: {2}, 4: {2}}},
		{"a table under what leads into it", "en", passage("Our self-insured liabilities were as follows ($ in millions):\n2023\t2022\nAccrued liabilities\t111\t80\nTotal\t164\t131"),
			"[1] Our self-insured liabilities were as follows ($ in millions):\n[2] 2023\t2022\n[3] Accrued liabilities\t111\t80\n[4] Total\t164\t131",
			map[int][]int{3: {1, 2}, 4: {1, 2}}},
		{"rows below headings of groups stand under all that names their columns", "en",
			passage("Statement of Moorings\n(in thousands)\nAt the end of\t2033\t2032\nNorthern quay\nLet:\nTo members\t12\t13\nTo guests\t2\t3\nStatement of Dues\n\t2031\t2030\nTo members\t5\t6\nTo guests\t2\t3"),
			"[1] Statement of Moorings\n[2] (in thousands)\n[3] At the end of\t2033\t2032\n[4] Northern quay\n[5] Let:\n[6] To members\t12\t13\n[7] To guests\t2\t3\n" +
				"[8] Statement of Dues\n\t[9] 2031\t2030\n[10] To members\t5\t6\n[11] To guests\t2\t3",
			map[int][]int{4: {1, 2, 3}, 5: {1, 2, 3}, 6: {1, 2, 3}, 7: {1, 2, 3}, 10: {8, 9}, 11: {8, 9}}},
		{"the heading right above a table is its title", "de", passage("Ertrag (in Mio. €)\n\t30.6.2033\t30.6.2032\nHafer\t12\t13", "Ertrag (in Mio. €)"),
			"Ertrag (in Mio. €)\n\t[2] 30.6.2033\t30.6.2032\n[3] Hafer\t12\t13", map[int][]int{3: {1, 2}}},
		{"a letterhead leads into nothing", "de", passage("Datum: 14. März\nBetreff: Radon im Keller\n\n1. Lage. Das Haus steht im Gebiet.\n\n2. Messung. Es wurde gemessen."),
			"[1] Datum: 14. März\nBetreff: Radon im Keller\n\n[2] 1. Lage. [3] Das Haus steht im Gebiet.\n\n[4] 2. Messung. [5] Es wurde gemessen.", nil},
		{"Chinese", "zh", passage("限值为20毫西弗。可以提高。"), "[1] 限值为20毫西弗。[2] 可以提高。", nil},
		{"nothing", "en", passage(""), "", nil},
	} {
		spans := Split(c.passage, c.language)
		if got := Numbered(c.passage.Text, spans); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
		for i, s := range spans {
			var leads []int
			for _, l := range s.Leads {
				leads = append(leads, l+1)
			}
			if !slices.Equal(leads, c.leads[i+1]) {
				t.Errorf("%s: span %d hangs on %v, want %v", c.name, i+1, leads, c.leads[i+1])
			}
		}
	}
}

func TestPlaces_AreTheBytesOfThePages(t *testing.T) {
	pages := map[int]string{4: "head\nThe court may order\n1. a fine,", 5: "2. a hearing.\nfoot"}
	p := source.Passage{Spans: []source.Span{{Page: 4, Start: 5, End: len(pages[4])}, {Page: 5, Start: 0, End: 13}}}
	p.Text = pages[4][5:] + "\n" + pages[5][:13]
	spans := Split(p, "en")
	var got []string
	for i := range spans {
		var parts []string
		for _, at := range Places(p, spans, i) {
			parts = append(parts, pages[at.Page][at.Start:at.End])
		}
		got = append(got, strings.Join(parts, " | "))
	}
	want := []string{"The court may order", "The court may order\n1. a fine,", "The court may order | 2. a hearing."}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Whatever a passage holds, each word of it is in exactly one span, in order, and the spans' places hold the same bytes.
func TestSplit_LeavesNothingOut(t *testing.T) {
	parts := []string{"1. ", "(a) ", "• ", "The limit is 20 mSv. ", "See § 5 Abs. 2", "\n", "\n\n", "Total 12 13", "Net 4 5", ":", " ", "限值。", "\t", "a) ", "ü\u00ad", "2022 2023", "Note"}
	random := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		var text strings.Builder
		for range random.IntN(25) {
			text.WriteString(parts[random.IntN(len(parts))])
		}
		p := passage(text.String(), "Title", "Note")
		page := strings.Repeat("x", 10) + p.Text
		at := 0
		spans := Split(p, "de")
		for i, s := range spans {
			if s.Start < at || s.End <= s.Start || strings.TrimSpace(p.Text[at:s.Start]) != "" {
				t.Fatalf("%q: span %d is %v behind %d", p.Text, i, s, at)
			}
			at = s.End
			for _, l := range s.Leads {
				if l >= i {
					t.Fatalf("%q: span %d hangs on %d", p.Text, i, l)
				}
			}
			places := Locate(p, s.Start, s.End)
			if len(places) != 1 || page[places[0].Start:places[0].End] != p.Text[s.Start:s.End] {
				t.Fatalf("%q: span %d is at %v", p.Text, i, places)
			}
		}
		if strings.TrimSpace(p.Text[at:]) != "" {
			t.Fatalf("%q: the rest is %q", p.Text, p.Text[at:])
		}
	}
}

func TestNamed_ReadsWhatModelsWrite(t *testing.T) {
	for ref, want := range map[string]struct {
		of string
		at int
	}{"E3.2": {"E3", 1}, " [e12.10] ": {"E12", 9}, "E3": {"E3", -1}, "P1.0": {"P1", -1}, "E3.x": {"E3", -1}, "": {"", -1}} {
		if of, at := Named(ref); of != want.of || at != want.at {
			t.Errorf("%q is span %d of %q, want %v", ref, at, of, want)
		}
	}
}
