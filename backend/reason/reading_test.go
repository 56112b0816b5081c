package reason_test

import (
	"context"
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/reason"
	"rabbithole/backend/source"
)

// law is one section of a document in passages.
type law []source.Passage

func (l law) Passage(_ context.Context, id string) (source.Passage, error) {
	for _, p := range l {
		if p.ID == id {
			return p, nil
		}
	}
	return source.Passage{}, context.Canceled
}

func (l law) Document(context.Context, string) (source.Document, error) {
	return source.Document{Hash: "law", Name: "law.pdf", Language: "en"}, nil
}

func (l law) SectionPassages(_ context.Context, _, section string) (out []source.Passage, _ error) {
	for _, p := range l {
		if p.Section == section {
			out = append(out, p)
		}
	}
	return out, nil
}

func article() law {
	var out law
	at := 0
	for i, text := range []string{
		"1. Data shall be lawful.\n2. The controller shall provide:\n(a) its identity;\n(b) its contact;",
		"(c) the purposes;\n(d) the recipients;", "(e) the period;\n(f) the right to", "complain. A word of explanation."} {
		out = append(out, source.Passage{ID: string(rune('a' + i)), Document: "law", Section: "s", Ordinal: i, Text: text, Spans: []source.Span{{Page: 1, Start: at, End: at + len(text)}}, Headings: []string{"Law", "Article 13 Information"}})
		at += len(text) + 1
	}
	return out
}

// quoting is evidence of which a text is quoted that stands in a passage of the law.
func (l law) quoting(id, passage, text string) cite.Evidence {
	e := cite.Evidence{ID: id, Passage: passage, Name: "law.pdf"}
	for _, p := range l {
		if at := strings.Index(p.Text, text); p.ID == passage && at >= 0 {
			from := p.Begin().Start + at - (len(p.Text) - len(p.Own()))
			e.Quotes = []cite.Quote{{Text: text, Span: source.Span{Page: 1, Start: from, End: from + len(text)}}}
		}
	}
	return e
}

func TestShelf_ReadsWithWhatLeadsInAndGoesOn(t *testing.T) {
	l := article()
	shelf := reason.Shelf{Library: l}
	r, err := shelf.Read(t.Context(), cite.Evidence{ID: "E1", Passage: "c", Name: "law.pdf"})
	if err != nil {
		t.Fatal(err)
	}
	if places := r.Places(0); len(places) != 2 || places[0] != (source.Span{Page: 1, Start: 25, End: 57}) {
		t.Errorf("the entry stands at %v, behind what leads into it", places)
	}
	// A sentence is read to its end, whatever of the passage matters.
	if p := r.Shown; p.Lead != "2. The controller shall provide:" || p.Source != "law.pdf > Law > Article 13 Information" || !strings.HasSuffix(p.Text, "[2] (f) the right to\ncomplain.") {
		t.Errorf("%+v", p)
	}
	if places := r.Places(1); len(places) != 3 || places[2] != (source.Span{Page: 1, Start: 164, End: 173}) {
		t.Errorf("the last entry stands at %v", places)
	}
	for _, c := range []struct {
		name, quoted string
		apart        map[string]bool
		end          string
	}{
		{"the last entry matters", "(b) its contact;", nil, "\n\n[5] (c) the purposes;\n[6] (d) the recipients;\n\n[7] (e) the period;\n[8] (f) the right to\ncomplain. [9] A word of explanation."},
		{"what leads in matters", "2. The controller shall provide:", nil, "\n[8] (f) the right to\ncomplain. [9] A word of explanation."},
		{"an earlier entry matters", "(a) its identity;", nil, "\n[4] (b) its contact;"},
		{"a part is evidence of its own", "(b) its contact;", map[string]bool{"c": true}, "\n[6] (d) the recipients;"},
	} {
		shelf := reason.Shelf{Library: l, Apart: c.apart}
		r, err := shelf.Read(t.Context(), l.quoting("E1", "a", c.quoted))
		if err != nil || !strings.HasSuffix(r.Whole().Text, c.end) {
			t.Errorf("%s: %q, %v", c.name, r.Whole().Text, err)
		}
		if own := strings.TrimSuffix(r.Shown.Text, " …"); !strings.HasSuffix(own, "[4] (b) its contact;") {
			t.Errorf("%s: alone it is %q", c.name, own)
		}
	}
}

