package refs

import (
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"rabbithole/backend/source"
)

// Names returns the titles, short titles, abbreviations and numbers by which other texts would cite the document, from its title, its
// first page, its running headers and its file's name. The first is the full title, where one is known.
func Names(doc source.Document, meta source.Meta, pages []source.Page, sections []Section) []string {
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
func titles(doc source.Document, meta source.Meta, sections []Section) []string {
	var out []string
	for _, s := range sections {
		if s.Kind == KindTitle {
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
	name = strings.Trim(fold(name), " ,.;:-–—")
	key := nameKey(name)
	if len([]rune(name)) < 3 || len(name) > 300 || n.seen[key] || genericName(key) {
		return
	}
	n.seen[key] = true
	n.names = append(n.names, name)
}

// genericName reports whether a name is one that any document might bear.
func genericName(key string) bool {
	return lawNoun(key) == anyLaw || oneOf(key, "", "untitled", "document", "microsoftword", "title", "report", "gesetz", "verordnung", "inhalt",
		"contents", "abstract", "introduction", "draft", "appendix", "index", "readme")
}

// title adds a title, what it bears in parentheses, and its parts around a colon: "RFC 9999: Cold Air".
func (n *nameList) title(title string) {
	title = fold(title)
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
	if head, rest, ok := strings.Cut(plain, ": "); ok && nameKey(head) != "" {
		if strings.HasPrefix(nameKey(head), "rfc") {
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
		if isCode(w) && (i == 0 || i == len(words)-1 || paperNoun(strings.ToLower(words[i-1]))) {
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
			if i := strings.LastIndexByte(name, ' '); i > 0 && len(name)-i == 5 && digitsLen(name[i+1:]) == 4 {
				name = name[:i] // the year of the version
			}
			if name != "" && unicode.IsLetter(firstRune(name)) {
				n.add(name)
			}
		}
	}
}

// mentions adds the acts, RFC numbers, law names and abbreviations in a line the document uses for itself.
func (n *nameList) mentions(text string) {
	s := newStream(text)
	for i, t := range s.tokens {
		if t.kind != word {
			continue
		}
		if oneOf(s.tok(i-1).lower, "repealing", "amending", "des", "der", "zur") {
			continue
		}
		if name, _, ok := s.publication(i); ok && (i == 0 || !standardBody(t.text)) {
			n.add(name)
		} else if lawNoun(t.lower) == namedLaw && unicode.IsUpper(firstRune(t.text)) && lawStem(t.lower) == t.lower {
			n.add(t.text)
		} else if isAbbreviation(t.text) && mixedCase(t.text) {
			n.add(t.text)
		}
	}
}

// firstPage adds the number of a Request for Comments, an arXiv number, and a short title in parentheses near the top.
func (n *nameList) firstPage(text string) {
	top := fold(text[:clip(text, 1500)])
	if _, rest, ok := strings.Cut(top, "Request for Comments: "); ok && digitsLen(rest) >= 3 {
		n.add("RFC " + rest[:digitsLen(rest)])
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
		s := newStream(line)
		for k := range min(len(s.tokens), 4) {
			if name, _, ok := s.act(k); ok && k == 0 {
				n.add(name)
			}
			if name, next, ok := s.standard(k); ok && (k == 0 || next == len(s.tokens)) {
				n.add(name)
				break
			}
		}
	}
}

// identifiers adds the DOI and the arXiv number on top of a first page; of several DOIs none, since the page cites others.
func (n *nameList) identifiers(top string) {
	found := identifiers(top[:clip(top, 600)])
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
	s := newStream(text)
	for i := range s.tokens {
		if at, ok := s.formula(i); ok && s.asksToBeCited(i) {
			if name := s.slice(at, s.nameEnd(at)); s.determined(at) || shortName(name) { // and not "is cited as Evidence"
				n.add(name)
			}
		}
	}
}

// introducesName reports whether what stands in parentheses is a law's short title with its abbreviation: "Radongesetz - RnG".
func introducesName(s string) bool {
	head, tail, ok := strings.Cut(strings.ReplaceAll(s, "–", "-"), " - ")
	return ok && isAbbreviation(strings.TrimSpace(tail)) && lawNoun(strings.ToLower(head)) == namedLaw
}

// runningHeaders returns the running headers that stand on at least half of the pages, digits apart.
func runningHeaders(pages []source.Page) []string {
	count := map[string]int{}
	var order []string
	for i, spans := range Furniture(pages) {
		for _, s := range spans {
			text := headerWords(pages[i].Text[s.Start:s.End])
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

// headerWords cuts the part of a running header that follows the text: everything from the section number on.
func headerWords(s string) string {
	s = fold(s)
	for _, cut := range []string{" §", " Teil ", " Anlage ", " Kapitel ", " Article ", " Chapter ", " Section "} {
		s, _, _ = strings.Cut(s, cut)
	}
	return strings.TrimLeft(s, "0123456789 -–|")
}

// fileName adds a file's name where it is an abbreviation, a number or a law's name.
func (n *nameList) fileName(name string) {
	stem := strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	n.add(leadingCode(stem))
	if isAbbreviation(stem) {
		n.add(stem)
		return
	}
	n.mentions(strings.ToUpper(stem[:min(1, len(stem))]) + strings.ReplaceAll(stem[min(1, len(stem)):], "_", " "))
	if digits, ok := strings.CutPrefix(strings.ToLower(stem), "rfc"); ok && digitsLen(digits) == len(digits) && len(digits) > 2 {
		n.add("RFC " + digits)
	}
}

// clip returns the largest rune boundary of s at or below n.
func clip(s string, n int) int {
	if n >= len(s) {
		return len(s)
	}
	for n > 0 && s[n]&0xc0 == 0x80 {
		n--
	}
	return n
}
