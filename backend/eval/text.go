package eval

import (
	"cmp"
	"context"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"rabbithole/backend/fault"
	"rabbithole/backend/ingest"
	"rabbithole/backend/pdf"
	"rabbithole/backend/source"
)

// Text is how right the text of pages is, as `eval text --json` prints it.
type Text struct {
	Documents int         `json:"documents"`
	Pages     int         `json:"pages"`
	Unread    []string    `json:"unread,omitempty"`
	Kinds     []LabelKind `json:"kinds"`
	LeftOut   int         `json:"left_out"` // labels whose document is not in the folder
	Wrong     []TextLabel `json:"wrong,omitempty"`
	Compared  *Compared   `json:"compared,omitempty"`
}

// LabelKind counts the labels of one kind.
type LabelKind struct {
	Kind   string  `json:"kind"`
	Labels int     `json:"labels"`
	Right  int     `json:"right"`
	Share  float64 `json:"share"`
}

// Compared is how the words agree with those that another reader finds, page by page and however they are ordered, and the pace of both.
type Compared struct {
	Documents int            `json:"documents"`
	Pages     int            `json:"pages"`
	Theirs    float64        `json:"theirs"` // share of the other's words that ours has
	Ours      float64        `json:"ours"`   // share of our words that the other has
	Worst     []ComparedPage `json:"worst"`
	OurPace   float64        `json:"our_pages_per_second"`
	TheirPace float64        `json:"their_pages_per_second"`
}

// ComparedPage is a page of which the readers disagree.
type ComparedPage struct {
	Document string  `json:"document"`
	Page     int     `json:"page"`
	Theirs   float64 `json:"theirs"`
	Ours     float64 `json:"ours"`
}

// TextOptions say what the text of pages is measured against.
type TextOptions struct {
	Labels   string                                                 // a file of labels; "" means those that the program carries
	Reader   func(ctx context.Context, path string) ([]byte, error) // another reader, with a form feed behind each page; nil means none
	Progress func(document string)
}

// MeasureText reads all PDF files in dir and below and measures the text of their pages.
func MeasureText(ctx context.Context, dir string, opt TextOptions) (Text, error) {
	var t Text
	labels, err := readLabels(opt.Labels)
	if err != nil {
		return t, err
	}
	paths, err := pdfsBelow(dir)
	if err != nil || len(paths) == 0 {
		return t, fault.New("find PDF files in "+dir, fault.NotFound, "Name a folder with PDF files in it.", err)
	}
	x := pdf.New(pdf.Options{})
	defer x.Close()
	m := textMeasure{text: &t, opt: opt, labels: labels}
	for _, path := range paths {
		if opt.Progress != nil {
			opt.Progress(filepath.Base(path))
		}
		if err := m.document(ctx, x, path); err != nil {
			return t, err
		}
	}
	m.finish()
	return t, nil
}

// pdfsBelow lists the PDF files in dir and its folders.
func pdfsBelow(dir string) (paths []string, err error) {
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && strings.EqualFold(filepath.Ext(path), ".pdf") {
			paths = append(paths, path)
		}
		return err
	})
	return paths, err
}

// textMeasure adds up what is found in documents one after the other.
type textMeasure struct {
	text   *Text
	opt    TextOptions
	labels []TextLabel
	judged []judgedLabel

	common, theirs, ours int // words
	worst                []ComparedPage
	documents, pages     int
	ourTime, theirTime   time.Duration
}

// document reads a document, judges its labels and compares its pages. One that cannot be read is named and passed over.
func (m *textMeasure) document(ctx context.Context, x *pdf.Extractor, path string) error {
	began := time.Now()
	meta, pages, err := readDocument(ctx, x, path)
	took := time.Since(began)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	name := filepath.Base(path)
	if err != nil {
		m.text.Unread = append(m.text.Unread, name)
		return nil
	}
	m.text.Documents, m.text.Pages = m.text.Documents+1, m.text.Pages+len(pages)
	if err := m.judge(ctx, name, meta, pages); err != nil || m.opt.Reader == nil {
		return err
	}
	began = time.Now()
	out, err := m.opt.Reader(ctx, path)
	if err == nil {
		m.ourTime, m.theirTime = m.ourTime+took, m.theirTime+time.Since(began)
		m.compare(name, pages, strings.Split(string(out), "\f"))
	}
	return ctx.Err()
}

