// Package naming reads the names and numbers by which documents are cited: titles, laws and their abbreviations, acts, standards, series,
// identifiers and editions. It also makes the keys by which the forms of one name compare equal.
//
// It reads streams of tokens and does not know which documents a library has.
package naming

import (
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/layout"
	"rabbithole/backend/refs/numbering"
	"rabbithole/backend/source"
)

// Names returns the titles, short titles, abbreviations and numbers by which other texts would cite the document, from its title, its
// first page, its running headers and its file's name. The first is the full title, where one is known.
func Names(doc source.Document, meta source.Meta, pages []source.Page, sections []refs.Section) []string {
	n := &nameList{seen: map[string]bool{}}
	for _, title := range titles(doc, meta, sections) {
		n.title(title)
	}
	if len(pages) > 0 {
		n.firstPage(pages[0].Text)
	}
	for _, header := range runningHeaders(pages) {
		n.mentions(header)
	}
	n.fileName(doc.Name)
	if len(pages) > 0 {
		n.dates(pages[0].Text)
	}
	return n.names
}

// titles returns what the document calls itself: in its title block, its metadata, the library.
func titles(doc source.Document, meta source.Meta, sections []refs.Section) []string {
	var out []string
	for _, s := range sections {
		if s.Kind == refs.KindTitle {
			out = append(out, s.Title)
		}
	}
	return append(out, meta.Title, doc.Title)
}

// nameList collects names, each once.
type nameList struct {
	names []string
	seen  map[string]bool
}

func (n *nameList) add(name string) {
	name = strings.Trim(numbering.Fold(name), " ,.;:-–—")
	key := NameKey(name)
	if len([]rune(name)) < 3 || len(name) > 300 || n.seen[key] || GenericName(key) {
		return
	}
	n.seen[key] = true
	n.names = append(n.names, name)
}

// GenericName reports whether a name is one that any document might bear.
func GenericName(key string) bool {
	return LawNoun(key) == AnyLaw || numbering.OneOf(key, "", "untitled", "document", "microsoftword", "title", "report", "gesetz", "verordnung", "inhalt",
		"contents", "abstract", "introduction", "draft", "appendix", "index", "readme", "forimmediatreleas", "pressreleas", "newsreleas", "mediareleas",
		"pressemitteilung", "presseinformation", "medienmitteilung")
}

// title adds a title, what it bears in parentheses, and its parts around a colon: "RFC 9999: Cold Air".
func (n *nameList) title(title string) {
	title = numbering.Fold(title)
	plain := title
	for {
		open := strings.LastIndexByte(plain, '(')
		if open <= 0 || !strings.HasSuffix(strings.TrimSpace(plain), ")") {
			break
		}
		n.shortTitle(strings.TrimSuffix(strings.TrimSpace(plain[open+1:]), ")"))
		plain = strings.TrimSpace(plain[:open])
	}
	n.mentions(title)
	n.add(plain)
	if head, rest, ok := strings.Cut(plain, ": "); ok && NameKey(head) != "" {
		if strings.HasPrefix(NameKey(head), "rfc") {
			n.add(head)
			n.add(rest)
		}
		n.series(head)
	} else {
		n.series(plain)
	}
}

// series adds the number of a series a title begins with or bears behind the series' name: "KX-07 Measuring Damp", "Protocol KX-07".
func (n *nameList) series(title string) {
	words := strings.Fields(title)
	for i, w := range words {
		w = strings.Trim(w, ",.;:()")
		if IsCode(w) && (i == 0 || i == len(words)-1 || PaperNoun(strings.ToLower(words[i-1]))) {
			n.add(w)
			n.add(strings.Join(words[:i+1], " "))
			return
		}
	}
}

// shortTitle adds what stands in parentheses behind a title: "Radonschutzgesetz - RnSchG", "RnSchV 2018".
func (n *nameList) shortTitle(s string) {
	for _, part := range strings.FieldsFunc(s, func(r rune) bool { return r == '–' || r == '—' || r == ',' || r == ';' }) {
		for _, name := range strings.Split(part, " - ") {
			name = strings.TrimSpace(name)
			if i := strings.LastIndexByte(name, ' '); i > 0 && len(name)-i == 5 && numbering.DigitsLen(name[i+1:]) == 4 {
				name = name[:i] // the year of the version
			}
			if name != "" && unicode.IsLetter(numbering.FirstRune(name)) {
				n.add(name)
			}
		}
	}
}

