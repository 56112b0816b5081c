package report

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"rabbithole/backend/cite"
	"rabbithole/backend/refs/numbering"
	"rabbithole/backend/source"
)

// named is what a document is called, and that it is the person's own file.
func (v view) named(document, name string) string {
	if v.own[document] {
		return fmt.Sprintf(v.yourFile, clean(name))
	}
	return v.called(name)
}

// called is the title of a document, its name where it has none of its own.
func (v view) called(name string) string {
	if title := clean(v.Titles[name]); title != "" {
		return title
	}
	return clean(name)
}

// shortly is what a chip calls a document: its title without what stands behind a colon or a dash, cut at the end of a word; its
// file's name where the title had to be told by that.
func (v view) shortly(name string) string {
	title, ok := v.Titles[name]
	if !ok {
		return shortName(clean(name))
	}
	if strings.HasSuffix(title, " ("+strings.TrimSuffix(name, path.Ext(name))+")") { // the file has the name that the title has not
		return shortName(clean(name))
	}
	short := shortTitle(title)
	for other, also := range v.Titles {
		if other != name && shortTitle(also) == short {
			return clean(title)
		}
	}
	return short
}

func shortTitle(title string) string {
	title = clean(title)
	if m := acronym.FindStringSubmatch(title); m != nil && abbreviates(m[1], strings.TrimSuffix(title, "("+m[1]+")")) {
		return m[1]
	}
	if at := subtitle.FindStringIndex(title); len(title) > chipLength && at != nil && at[0] >= chipLength/3 && wordy.MatchString(title[:at[0]]) {
		title = title[:at[0]]
	}
	return shorten(title, chipLength)
}

var subtitle = regexp.MustCompile(`: | [–—-] `)

// abbreviates reports whether a short name is made of the letters of a title, in their order where it is all capitals: "EnWG", "POSIX", but not "FINAL" or "EN".
func abbreviates(short, title string) bool {
	short, _, _ = strings.Cut(short, " ")
	shouted := strings.ToUpper(short) == short
	title = strings.ToLower(title)
	for _, letter := range strings.ToLower(short) {
		at := strings.IndexRune(title, letter)
		if at < 0 {
			return false
		}
		if shouted {
			title = title[at+utf8.RuneLen(letter):]
		}
	}
	return utf8.RuneCountInString(short) > 2
}

// acronym is the short name that a title ends with: "Federal Radiation Act (FRA 2018)".
var acronym = regexp.MustCompile(`.{12} \(((?:\p{L}*\p{Lu}){2,}\p{L}{0,4}(?: \d{4})?)\)$`)

// place is where what is cited stands: a page of a document, and in it the section by its number, "" where that is not known.
type place struct {
	document, name, section string
	source.Folio
}

// placeOf is where a citation stands. Its section is that of the evidence it is part of.
func (v view) placeOf(x cite.Citation) place {
	if _, web := v.web[x.Document]; web { // which has no pages
		return place{document: x.Document, name: x.Name}
	}
	p := place{x.Document, x.Name, "", source.Folio{Page: x.Page, Label: x.Label}}
	for _, e := range v.Evidence {
		if e.ID == x.Evidence && e.Document == x.Document {
			p.section = numberOf(e.Section)
		}
	}
	return p
}

// places are what a claim cites, by document, each place once and in the order of the pages.
func (v view) places(claim cite.Claim) (out [][]place) {
	for _, x := range claim.Citations {
		p := v.placeOf(x)
		i := slices.IndexFunc(out, func(list []place) bool { return list[0].document == p.document })
		if i < 0 {
			i, out = len(out), append(out, nil)
		}
		if !slices.Contains(out[i], p) {
			out[i] = append(out[i], p)
		}
	}
	for _, list := range out {
		slices.SortStableFunc(list, func(a, b place) int { return cmp.Compare(a.Page, b.Page) })
	}
	return out
}

// together names places of one document by their sections and pages, those of one section as one: "§ 4, p. 12", "§ 7, pp. 20, 22". With each comes the
// first place that it names.
func (v view) together(list []place) (out []string, at []place) {
	for len(list) > 0 {
		first, pages, rest := list[0], []source.Folio{}, []place{}
		for _, p := range list {
			if p.section == first.section {
				pages = append(pages, p.Folio)
			} else {
				rest = append(rest, p)
			}
		}
		out, at, list = append(out, joinedBy(", ", first.section, v.printedPages(pages))), append(at, first), rest
	}
	return out, at
}

// briefly is what a chip calls a document: "act", or "Web harbour.example".
func (v view) briefly(p place) string {
	if s, ok := v.web[p.document]; ok {
		return strings.TrimSuffix(v.onWeb, ":") + " " + shorten(clean(s.host()), chipLength)
	}
	return v.shortly(p.name)
}

// joinedBy joins those texts that are not empty.
func joinedBy(between string, texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(text string) bool { return text == "" }), between)
}

// numberOf is what a section is called by in front of its title: "§ 19", "Article 33", "Section 10.8"; "" for one without a number.
func numberOf(section string) string {
	words := strings.Fields(strings.TrimSpace(section))
	if len(words) == 0 {
		return ""
	}
	if n := strings.TrimRight(words[0], ".:"); decimal.MatchString(n) {
		return clean(n)
	}
	if len(words) < 2 || !numeral.MatchString(words[1]) {
		return ""
	}
	word := strings.ToLower(words[0])
	_, division := numbering.DivisionWord(word)
	_, annex := numbering.AnnexWord(word)
	if _, here := numbering.HereUnit(word); !division && !annex && !here && !strings.HasPrefix(word, "§") && word != "recital" {
		return ""
	}
	return clean(words[0] + " " + strings.TrimRight(words[1], ".:"))
}

// decimal is the number of a section below another; one of four digits at its end is a date's.
var decimal = regexp.MustCompile(`^(?:\d+|[A-Z])(?:\.\d{1,3}[a-z]?)+$`)

var numeral = regexp.MustCompile(`^(?:\d+[a-z]?(?:\.\d+)*|[IVX]+|[A-Z](?:\.\d+)*)[.:]?$`)
