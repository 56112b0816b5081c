package ingest_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"rabbithole/backend/fault"
	"rabbithole/backend/ingest"
	"rabbithole/backend/source"
)

// eyes recognise pages: each one asked for gets the next of words; "" is a page with nothing to read.
type eyes struct {
	mu     sync.Mutex
	words  []string
	asked  int
	blind  error // of Ready
	before func(asked int) error
}

func (e *eyes) Ready(context.Context) error { return e.blind }

func (e *eyes) Recognise(ctx context.Context, _ []byte, _ float64, _ string) (source.Page, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.asked++
	if e.before != nil {
		if err := e.before(e.asked); err != nil {
			return source.Page{}, err
		}
	}
	text := "seen"
	if e.asked <= len(e.words) {
		text = e.words[e.asked-1]
	}
	return source.Page{Text: text, Words: []source.Word{{End: len(text), Rect: source.Rect{X: 1, Y: 2, W: 3, H: 4}}}, Flags: []source.PageFlag{source.OCRText}}, ctx.Err()
}

func TestRecognise_AfterTheTextIsInSearch(t *testing.T) {
	s := newShelf(t)
	e := &eyes{words: []string{"lindane", ""}}
	s.Recogniser = e
	e.before = func(int) error {
		if s.index.hits("words") != 1 {
			t.Error("recognition began before the text was in search")
		}
		return nil
	}
	var phases []ingest.Phase
	results, err := s.Add(t.Context(), []string{s.write(t, "partly.pdf", "words\fscan\fmore\fscan")}, ingest.Options{Progress: func(p ingest.Progress) {
		if n := len(phases); n == 0 || phases[n-1] != p.Phase {
			phases = append(phases, p.Phase)
		}
		if p.Phase == ingest.Recognising && (p.ToRecognise != 2 || p.Recognised > 2) {
			t.Errorf("%d of %d pages", p.Recognised, p.ToRecognise)
		}
	}})
	if err != nil || s.index.hits("lindane") != 1 || s.index.hits("words") != 1 {
		t.Fatalf("%v, hits %d and %d", err, s.index.hits("lindane"), s.index.hits("words"))
	}
	d := s.document(t, results[0].Document)
	if d.State != source.Ready || d.Unreadable != 1 || len(d.UnreadablePages) != 1 || len(d.RecognisedPages) != 1 {
		t.Errorf("%+v", d)
	}
	if !strings.Contains(d.Reason, "recognition found nothing to read") || !strings.Contains(d.Reason, "recognised from the picture (OCR)") || results[0].Reason != d.Reason {
		t.Errorf("reason %q, result %q", d.Reason, results[0].Reason)
	}
	if !slices.Contains(phases, ingest.Recognising) {
		t.Errorf("phases %v", phases)
	}
	page, err := s.db.Page(t.Context(), d.Hash, d.RecognisedPages[0])
	if err != nil || !page.Has(source.OCRText) || page.Has(source.NoText) || len(page.Rects(0, 3)) != 1 {
		t.Errorf("%+v, %v", page, err)
	}
	if s.add(t, d.Path); e.asked != 2 {
		t.Errorf("a page was tried again: %d", e.asked)
	}
}

func TestRecognise_ADocumentOfScans(t *testing.T) {
	s := newShelf(t)
	s.Recogniser = &eyes{words: []string{"alpha", "beta"}}
	r := s.add(t, s.write(t, "scans.pdf", "scan\fscan"), s.write(t, "text.pdf", "%PDF-1.4 gamma"))
	if r[0].Status != ingest.Added || r[0].Passages != 2 || s.index.hits("alpha")+s.index.hits("beta")+s.index.hits("gamma") != 3 {
		t.Errorf("%+v", r)
	}
	if s.index.order[0] != r[1].Document {
		t.Error("the scans entered the index before the text")
	}

	s.Recogniser = &eyes{words: []string{"", ""}}
	path := s.write(t, "specks.pdf", "scan\fscan\f")
	if r := s.add(t, path); r[0].Status != ingest.NotAdded || !strings.Contains(r[0].Reason, "nothing to read") {
		t.Errorf("%+v", r)
	}
}