// "These actions ..." is read with the sentence before it, which says which; a sentence that names its own matter, or stands below a table, is read alone.
func TestShelf_ASentenceThatRefersBackIsReadWithTheOneBefore(t *testing.T) {
	text := []string{"The fund was made. In July the parties agreed on steps.", "These steps cost 355 million.", "Such costs are shown apart. The rest is not.", "Year\t2023\nCosts\t355", "They rose."}
	var l law
	at := 0
	for i, s := range text {
		p := source.Passage{ID: string(rune('a' + i)), Document: "report", Section: "s", Ordinal: i, Text: s, Spans: []source.Span{{Page: 1, Start: at, End: at + len(s)}}}
		if strings.Contains(s, "\t") {
			p.Role = source.Table
		}
		at, l = at+len(s)+1, append(l, p)
	}
	for id, want := range map[string]string{"a": "", "b": "In July the parties agreed on steps.", "c": "These steps cost 355 million.", "d": "", "e": ""} {
		shelf := reason.Shelf{Library: l}
		r, err := shelf.Read(t.Context(), cite.Evidence{ID: "E1", Passage: id, Name: "report.pdf"})
		if err != nil || r.Shown.Lead != want {
			t.Errorf("%s: %q, %v, want %q", id, r.Shown.Lead, err, want)
		}
	}
}

// A table that goes on is read to its end, without the head that is repeated.
func TestShelf_ATableGoesOnWithItsRows(t *testing.T) {
	head, rows := "\t2023\t2022", "Operating activities\t1,824\t3,252\nInvesting activities\t(962)\t(1,372)"
	one, more := "Cash flows were as follows:\n"+head+"\n"+rows, "Financing activities\t(311)\t(95)\nNet change\t551\t1,785"
	at := len(one) + 1
	l := law{
		{ID: "a", Document: "law", Section: "s", Text: one, Spans: []source.Span{{Page: 1, End: len(one)}}},
		{ID: "b", Document: "law", Section: "s", Ordinal: 1, Role: source.Table, Text: head + "\n" + more, Spans: []source.Span{{Page: 1, Start: 28, End: 28 + len(head), Lead: true}, {Page: 1, Start: at, End: at + len(more)}}},
		{ID: "c", Document: "law", Section: "s", Ordinal: 2, Text: "The rest is prose.", Spans: []source.Span{{Page: 1, Start: at + len(more) + 1, End: at + len(more) + 19}}},
	}
	shelf := reason.Shelf{Library: l}
	r, err := shelf.Read(t.Context(), l.quoting("E1", "a", "Investing activities\t(962)\t(1,372)"))
	if err != nil || r.Passage.Text != one+"\n"+more {
		t.Fatalf("%q, %v", r.Passage.Text, err)
	}
	last := len(r.Spans) - 1
	if places := r.Places(last); len(places) == 0 || places[len(places)-1] != (source.Span{Page: 1, Start: at + strings.Index(more, "Net"), End: at + len(more)}) || places[0].Start != 0 {
		t.Errorf("the last row stands at %v, under its head", places)
	}
}

func TestReading_BriefHasEverythingThatIsQuoted(t *testing.T) {
	shelf := reason.Shelf{Library: article()}
	// As quotes are shown: what leads in before the entry, and an ellipsis where the list goes on.
	quotes := []cite.Quote{{Text: "2. The controller shall provide: (a) its identity …"}}
	r, err := shelf.Read(t.Context(), cite.Evidence{ID: "E1", Passage: "a", Quotes: quotes})
	if err != nil {
		t.Fatal(err)
	}
	if brief, _ := r.Brief(); brief.Text != "… [2] 2. The controller shall provide:\n[3] (a) its identity; …" {
		t.Errorf("%q", brief.Text)
	}
}

// Headings at the front of a passage are shown once, above it; one that is cut there is shown whole in the passage.
func TestShelf_ShowsHeadingsOnceAndWhole(t *testing.T) {
	long := "Net income of 284 million dollars, " + strings.Repeat("which the items above changed, ", 8) + "was less than a loss of 1.53 dollars a share"
	for _, heading := range []string{"Article 13 Information", long} {
		p := source.Passage{ID: "a", Document: "law", Text: heading + "\nThe limit is 20 mSv a year.", Headings: []string{"Law", heading}}
		shelf := reason.Shelf{Library: law{p}}
		r, err := shelf.Read(t.Context(), cite.Evidence{ID: "E1", Passage: "a", Name: "law.pdf"})
		if err != nil {
			t.Fatal(err)
		}
		if shown := r.Shown.Source + "\n" + r.Shown.Text; strings.Count(shown, heading) != 1 || !strings.Contains(shown, "] The limit is 20 mSv a year.") {
			t.Errorf("shown is\n%s", shown)
		}
	}
}

// What leads into a list is quoted with its entries, an entry with the others.
func TestShelf_EntriesOfALead(t *testing.T) {
	l := article()
	shelf := reason.Shelf{Library: l}
	if _, err := shelf.Read(t.Context(), cite.Evidence{ID: "E1", Passage: "a", Name: "law.pdf"}); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{"E1.1": "E1.1 E1.2", "E1.2": "E1.2 E1.3 E1.4", "E1.4": "E1.3 E1.4", "E1.9": "E1.9"} {
		if got := strings.Join(shelf.Entries(id), " "); got != want {
			t.Errorf("%s is quoted as %s, want %s", id, got, want)
		}
	}
}