func readDocument(ctx context.Context, x *pdf.Extractor, path string) (meta source.Meta, pages []source.Page, err error) {
	f, err := x.Open(ctx, path, source.OpenOptions{})
	if err != nil {
		return meta, nil, err
	}
	defer f.Close()
	err = f.Pages(ctx, 1, func(p source.Page) error {
		pages = append(pages, p)
		return nil
	})
	return f.Meta(), pages, err
}

// judge decides about the labels of a document.
func (m *textMeasure) judge(ctx context.Context, name string, meta source.Meta, pages []source.Page) error {
	mine := slices.IndexFunc(m.labels, func(l TextLabel) bool { return l.Document == name })
	if mine < 0 {
		return nil
	}
	found, err := ingest.Structure(ctx, source.Document{Hash: name, Name: name}, meta, pages)
	if err != nil {
		return err
	}
	m.labels = slices.DeleteFunc(m.labels, func(l TextLabel) bool { // what is left has no document
		if l.Document == name {
			m.judged = append(m.judged, judgedLabel{l, l.right(pages, found)})
		}
		return l.Document == name
	})
	return nil
}

// fewWords are the fewest that a page has to have to be named among the worst.
const fewWords = 20

func (m *textMeasure) compare(name string, pages []source.Page, other []string) {
	m.documents, m.pages = m.documents+1, m.pages+len(pages)
	for i, p := range pages {
		theirs, ours := map[string]int{}, wordsOf(p.Text)
		if i < len(other) {
			theirs = wordsOf(other[i])
		}
		common, onlyOurs, onlyTheirs := compareShingles(theirs, ours)
		t, o := common+onlyTheirs, common+onlyOurs
		m.common, m.theirs, m.ours = m.common+common, m.theirs+t, m.ours+o
		if max(t, o) >= fewWords {
			m.worst = append(m.worst, ComparedPage{Document: name, Page: p.Number, Theirs: share(common, t), Ours: share(common, o)})
		}
	}
}

// hyphen is one that joins words or divides one, also at the end of a line: readers disagree on those, so none counts.
var hyphen = regexp.MustCompile(`(\p{L})[-‐‑\x{AD}]\n?`)

// wordsOf counts the words of a text.
func wordsOf(text string) map[string]int {
	n := map[string]int{}
	text = hyphen.ReplaceAllString(norm.NFKC.String(strings.ReplaceAll(text, "\u00ad", "-")), "$1")
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		n[w]++
	}
	return n
}

// finish works out the figures.
func (m *textMeasure) finish() {
	m.text.LeftOut = len(m.labels)
	for _, kind := range labelKinds {
		k := LabelKind{Kind: kind}
		for _, j := range m.judged {
			if j.label.Kind != kind {
				continue
			}
			if k.Labels++; j.right {
				k.Right++
			} else {
				m.text.Wrong = append(m.text.Wrong, j.label)
			}
		}
		k.Share = share(k.Right, k.Labels)
		m.text.Kinds = append(m.text.Kinds, k)
	}
	if m.documents == 0 {
		return
	}
	slices.SortStableFunc(m.worst, func(a, b ComparedPage) int {
		return cmp.Compare(harmonic(a.Theirs, a.Ours), harmonic(b.Theirs, b.Ours))
	})
	m.text.Compared = &Compared{Documents: m.documents, Pages: m.pages, Theirs: share(m.common, m.theirs), Ours: share(m.common, m.ours),
		Worst: m.worst[:min(5, len(m.worst))], OurPace: float64(m.pages) / m.ourTime.Seconds(), TheirPace: float64(m.pages) / m.theirTime.Seconds()}
}
