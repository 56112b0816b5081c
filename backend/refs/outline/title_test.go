package outline

import (
	"strings"
	"testing"

	"rabbithole/backend/source"
)

// set is a line of a page and how large it is set.
type set struct {
	text string
	size float64
}

// pageOf sets lines below one another, and running text below them.
func pageOf(lines ...set) source.Page {
	p := source.Page{Number: 1, Width: 600, Height: 800}
	y := 60.0
	for range 6 {
		lines = append(lines, set{"The lamps of the harbour were lit by the wardens of the quay, in rain and in fog, for forty years.", 10})
	}
	for _, l := range lines {
		y += l.size * 1.2
		p.Lines = append(p.Lines, source.Line{Start: len(p.Text), End: len(p.Text) + len(l.text), Size: l.size, X: 70, Y: y})
		p.Text += l.text + "\n"
	}
	return p
}

func TestTitle_OfTheFirstPage(t *testing.T) {
	for _, c := range []struct {
		want, claims, file string
		lines              []set
	}{
		{"lampkit – a kit for lamps with two wicks", "", "lampkit.pdf", // small letters begin it; the author is set smaller
			[]set{{"lampkit – a kit for lamps", 20}, {"with two wicks", 20}, {"Ada Lund", 14}, {"31 December 2004", 14}}},
		{"Lampen und Leuchten im Hafen", "Vorlage Deckblatt 2 neu", "a.pdf", []set{{"Lampen und Leuchten im Hafen∗", 18}}},
		{"The lamps of the quay", "The lamps of the quay", "a.pdf", []set{{"HARBOUR", 24}, {"The lamps of the quay", 12}}},
		{"Report 12: The lamps", "The lamps", "a.pdf", []set{{"Report 12: The lamps", 18}}},
		{"The wardens of the harbour", "", "a.pdf", []set{{"THE WARDENS OF THE HARBOUR", 18}}},
		{"THE WARDENS OF NOWHERE", "", "a.pdf", []set{{"THE WARDENS OF NOWHERE", 18}}}, // no sentence tells how its last word is written
		{"HARBOUR Office", "", "a.pdf", []set{{"H A R B O U R Office", 18}}},
		{"港の灯台の手引き", "", "a.pdf", []set{{"目次", 24}, {"港の灯台の手引き", 18}}},
		{"", "", "lamps.pdf", []set{{"Contents", 18}}},
		{"", "", "lamps.pdf", []set{{"PRESSEMITTEILUNG", 18}}},
		{"", "", "lamps.pdf", []set{{"office@harbour.example", 18}, {"3 May 2004", 18}, {"1 Of lamps", 18}}},
		{"Lamps of the North", "", "lamps.pdf", []set{{"Suggested citation: Lund, A. (2004). “Lamps of the North”, Harbour Press.", 10}}},
		{"Court of the Harbour", "", "698bba535087fa9a7f9009e172a7f763.pdf", []set{{"1", 10}, {"Court of the Harbour", 10}}},
	} {
		doc := source.Document{Name: c.file, Title: c.claims, Format: source.PDF}
		if got := Title(doc, []source.Page{pageOf(c.lines...)}, nil); got != c.want {
			t.Errorf("%q of %v, want %q", got, c.lines, c.want)
		}
	}
}

func TestTitle_OfACoverIsMoreThanItsLargestLine(t *testing.T) {
	cover := source.Page{Text: "SURVEY OF LAMPS\nHAFENSTADT\nAda Lund\n", Lines: []source.Line{
		{Start: 0, End: 15, Size: 26, Y: 400}, {Start: 16, End: 26, Size: 34, Y: 300}, {Start: 27, End: 35, Size: 14, Y: 500}}}
	if got, want := Title(source.Document{Name: "a.pdf"}, []source.Page{cover, pageOf()}, nil), "HAFENSTADT: SURVEY OF LAMPS"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestTitle_OfAFormIsWhoFilledItIn(t *testing.T) {
	for _, c := range []struct {
		want  string
		lines []set
	}{
		{"Lamp Works Co., Inc.: Form L-10, January 28, 2023", []set{{"MINISTRY OF THE SEA", 14}, {"Quay 7, 20549", 8}, {"FORM L-10", 14},
			{"For the year ended January 28, 2023", 8}, {"LAMP WORKS CO., INC.", 9}, {"(Name of the owner as it is registered)", 8}}},
		{"Leuchten AG: Formblatt 7b, 3. Mai 2004", []set{{"Ministerium der See", 14}, {"Formblatt 7b", 14}, {"Stand: 3. Mai 2004", 8}, {"Leuchten AG", 16}}},
		{"Ministry of the Sea", []set{{"Ministry of the Sea", 14}, {"Fill in form 10 and send it", 8}}}, // speaks of one
	} {
		page := pageOf(c.lines...)
		page.Text += strings.Repeat("Lamp Works Co., Inc. makes lamps.\n", 2)
		page.Lines = append(page.Lines, source.Line{Start: len(page.Text) - 68, End: len(page.Text) - 35, Size: 10}, source.Line{Start: len(page.Text) - 34, End: len(page.Text) - 1, Size: 10})
		if got := Title(source.Document{Name: "a.pdf"}, []source.Page{page}, nil); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestReadable_KeepsWhatSentencesWriteInCapitals(t *testing.T) {
	text := "Die Leuchten am Kai prüft das BSH. Der Hafen meldet dem BSH alle Schäden.\nDIE LEUCHTEN AM KAI"
	for title, want := range map[string]string{
		"LEUCHTEN AM KAI UND DAS BSH": "LEUCHTEN AM KAI UND DAS BSH",
		"DIE LEUCHTEN AM HAFEN: BSH":  "Die Leuchten am Hafen: BSH",
		"Leuchten am KAI":             "Leuchten am KAI",
	} {
		if got := readable(title, []source.Page{{Text: text}}); got != want {
			t.Errorf("%q became %q, want %q", title, got, want)
		}
	}
}
