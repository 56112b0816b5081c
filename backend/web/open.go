package web

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/chunk"
	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// text is what was read of a page: pieces to lay out, or the pages of a format that has its own, and what it says about itself.
type text struct {
	kind   kind
	pieces []chunk.Piece
	pages  []source.Page
	about  about
	cut    bool
}

// about is what a page says about itself. All of it is untrusted.
type about struct {
	title, author, date, site, language string
	canonical                           string // as the page names it
	description                         string
}

// open makes text of what was fetched. It survives whatever the libraries below do with hostile input.
func (r *Reader) open(ctx context.Context, got fetched) (t text, err error) {
	defer func() {
		if p := recover(); p != nil {
			t, err = text{}, errors.New("it is built in a way that cannot be read")
		}
	}()
	if len(got.body) == 0 {
		return text{}, errors.New("it is empty")
	}
	k, why := kindOf(got.header, got.final.Path, got.body)
	if why != "" {
		return text{}, errors.New(why)
	}
	t = text{kind: k, cut: got.cut}
	switch k {
	case pdfKind:
		err = t.opened(ctx, r.opt.PDF, got, "this program was started without a reader for PDF")
	case markdownKind:
		if r.opt.Markdown == nil {
			t.pieces = paragraphs(Decode(got.body, got.header))
			break
		}
		decoded := got // a text that was cut is still a text
		decoded.body, decoded.cut = []byte(seenMarkdown(Decode(got.body, got.header))), false
		err = t.opened(ctx, r.opt.Markdown, decoded, "")
	case jsonKind:
		t.pieces, err = readJSON(got.body, got.header)
	case csvKind:
		t.pieces = readCSV(Decode(got.body, got.header))
	case plainKind:
		t.pieces = paragraphs(Decode(got.body, got.header))
	case xmlKind:
		t.pieces, err = readXML(Decode(got.body, got.header))
	default:
		err = t.readHTML(ctx, got)
	}
	return t, err
}

// opened takes the pages of a format that another package reads.
func (t *text) opened(ctx context.Context, open Opener, got fetched, missing string) error {
	if open == nil {
		return errors.New(missing)
	}
	if got.cut {
		return errors.New("the file is larger than what is read of a page")
	}
	pages, meta, err := open(ctx, got.body)
	if err != nil {
		return err
	}
	t.about = about{title: meta.Title, author: meta.Author, date: meta.Date}
	for _, p := range pages {
		p.Links = nil // nothing of a page leads anywhere
		t.pages = append(t.pages, p)
	}
	return nil
}

// readHTML reads a page of markup, and says why when nobody could read it.
func (t *text) readHTML(ctx context.Context, got fetched) error {
	page, err := Extract(ctx, []byte(Decode(got.body, got.header)), got.final)
	if err != nil {
		return err
	}
	t.pieces, t.about = page.Pieces, page.about
	t.about.language = cmp.Or(t.about.language, languageCode(got.header.Get("Content-Language")))
	return nil
}

// finish makes an article of what was read.
func (r *Reader) finish(got fetched, canonical string, t text) (reading, error) {
	pages, cut := t.pages, t.cut
	if t.pages == nil {
		pages, _ = chunk.LayOut(t.pieces)
	}
	pages, more := bounded(pages, r.opt.MaxText)
	if letters(pages) < fewestLetters {
		return reading{}, unreadable(canonical, errors.New("it holds no text to read"))
	}
	a := source.Article{
		URL: r.identity(got.final, canonical, t.about.canonical), Final: cmp.Or(own(got.final), canonical),
		Title: oneLine(plainText(t.about.title), 300), Author: oneLine(plainText(t.about.author), 200),
		Date: isoDate(t.about.date), Language: t.about.language, ContentType: string(t.kind), Status: got.status, Bytes: int64(len(got.body)),
		FetchedAt: got.at, Cut: cut || more,
	}
	a.Site = cmp.Or(oneLine(plainText(t.about.site), 100), strings.TrimPrefix(got.final.Hostname(), "www."))
	a.Document = hashOf(a.URL, pages)
	return reading{article: a, pages: pages}, nil
}

