package proof

import (
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/source"
)

func TestCheck_Verbatim(t *testing.T) {
	const negated = "It is not true that the fan of the cellar runs all night."
	const unless = "The operator shall close the door unless the room is empty."
	const list = "(2) This duty does not apply to:\n1. rooms used for less than fifty hours,\n2. cellars without any window.\nThe Board decides."
	const after = "Only the mean counts; see Section 5.2.\n3 What we saw\nThe floor of the room shows a joint along the wall. Nothing else was found."
	const wenn = "Der Raum darf betreten werden, wenn die Lüftung eine Stunde gelaufen ist."
	const crew = "The keeper writes down that the crew has been told by letter, if more than 30 live in the tower."
	const zahl = "Der Wart hat\n1. die Tür zu öffnen,\n2. darauf hinzuweisen, dass der Bescheid an die Bewohner\ndurch Aushang ersetzt wird, wenn außer ihm mehr als 30 Leute im Turm wohnen."
	filler := strings.Repeat("Nothing else is said here. ", 10)
	heading := filler + "\n§ 38 Warte nicht öffentlicher\nKeller\n(1) Der Betreiber benennt einen Wart, der die Lüftung prüft. Der Wart ist frei."
	titled := filler + "\n§ 3 Duties of operators not licensed\nThe operator appoints a warden who looks after the fans."
	for _, c := range []struct {
		name, page, quote, claim, place string
		want                            cite.Verdict
		doubt                           string
	}{
		{"whole sentence", after, "The floor of the room shows a joint along the wall.", "", "memo.pdf, 3 What we saw", cite.Supported, ""},
		{"behind its section", after, "The floor of the room shows a joint along the wall.", "3 What we saw: The floor of the room shows a joint along the wall.", "memo.pdf, 3 What we saw", cite.Supported, ""},
		{"behind a label of something else", after, "The floor of the room shows a joint along the wall.", "4 Costs: The floor of the room shows a joint along the wall.", "memo.pdf, 3 What we saw", cite.Unproven, "“Costs”"},
		{"cut after a negation", negated, "the fan of the cellar runs all night", "", "", cite.Unproven, "It is not true that"},
		{"cut before a condition", unless, "The operator shall close the door", "", "", cite.Unproven, "unless the room is empty"},
		{"vor der Bedingung abgeschnitten", wenn, "Der Raum darf betreten werden", "", "", cite.Unproven, "wenn die Lüftung"},
		{"cut inside", unless + " It is red.", "The operator shall close the door … It is red", "", "", cite.Unproven, "unless the room is empty"},
		{"entry without what leads into the list", list, "cellars without any window", "", "", cite.Unproven, "does not apply"},
		{"entry with what leads into it", list, "This duty does not apply to:\n1. rooms used for less than fifty hours,\n2. cellars without any window", "This duty does not apply to: … 2. cellars without any window", "", cite.Supported, ""},
		{"entry of a list begun on another page", "Page 7\n8. that rooms are aired,\n9. that doors are kept shut at night.", "9. that doors are kept shut at night", "", "", cite.Unproven, "begins in the middle"},
		{"rest of a sentence from another page", "Page 7\nkept shut at night by the crew. Windows are open.", "kept shut at night by the crew", "", "", cite.Unproven, "begins in the middle"},
		{"entry of a law's list", "Der Betreiber hat dafür zu sorgen,\n1. dass der Raum gelüftet wird,\n2. dass die Tür geschlossen bleibt.", "2. dass die Tür geschlossen bleibt", "", "", cite.Unproven, "Der Betreiber hat"},
		{"under its own heading, with its number", heading, "(1) Der Betreiber benennt einen Wart, der die Lüftung prüft.", "", "", cite.Supported, ""},
		{"under its own heading, without its number", heading, "Der Betreiber benennt einen Wart, der die Lüftung prüft.", "", "", cite.Supported, ""},
		{"before a word that only begins like a negation", "Der Raum wird stets gelüftet bei allen nichtöffentlichen Kellern.", "Der Raum wird stets gelüftet", "", "", cite.Supported, ""},
		{"under a heading that names its place", titled, "The operator appoints a warden who looks after the fans.", "", "house.pdf, § 3 Duties of operators not licensed", cite.Supported, ""},
		{"cut at what only ends like its heading", negated, "the fan of the cellar runs all night", "", "memo.pdf, What is not true that", cite.Unproven, "It is not true that"},
		{"broken off within a clause, marked", crew, "The keeper writes down that the crew", "The keeper writes down that the crew …", "", cite.Shortened, "has been told by letter, if more"},
		{"broken off within a clause, not marked", crew, "The keeper writes down that the crew", "The keeper writes down that the crew.", "", cite.Unproven, "has been told by letter, if more"},
		{"a condition broken off, marked", unless, "The operator shall close the door", "The operator shall close the door …", "", cite.Unproven, "unless the room is empty"},
		{"a negation broken off, marked", "The keeper tells the crew that it may by day not enter, if rain falls.", "The keeper tells the crew that it may by day", "The keeper tells the crew that it may by day …", "", cite.Unproven, "not enter"},
		{"mitten im Satz gekürzt", zahl, "2. darauf hinzuweisen, dass der Bescheid an die Bewohner", "2. darauf hinzuweisen, dass der Bescheid an die Bewohner …", "", cite.Unproven, "Der Wart hat"},
		{"mitten im Satz gekürzt, mit dem Anfang der Liste", zahl, "Der Wart hat\n1. die Tür zu öffnen,\n2. darauf hinzuweisen, dass der Bescheid an die Bewohner", "Der Wart hat 1. die Tür zu öffnen, 2. darauf hinzuweisen, dass der Bescheid an die Bewohner …", "", cite.Shortened, "durch Aushang ersetzt wird, wenn"},
		{"verneint gekürzt", "Der Wart sagt, dass der Aushang am Tor nicht genügt, wenn es regnet.", "Der Wart sagt, dass der Aushang", "Der Wart sagt, dass der Aushang …", "", cite.Unproven, "nicht genügt"},
		{"a word changed", after, "The floor of the room shows a joint along the wall.", "The floor of the room shows a crack along the wall.", "", cite.Unproven, ""},
	} {
		start := strings.Index(c.page, c.quote)
		end := start + len(c.quote)
		if head, tail, cut := strings.Cut(c.quote, " … "); cut {
			start, end = strings.Index(c.page, head), strings.Index(c.page, tail)+len(tail)
		}
		claim := c.claim
		if claim == "" {
			claim = c.quote
		}
		got := Checker{}.Check(claim, []Source{{Quote: c.page[start:end], Page: c.page, Start: start, End: end, Passage: around(c.page, c.place), Place: c.place}})
		if got.Verdict != c.want || !strings.Contains(strings.Join(got.Doubts, " "), c.doubt) || c.doubt == "" && len(got.Doubts) > 0 {
			t.Errorf("%s: %s %q, want %s with %q", c.name, got.Verdict, got.Doubts, c.want, c.doubt)
		}
	}
}

