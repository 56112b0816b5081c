package ingest

import (
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/source"
)

// count is what became of a document's pages, by their numbers.
type count struct {
	pages, blank                   int
	scans, bad, failed, recognised []int
	hidden, partial                []int
	pictures, doubtful             []int
	why                            []string // "page 3: took too long", of pages that have a reason
	waiting                        bool     // some could be recognised
}

func countPages(pages []source.Page) count {
	var c count
	for _, p := range pages {
		c.add(p)
	}
	return c
}

func (c *count) add(p source.Page) {
	c.pages++
	switch {
	case p.Has(source.PageFailed):
		c.failed = append(c.failed, p.Number)
	case p.Has(source.NoText):
		c.scans = append(c.scans, p.Number)
	case p.Has(source.BadText):
		c.bad = append(c.bad, p.Number)
	case p.Has(source.OCRText):
		c.recognised = append(c.recognised, p.Number)
	case p.Has(source.BlankPage), strings.TrimSpace(p.Text) == "":
		c.blank++
	}
	if p.Has(source.HiddenText) {
		c.hidden = append(c.hidden, p.Number)
	}
	if p.Has(source.PictureText) {
		c.pictures = append(c.pictures, p.Number)
	}
	if p.Has(source.DoubtText) {
		c.doubtful = append(c.doubtful, p.Number)
	}
	if p.Has(source.PartText) {
		c.partial = append(c.partial, p.Number)
	}
	c.waiting = c.waiting || waits(p)
	if p.Reason != "" {
		c.why = append(c.why, fmt.Sprintf("page %d: %s", p.Number, p.Reason))
	}
}

// on returns d with what is known about its pages.
func (c count) on(d source.Document) source.Document {
	why := c.reason()
	d.Pages, d.Unreadable, d.Reason, d.Trouble = c.pages, c.unreadable(), why.text, why.trouble
	d.UnreadablePages, d.RecognisedPages = slices.Sorted(slices.Values(slices.Concat(c.scans, c.bad, c.failed))), c.recognised
	return d
}

// unreadable is the number of pages without usable text; a blank page lacks nothing.
func (c count) unreadable() int { return len(c.scans) + len(c.bad) + len(c.failed) }

// readable reports whether any page has text.
func (c count) readable() bool { return c.pages > c.unreadable()+c.blank }

// reason explains why a document has nothing to read, or says what is the matter with some of its pages; "" when all is well.
func (c count) reason() reason {
	switch {
	case c.pages == 0:
		return reasonNoPages
	case !c.readable() && c.unreadable() == 0:
		return reasonNoText
	case !c.readable():
		return reason{c.trouble(), "No text layer: " + c.parts(false) + "." + c.whys() + c.cure()}
	}
	var said []string
	if c.unreadable() > 0 {
		said = append(said, fmt.Sprintf("Of %s, %s.%s%s", pageCount(c.pages), c.parts(true), c.whys(), c.cure()))
	}
	if n := len(c.recognised); n > 0 {
		said = append(said, fmt.Sprintf("The text of %s was recognised from the picture (OCR) and may hold errors: %s.", pageCount(n),
			listed(c.recognised)))
	}
	if n := len(c.pictures); n > 0 {
		said = append(said, fmt.Sprintf("Pictures on %s seem to show more writing than is in the text: %s.%s", pageCount(n), listed(c.pictures),
			c.cure()))
	}
	if n := len(c.doubtful); n > 0 {
		said = append(said, fmt.Sprintf("The text of %s hardly makes words: %s. That is so with codes and abbreviations, or where a font does not tell its "+
			"letters. Look at the page before you trust a quote from there.", pageCount(n), listed(c.doubtful)))
	}
	if n := len(c.partial); n > 0 {
		said = append(said, fmt.Sprintf("Part of the text of %s has no meaning, because its font does not say which letters "+
			"it shows, and is left out: %s. Look at the page itself.", pageCount(n), listed(c.partial)))
	}
	if n := len(c.hidden); n > 0 {
		said = append(said, fmt.Sprintf("Text that cannot be seen (white on white, or tiny) is among that of %s: %s. Look at the page before you trust a quote from there.", pageCount(n), listed(c.hidden)))
	}
	why := reason{text: strings.Join(said, " ")}
	if c.unreadable()+len(c.pictures) > 0 {
		why.trouble = c.trouble()
	}
	return why
}

// trouble names why pages have no usable text.
func (c count) trouble() source.Trouble {
	switch {
	case len(c.bad) > 0 && c.waiting:
		return source.Garbled
	case c.waiting:
		return source.Scans
	case len(c.failed) > 0:
		return source.Damaged
	}
	return source.Unseen
}

const (
	cureForScans  = " Such pages are pictures. To have them read, install tesseract (`rabbithole doctor` says how), then run `rabbithole add` without a file."
	cureForFailed = " Open the file in a PDF viewer; if the pages show there, print it to a new PDF and add that."
)

// cure says what can be done, "" when everything was.
func (c count) cure() string {
	switch {
	case c.waiting:
		return cureForScans
	case len(c.failed) > 0:
		return cureForFailed
	}
	return ""
}

// parts says how many pages are without text, and which where that is not all of them.
func (c count) parts(which bool) string {
	var parts []string
	for _, p := range []struct {
		pages    []int
		one, all string
	}{
		{c.scans, "is a scan", "are scans"},
		{c.bad, "has a text layer without meaning", "have a text layer without meaning"},
		{c.failed, "could not be read", "could not be read"},
	} {
		if len(p.pages) == 0 {
			continue
		}
		verb := p.all
		if len(p.pages) == 1 {
			verb = p.one
		}
		part := pageCount(len(p.pages)) + " " + verb
		if which {
			part += " (" + listed(p.pages) + ")"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

// mostReasons is how many pages are explained one by one.
const mostReasons = 5

// whys returns the reasons of single pages as a sentence, "" when they have none.
func (c count) whys() string {
	if len(c.why) == 0 {
		return ""
	}
	said := strings.Join(c.why[:min(len(c.why), mostReasons)], "; ")
	if more := len(c.why) - mostReasons; more > 0 {
		said += fmt.Sprintf("; and %d more", more)
	}
	return " " + strings.ToUpper(said[:1]) + said[1:] + "."
}

// listed writes page numbers as a person would: "3, 7-9".
func listed(pages []int) string {
	var parts []string
	for i := 0; i < len(pages); {
		k := i
		for k+1 < len(pages) && pages[k+1] == pages[k]+1 {
			k++
		}
		part := fmt.Sprint(pages[i])
		if k > i {
			part = fmt.Sprintf("%d-%d", pages[i], pages[k])
		}
		parts, i = append(parts, part), k+1
	}
	return strings.Join(parts, ", ")
}
