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

	"golang.org/x/text/unicode/norm"

	"rabbithole/backend/fault"
	"rabbithole/backend/ingest"
	"rabbithole/backend/pdf"
	"rabbithole/backend/source"
)

// Text is how right the text of pages is, as `eval text --json` prints it.
type Text struct {
	Documents int                  `json:"documents"`
	Pages     int                  `json:"pages"`
	Unread    []string             `json:"unread,omitempty"`
	Kinds     map[string]LabelKind `json:"kinds"`
	LeftOut   int                  `json:"left_out"` // labels whose document is not in the folder
	Wrong     []TextLabel          `json:"wrong,omitempty"`
	Compared  *Compared            `json:"compared,omitempty"`
}

// LabelKind counts the labels of one kind.
type LabelKind struct {
	Labels int     `json:"labels"`
	Right  int     `json:"right"`
	Share  float64 `json:"share"`
}

// Compared is how the words agree with those that another reader finds, page by page and however they are ordered, and the pace of both.
type Compared struct {
	Pages     int            `json:"pages"`
	Theirs    float64        `json:"theirs"` // share of the other's words that ours has
	Ours      float64        `json:"ours"`   // share of our words that the other has
	Worst     []ComparedPage `json:"worst"`
	OurPace   float64        `json:"our_pages_per_second"`
	TheirPace float64        `json:"their_pages_per_second"`

	common, theirs, ours int // words
	ourTime, theirTime   time.Duration
}

// ComparedPage is a page with the shares of its words.
type ComparedPage struct {
	Document string  `json:"document"`
	Page     int     `json:"page"`
	Theirs   float64 `json:"theirs"`
	Ours     float64 `json:"ours"`
}

// MeasureText reads all PDF files in dir and below, holds their pages against labels (a file, "" for those that the program carries) and
// compares the words with those of another reader, where there is one: it returns a file's text with a form feed behind each page.
func MeasureText(ctx context.Context, dir, labels string, other func(ctx context.Context, path string) ([]byte, error)) (t Text, err error) {
	t.Kinds = map[string]LabelKind{}
	var todo []TextLabel
	each := func(l TextLabel) { todo = append(todo, l) }
	if labels == "" {
		err = decodeLines("the labels", strings.NewReader(textLabels), each)
	} else {
		err = readLines(labels, each)
	}
	if err != nil {
		return t, err
	}
	x := pdf.New(pdf.Options{})
	defer x.Close()
	var c Compared
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.EqualFold(filepath.Ext(path), ".pdf") {
			return err
		}
		began, name := time.Now(), filepath.Base(path)
		meta, pages, err := readPDF(ctx, x, path)
		took := time.Since(began)
		if err != nil {
			t.Unread = append(t.Unread, name)
			return ctx.Err()
		}
		ingest.Rejoin(pages)
		t.Documents, t.Pages = t.Documents+1, t.Pages+len(pages)
		if todo, err = t.judge(ctx, todo, name, meta, pages); err != nil || other == nil {
			return err
		}
		began = time.Now()
		if out, err := other(ctx, path); err == nil {
			c.ourTime, c.theirTime = c.ourTime+took, c.theirTime+time.Since(began)
			c.add(name, pages, strings.Split(string(out), "\f"))
		}
		return ctx.Err()
	})
	if err == nil && t.Documents == 0 {
		err = fault.New("find PDF files in "+dir, fault.NotFound, "Name a folder with PDF files that can be read.", nil)
	}
	if t.LeftOut = len(todo); c.Pages > 0 {
		c.finish()
		t.Compared = &c
	}
	return t, err
}

func readPDF(ctx context.Context, x *pdf.Extractor, path string) (meta source.Meta, pages []source.Page, err error) {
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

// judge counts the labels of a document and returns those of others.
func (t *Text) judge(ctx context.Context, labels []TextLabel, name string, meta source.Meta, pages []source.Page) (rest []TextLabel, err error) {
	if !slices.ContainsFunc(labels, func(l TextLabel) bool { return l.Document == name }) {
		return labels, nil
	}
	found, err := ingest.Structure(ctx, source.Document{Hash: name, Name: name}, meta, pages)
	for _, l := range labels {
		if l.Document != name {
			rest = append(rest, l)
			continue
		}
		k := t.Kinds[l.Kind]
		if k.Labels++; l.right(pages, found) {
			k.Right++
		} else {
			t.Wrong = append(t.Wrong, l)
		}
		k.Share = share(k.Right, k.Labels)
		t.Kinds[l.Kind] = k
	}
	return rest, err
}

// add compares the pages of a document. One of few words is not named among the worst.
func (c *Compared) add(name string, pages []source.Page, other []string) {
	c.Pages += len(pages)
	for i, p := range pages {
		theirs := map[string]int{}
		if i < len(other) {
			theirs = wordsOf(other[i])
		}
		common, extra, missing := compareShingles(theirs, wordsOf(p.Text))
		t, o := common+missing, common+extra
		c.common, c.theirs, c.ours = c.common+common, c.theirs+t, c.ours+o
		if max(t, o) >= 20 {
			c.Worst = append(c.Worst, ComparedPage{Document: name, Page: p.Number, Theirs: share(common, t), Ours: share(common, o)})
		}
	}
}

// finish works out the figures.
func (c *Compared) finish() {
	c.Theirs, c.Ours = share(c.common, c.theirs), share(c.common, c.ours)
	c.OurPace, c.TheirPace = float64(c.Pages)/c.ourTime.Seconds(), float64(c.Pages)/c.theirTime.Seconds()
	slices.SortStableFunc(c.Worst, func(a, b ComparedPage) int {
		return cmp.Compare(harmonic(a.Theirs, a.Ours), harmonic(b.Theirs, b.Ours))
	})
	c.Worst = c.Worst[:min(5, len(c.Worst))]
}

// hyphen joins words or divides one, also at the end of a line: readers disagree on those, so none counts.
var hyphen = regexp.MustCompile(`(\p{L})[-‐‑\x{AD}]\n?`)

// wordsOf counts the words of a text.
func wordsOf(text string) map[string]int {
	n := map[string]int{}
	for _, w := range word.FindAllString(strings.ReplaceAll(hyphen.ReplaceAllString(norm.NFKC.String(text), "$1"), "_", " "), -1) {
		n[w]++
	}
	return n
}