// identity returns the address by which a page is known: the one that it names itself if that is the one that answered in fewer words, else the
// one that answered. What a page says of itself is untrusted: it may not pass for another of its site.
func (r *Reader) identity(final *url.URL, canonical, named string) string {
	if named != "" {
		if u, err := final.Parse(named); err == nil && plainer(u, final) {
			if address, err := Canonical(u.String()); err == nil {
				return address
			}
		}
	}
	return cmp.Or(own(final), canonical)
}

// own is the canonical form of the address that answered, "" when it has none.
func own(final *url.URL) string {
	address, _ := Canonical(final.String())
	return address
}

// hashOf is the hash under which an article's text is kept: of its address and its text.
func hashOf(address string, pages []source.Page) string {
	var b strings.Builder
	b.WriteString(address)
	for _, p := range pages {
		b.WriteByte('\n')
		b.WriteString(p.Text)
	}
	return source.TextHash(b.String())
}

const fewestLetters = 25

func letters(pages []source.Page) int {
	n := 0
	for _, p := range pages {
		n += lettersIn(p.Text)
	}
	return n
}

func lettersIn(s string) int {
	n := 0
	for _, c := range s {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			n++
		}
	}
	return n
}

// bounded keeps the pages up to limit characters, the last of them cut at the end of a line; the second value reports whether some is missing.
func bounded(pages []source.Page, limit int) ([]source.Page, bool) {
	room := limit
	for i, p := range pages {
		n := utf8.RuneCountInString(p.Text)
		if n <= room {
			room -= n
			continue
		}
		kept := pages[:i:i]
		if p.Text = head(p.Text, room); p.Text != "" {
			p.Lines = linesWithin(p.Lines, len(p.Text))
			kept = append(kept, p)
		}
		return kept, true
	}
	return pages, false
}

// head returns the first n characters of s, up to the end of a line or else of a word.
func head(s string, n int) string {
	end := len(s)
	for i := range s {
		if n == 0 {
			end = i
			break
		}
		n--
	}
	if end == len(s) {
		return s
	}
	if i := strings.LastIndexByte(s[:end], '\n'); i > end/2 {
		end = i
	} else if i := strings.LastIndexByte(s[:end], ' '); i > end/2 {
		end = i
	}
	return strings.TrimRight(s[:end], " \n")
}

func linesWithin(lines []source.Line, end int) []source.Line {
	var out []source.Line
	for _, l := range lines {
		if l.Start <= end {
			l.End = min(l.End, end)
			out = append(out, l)
		}
	}
	return out
}

// unreadable is the fault of a page that gives no text.
func unreadable(address string, cause error) error {
	hint := "Look for another page; or open it in a browser, save it, and add the file to the library."
	return fault.New("read "+shown(address), fault.Unreadable, hint, cause)
}

// paragraphs returns the pieces of plain text: runs of lines that are not empty.
func paragraphs(s string) []chunk.Piece {
	var out []chunk.Piece
	var lines []string
	for line := range strings.Lines(s + "\n\n") {
		line = strings.TrimRightFunc(strings.ReplaceAll(line, "\t", "    "), unicode.IsSpace)
		if line != "" {
			lines = append(lines, line)
			continue
		}
		if len(lines) > 0 {
			out = append(out, chunk.Piece{Text: strings.Join(lines, "\n")})
			lines = nil
		}
	}
	return out
}

// oneLine returns s on one line, without what is not to be seen, of at most n characters.
func oneLine(s string, n int) string { return brief(strings.Join(strings.Fields(unseen(s)), " "), n) }

// brief returns s, or its first n characters and an ellipsis.
func brief(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return head(s, n) + "…"
}

// copied returns the reading with slices of its own: those who share a fetch do not share its pages.
func (d reading) copied() reading {
	d.pages = append([]source.Page(nil), d.pages...)
	return d
}