// around returns the passage of a page as a library has it: from the heading that a place ends with on, without the page's number.
func around(page, place string) source.Passage {
	text := strings.TrimPrefix(page, "Page 7\n")
	if _, heading, ok := strings.Cut(place, ", "); ok && strings.Contains(text, heading+"\n") {
		return source.Passage{Text: text[strings.Index(text, heading):], Headings: []string{heading}}
	}
	return source.Passage{Text: text}
}

func TestCheck_VerbatimOverAPageBreak(t *testing.T) {
	first, second := "Act on Fans\nOld rules fall. The operator shall not run the fan with-", "Page 2\nout a filter, and keeps the records for five years. Unless asked, nobody reads them."
	one, two := "The operator shall not run the fan with-", "out a filter, and keeps the records for five years"
	at := strings.Index(second, two)
	sources := []Source{
		{Quote: one, Page: first, Start: len(first) - len(one), End: len(first)},
		{Quote: two, Page: second, Start: at, End: at + len(two)},
	}
	if got := (Checker{}).Check("The operator shall not run the fan without a filter", sources); got.Verdict != cite.Supported {
		t.Errorf("what is left out alters nothing: %+v", got)
	}
	passage := source.Passage{Text: "The operator shall not run the fan with-\nout a filter unless it is new, and keeps the records for five years."}
	cut := []Source{sources[0], sources[1]}
	cut[0].Passage, cut[1].Passage, cut[1].Quote = passage, passage, "out a filter"
	if got := (Checker{}).Check("The operator shall not run the fan without a filter", cut); got.Verdict != cite.Unproven || !strings.Contains(strings.Join(got.Doubts, " "), "unless it is new") {
		t.Errorf("an exception behind the page break is left out: %+v", got)
	}
	got := Checker{}.Check("The operator shall not run the fan without a filter, and keeps the records for five years.", sources)
	if !got.Verbatim || got.Verdict != cite.Supported {
		t.Errorf("%+v", got)
	}
	if got := (Checker{}).Check("The operator shall run the fan without a filter, and keeps the records for five years.", sources); got.Verbatim || got.Verdict == cite.Supported {
		t.Errorf("without its negation: %+v", got)
	}
}
