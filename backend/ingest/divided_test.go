package ingest_test

import (
	"strings"
	"testing"

	"rabbithole/backend/ingest"
	"rabbithole/backend/pdf/pdftest"
	"rabbithole/backend/source"
)

// written returns the pages of a PDF with these pages of lines as the library has them.
func written(t *testing.T, pages ...string) []source.Page {
	t.Helper()
	var d pdftest.Doc
	for _, p := range pages {
		d.Pages = append(d.Pages, pdftest.Page{Runs: pdftest.Lines(strings.Split(p, "\n")...)})
	}
	s := newPDFShelf(t)
	r := s.add(t, pdftest.Write(t, "divided.pdf", d.Bytes()))[0]
	if r.Status != ingest.Added {
		t.Fatalf("%+v", r)
	}
	got, err := s.db.Pages(t.Context(), r.Document, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range got {
		for i, line := range strings.Split(p.Text, "\n") {
			if l := p.Lines[i]; p.Text[l.Start:l.End] != line {
				t.Errorf("page %d: line %d is %q, Lines say %q", p.Number, i, line, p.Text[l.Start:l.End])
			}
		}
	}
	return got
}

func TestAdd_DividedWordsAreWrittenAsElsewhereInTheDocument(t *testing.T) {
	for _, tt := range []struct{ name, here, elsewhere, want string }{
		{"with its hyphen", "The limits on anti-\namplification apply to\nall.", "An anti-amplification limit is set.", "The limits on anti-amplification\napply to\nall."},
		{"without", "The effects of pre-\ntraining are seen\nlate.", "We call it pretraining. The pretraining is long, pre-training was not.", "The effects of pretraining\nare seen\nlate."},
		{"names in capitals", "It is told in QUIC-\nTRANSPORT and not\nhere.", "See QUIC-TRANSPORT.", "It is told in QUIC-TRANSPORT\nand not\nhere."},
		{"no conjunction", "Die Behörde so-\nwie der Betreiber\nhaften.", "Der Bund sowie die Länder haften.", "Die Behörde sowie\nder Betreiber\nhaften."},
		{"half a compound", "Die Regeln der Ein-\nund Ausfuhr gelten\nhier.", "Es gibt Ausfuhr und Einfuhr.", "Die Regeln der Ein- und\nAusfuhr gelten\nhier."},
		{"nothing elsewhere", "Das Recht der Strahlenschutz-\nverordnung ist neu\nhier.", "Es gibt Regeln und Gesetze.", "Das Recht der Strahlenschutzverordnung\nist neu\nhier."},
		{"parts of other compounds", "These are weather-\nrelated damages of\nthe year.", "The weather was bad and related to climate-related change.", "These are weather-related\ndamages of\nthe year."},
		{"a prefix", "There are non-\ntoxic fumes in\nthe room.", "Non-radiative, non-stationary and non-linear fumes are toxic.", "There are non-toxic\nfumes in\nthe room."},
		{"as its other lines", "There is man-\nmade radon, long-\nterm and bad, in\nhouses.", "We want long-term studies.", "There is man-made\nradon, long-term\nand bad, in\nhouses."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := written(t, tt.here, tt.elsewhere)[0].Text; got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestPage_AsReadUndoesWhatWasPutIn(t *testing.T) {
	p := written(t, "There is anti-\nmatter, so-\nwie pre-\ntraining of the\nend.", "Anti-matter sowie anti-matter: pretraining.")[0]
	const read = "There is antimatter,\nso- wie\npretraining\nof the\nend."
	for _, word := range []string{"There", "matter,", "wie", "training", "end."} {
		at := strings.Index(p.Text, word)
		if from, to := p.AsRead(at, at+len(word)); read[from:to] != word {
			t.Errorf("%q of %q was %q", word, p.Text, read[from:to])
		}
	}
}
