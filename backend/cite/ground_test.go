package cite_test

import (
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/source"
)

// A word that is broken where a page ends, with a footer right behind it, is still quoted from both pages.
func TestGround_WordBrokenAtTheEndOfAPage(t *testing.T) {
	first, second := "Die Aufsichtsbehörde ist befugt, den Verstoß den zuständigen Stellen anzuzei-Bundesdatenschutzgesetz Seite 14", "Seite 15\ngen sowie die Gewerbeaufsichtsbehörde zu unterrichten."
	pages := func(_ string, page int) (string, error) { return map[int]string{14: first, 15: second}[page], nil }
	end, begin := len("Die Aufsichtsbehörde ist befugt, den Verstoß den zuständigen Stellen anzuzei-"), len("Seite 15\n")
	q := cite.Quote{Text: first[:end] + " " + second[begin:], Span: source.Span{Page: 14, End: end}, More: []source.Span{{Page: 15, Start: begin, End: len(second)}}}
	e := cite.Evidence{ID: "E1", Document: "d", Name: "BDSG.pdf", Page: 14}
	found, err := cite.Ground(e, q, pages)
	if err != nil || len(found) != 2 || found[0].Page != 14 || found[1].Page != 15 || found[1].Quote != second[begin:] {
		t.Fatalf("%+v, %v", found, err)
	}
	const whole = "Die Aufsichtsbehörde ist befugt, den Verstoß den zuständigen Stellen anzuzeigen sowie die Gewerbeaufsichtsbehörde zu unterrichten."
	other := cite.Citation{Evidence: "E2", Document: "d", Page: 16}
	if read := cite.Whole(append(found, other)); len(read) != 2 || read[0].Quote != whole || read[0].Label != "14–15" || read[0].Page != 14 || !found[0].Torn {
		t.Errorf("a person reads %+v", read)
	}
	q.Text = "Die Aufsichtsbehörde ist nicht befugt, den Verstoß den zuständigen Stellen anzuzeigen sowie die Gewerbeaufsichtsbehörde zu unterrichten."
	if found, err := cite.Ground(e, q, pages); err != nil || len(found) != 0 {
		t.Errorf("other words than those of its spans are quoted: %+v, %v", found, err)
	}
	q.More[0].End++
	if found, err := cite.Ground(e, q, pages); err != nil || len(found) != 0 {
		t.Errorf("a span beyond its page is quoted: %+v, %v", found, err)
	}
}