// A page with a few words on a picture that looks like writing: a stamped scan, if recognition finds more than the words; else a drawing,
// whose words are kept.
func TestRecognise_APageWithWordsOnItsPicture(t *testing.T) {
	s := newShelf(t)
	s.Recogniser = &eyes{words: []string{"alpha and a whole page of other words", "specks"}}
	r := s.add(t, s.write(t, "stamps.pdf", "stamped one\fstamped two"))[0]
	if r.Status != ingest.Added || s.index.hits("alpha") != 1 || s.index.hits("one")+s.index.hits("two") != 1 || s.index.hits("specks") != 0 {
		t.Errorf("%+v", r)
	}
	d := s.document(t, r.Document)
	if d.Unreadable != 0 || len(d.RecognisedPages) != 1 || d.Trouble != "" {
		t.Errorf("%+v", d)
	}

	s.Recogniser = &eyes{blind: errors.New("not installed")}
	r = s.add(t, s.write(t, "more.pdf", "stamped three\fwords"))[0]
	if d := s.document(t, r.Document); !d.Live() || s.index.hits("three") != 1 || !strings.Contains(d.Reason, "more writing than is in the text: 1.") || d.Trouble != source.Scans {
		t.Errorf("%+v, %q", d, d.Reason)
	}
	s.Recogniser = &eyes{words: []string{"gamma and a whole page of other words"}}
	if _, err := s.Resume(t.Context(), ingest.Options{}); err != nil || s.index.hits("gamma") != 1 {
		t.Errorf("once it is installed: %v, %d hits", err, s.index.hits("gamma"))
	}
}

func TestRecognise_GoesOnWhereItWasStopped(t *testing.T) {
	s := newShelf(t)
	ctx, cancel := context.WithCancel(t.Context())
	e := &eyes{before: func(asked int) error {
		if asked == 3 {
			cancel()
		}
		return nil
	}}
	s.Recogniser = e
	_, err := s.Add(ctx, []string{s.write(t, "a.pdf", "scan\fscan\fscan\fscan\fscan\fscan"), s.write(t, "b.pdf", "words\fscan")}, ingest.Options{})
	if fault.KindOf(err) != fault.Cancelled || s.index.hits("words") != 1 {
		t.Fatalf("%v, %d hits", err, s.index.hits("words"))
	}
	kept := 0
	docs, _ := s.db.Documents(t.Context(), source.DocumentFilter{})
	for _, d := range docs {
		pages, err := s.db.Pages(t.Context(), d.Hash, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range pages {
			if p.Has(source.OCRText) {
				kept++
			}
		}
	}
	after := &eyes{}
	s.Recogniser = after
	if _, err := s.Resume(t.Context(), ingest.Options{}); err != nil {
		t.Fatal(err)
	}
	if kept == 0 || after.asked != 7-kept || s.index.hits("seen") != 7 {
		t.Errorf("%d pages kept, %d asked afterwards, %d of 7 found", kept, after.asked, s.index.hits("seen"))
	}
}

func TestRecognise_OnePageFailsAllOthersDoNot(t *testing.T) {
	s := newShelf(t)
	s.Recogniser = &eyes{before: func(asked int) error {
		if asked == 1 {
			return fault.New("recognise", fault.Unreadable, "", errors.New("it took longer than 90 s"))
		}
		return nil
	}}
	r := s.add(t, s.write(t, "a.pdf", "words\fscan\fscan"))
	if s.index.hits("seen") != 1 || !strings.Contains(r[0].Reason, "text recognition failed: it took longer than 90 s") {
		t.Errorf("%+v, %d hits", r, s.index.hits("seen"))
	}
}

func TestRecognise_WithoutARecogniserPagesWait(t *testing.T) {
	s := newShelf(t)
	e := &eyes{blind: errors.New("not installed")}
	s.Recogniser = e
	path := s.write(t, "a.pdf", "words\fscan")
	if r := s.add(t, path); !strings.Contains(r[0].Reason, "1 page is a scan (2)") || e.asked != 0 {
		t.Errorf("%+v", r)
	}
	scans := s.add(t, s.write(t, "scans.pdf", "scan\fscan"))[0]
	if scans.Status != ingest.NotAdded || !strings.Contains(scans.Reason, "install tesseract") {
		t.Errorf("%+v", scans)
	}
	s.Recogniser = &eyes{} // installed since; asked for by adding nothing new
	if _, err := s.Resume(t.Context(), ingest.Options{}); err != nil || s.index.hits("seen") != 3 {
		t.Errorf("%v, %d hits", err, s.index.hits("seen"))
	}
	if d := s.document(t, scans.Document); !d.Live() || d.Reason != "" && strings.Contains(d.Reason, "tesseract") {
		t.Errorf("%+v", d)
	}
}
