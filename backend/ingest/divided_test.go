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
		{"a path", "New homes are made from /etc/\nskel as a rule.", "What lies in /etc/skel/.bashrc is copied.", "New homes are made from /etc/skel\nas a rule."},
		{"a command", "It is called (invoke-rc.\nd), never by hand.", "Use invoke-rc.d here.", "It is called (invoke-rc.d),\nnever by hand."},
		{"a path that ends", "Messages stand in /var/log/\nduring the installation.", "See /var/log/syslog.", "Messages stand in /var/log/\nduring the installation."},
		{"the end of a sentence", "It is a set.\ntheories differ in this.", "See set.theories in the index.", "It is a set.\ntheories differ in this."},
		{"within a path", "It lies in /usr/lib/i386-\ngnu/foo of the root.", "Nothing else.", "It lies in /usr/lib/i386-gnu/foo\nof the root."},
		{"a compound of more than two", "It is the state-of-\nthe art of all that.", "Nothing else.", "It is the state-of-the\nart of all that."},
		{"as its other lines", "There is man-\nmade radon, long-\nterm and bad, in\nhouses.", "We want long-term studies.", "There is man-made\nradon, long-term\nand bad, in\nhouses."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := written(t, tt.here, tt.elsewhere)[0].Text; got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

// What a cell holds over several lines stands on one, so the words of it that were divided are not at the end of that.
func TestAdd_DividedWordsInCells(t *testing.T) {
	var runs []pdftest.Run
	for i, cell := range [][2]string{{"A vote", "of two-\nthirds of those\nwho are pre-\nsent"}, {"A second vote", "of a simple\nmajority"}, {"A third vote", "is not\nneeded"}} {
		y := 700 - 60*float64(i)
		runs = append(runs, pdftest.Run{X: 72, Y: y, Size: 10, S: cell[0]})
		for k, line := range strings.Split(cell[1], "\n") {
			runs = append(runs, pdftest.Run{X: 250, Y: y - 12*float64(k), Size: 10, S: line})
		}
	}
	d := pdftest.Doc{Pages: []pdftest.Page{{Runs: runs}, {Runs: pdftest.Lines("Two-thirds of those present decide.")}}}
	s := newPDFShelf(t)
	r := s.add(t, pdftest.Write(t, "cells.pdf", d.Bytes()))[0]
	p, err := s.db.Pages(t.Context(), r.Document, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	if want := "A vote\tof two-thirds of those who are present\nA second vote\tof a simple majority\nA third vote\tis not needed"; p[0].Text != want {
		t.Errorf("got  %q\nwant %q", p[0].Text, want)
	}
	at := strings.Index(p[0].Text, "who")
	if from, _ := p[0].AsRead(at, at+3); from != at-1 {
		t.Errorf("what is at %d was at %d", at, from)
	}
}

// A document that hardly divides words divides those at their own hyphens.
func TestAdd_WordsOfADocumentThatDividesNone(t *testing.T) {
	lines := strings.Repeat("a directory was listed\n", 45)
	pages := []string{"They have no directory-\nlisted number at\nall.", lines, lines, lines, lines, lines}
	if got := written(t, pages...)[0].Text; !strings.Contains(got, "directory-listed") {
		t.Errorf("of one in many lines: %q", got)
	}
	if got := written(t, pages[:2]...)[0].Text; !strings.Contains(got, "directorylisted") {
		t.Errorf("of one in few lines: %q", got)
	}
}

func TestPage_AsReadUndoesWhatWasPutIn(t *testing.T) {
	p := written(t, "There is anti-\nmatter, so-\nwie pre-\ntraining of /etc/\nskel at\nend.", "Anti-matter sowie anti-matter: pretraining in /etc/skel.")[0]
	const read = "There is antimatter,\nso- wie\npretraining\nof /etc/\nskel at\nend."
	for _, word := range []string{"There", "matter,", "wie", "training", "skel", "at", "end."} {
		at := strings.Index(p.Text, word)
		if from, to := p.AsRead(at, at+len(word)); read[from:to] != word {
			t.Errorf("%q of %q was %q", word, p.Text, read[from:to])
		}
	}
}