// mentions adds the acts, RFC numbers, law names and abbreviations in a line the document uses for itself.
func (n *nameList) mentions(text string) {
	s := NewStream(text)
	for i, t := range s.Tokens {
		if t.Kind != Word {
			continue
		}
		if numbering.OneOf(s.Tok(i-1).Lower, "repealing", "amending", "des", "der", "zur") {
			continue
		}
		if name, _, ok := s.Publication(i); ok && (i == 0 || !standardBody(t.Text)) {
			n.add(name)
		} else if LawNoun(t.Lower) == NamedLaw && unicode.IsUpper(numbering.FirstRune(t.Text)) && LawStem(t.Lower) == t.Lower {
			n.add(t.Text)
		} else if IsAbbreviation(t.Text) && MixedCase(t.Text) {
			n.add(t.Text)
		}
	}
}

// firstPage adds the number of a Request for Comments, an arXiv number, and a short title in parentheses near the top.
func (n *nameList) firstPage(text string) {
	top := numbering.Fold(text[:numbering.Clip(text, 1500)])
	if _, rest, ok := strings.Cut(top, "Request for Comments: "); ok && numbering.DigitsLen(rest) >= 3 {
		n.add("RFC " + rest[:numbering.DigitsLen(rest)])
	}
	n.identifiers(top)
	n.topLines(text)
	n.citedAs(top)
	for rest := top; ; {
		open := strings.IndexByte(rest, '(')
		if open < 0 {
			return
		}
		inner, after, ok := strings.Cut(rest[open+1:], ")")
		if !ok {
			return
		}
		if introducesName(inner) {
			n.shortTitle(inner)
		}
		rest = after
	}
}

// topLines adds the number of an act or a standard that a line at the top begins with or ends in: "INTERNATIONAL STANDARD ISO 9999:2021".
func (n *nameList) topLines(text string) {
	const top = 6
	for i, line := range strings.Split(text, "\n") {
		if i == top {
			return
		}
		s := NewStream(line)
		for k := range min(len(s.Tokens), 4) {
			if name, _, ok := s.Act(k); ok && k == 0 {
				n.add(name)
			}
			if name, next, ok := s.Standard(k); ok && (k == 0 || next == len(s.Tokens)) {
				n.add(name)
				break
			}
		}
	}
}

// identifiers adds the DOI and the arXiv number on top of a first page; of several DOIs none, since the page cites others.
func (n *nameList) identifiers(top string) {
	found := Identifiers(top[:numbering.Clip(top, 600)])
	slices.Sort(found)
	found = slices.Compact(found)
	dois := 0
	for _, id := range found {
		if strings.HasPrefix(id, "doi:") {
			dois++
		}
	}
	for _, id := range found {
		if dois < 2 || !strings.HasPrefix(id, "doi:") {
			n.add(id)
		}
	}
}

// citedAs adds the short name a document asks to be cited by: 'cited as "the Handbook"', "zitiert als LKL".
func (n *nameList) citedAs(text string) {
	s := NewStream(text)
	for i := range s.Tokens {
		if at, ok := s.Formula(i); ok && s.AsksToBeCited(i) {
			if name := s.Slice(at, s.NameEnd(at)); s.Determined(at) || ShortName(name) { // and not "is cited as Evidence"
				n.add(name)
			}
		}
	}
}

// introducesName reports whether what stands in parentheses is a law's short title with its abbreviation: "Radongesetz - RnG".
func introducesName(s string) bool {
	head, tail, ok := strings.Cut(strings.ReplaceAll(s, "–", "-"), " - ")
	return ok && IsAbbreviation(strings.TrimSpace(tail)) && LawNoun(strings.ToLower(head)) == NamedLaw
}

// runningHeaders returns the running headers that stand on at least half of the pages, digits apart.
func runningHeaders(pages []source.Page) []string {
	count := map[string]int{}
	var order []string
	for i, spans := range layout.Furniture(pages) {
		for _, s := range spans {
			text := layout.HeaderWords(pages[i].Text[s.Start:s.End])
			if count[text]++; count[text] == 1 {
				order = append(order, text)
			}
		}
	}
	var out []string
	for _, h := range order {
		if h != "" && count[h]*2 >= len(pages) {
			out = append(out, h)
		}
	}
	return out
}

// fileName adds a file's name where it is an abbreviation, a number or a law's name.
func (n *nameList) fileName(name string) {
	stem := strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	n.add(leadingCode(stem))
	if IsAbbreviation(stem) {
		n.add(stem)
		return
	}
	n.mentions(strings.ToUpper(stem[:min(1, len(stem))]) + strings.ReplaceAll(stem[min(1, len(stem)):], "_", " "))
	if digits, ok := strings.CutPrefix(strings.ToLower(stem), "rfc"); ok && numbering.DigitsLen(digits) == len(digits) && len(digits) > 2 {
		n.add("RFC " + digits)
	}
}
