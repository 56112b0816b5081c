package resolve

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/numbering"
)

// Cited is a work that documents of a library cite and the library does not have.
type Cited struct {
	Work  refs.Work `json:"work"`
	Count int       `json:"count"` // how often it is cited; once where a reference list has it and no text does
	By    []Citing  `json:"by"`    // the documents, those that cite it most first
}

// Citing says how often one document cites a work, and where first.
type Citing struct {
	Document string `json:"document"` // hash
	Count    int    `json:"count"`
	Page     int    `json:"page"`
}

// Missing returns the works that the mentions cite and none of the entries is, the most cited first. A work is one, whatever it is cited
// by: its DOI, arXiv number, number, title, a law's name or abbreviation. Plain addresses are no works, nor are old versions of what is there.
func Missing(entries []refs.Entry, mentions []refs.Mention) []Cited {
	m := &missing{resolver: NewResolver(entries), byKey: map[string]*Cited{}, parsed: map[[2]string]refs.Work{}}
	for _, mention := range mentions {
		if own, ok := m.resolver.byHash[mention.Document]; ok && !m.inList(mention, own) {
			m.take(mention, own)
		}
	}
	m.uncited()
	m.abbreviations()
	return m.ranked()
}

// missing collects the works; a merged one is known by all its keys.
type missing struct {
	resolver *Resolver
	works    []*Cited
	byKey    map[string]*Cited
	parsed   map[[2]string]refs.Work // by document and label
}

// inList reports whether a mention stands in an entry of a reference list: the entry is what counts.
func (m *missing) inList(mention refs.Mention, own int) bool {
	return m.resolver.table(own).byID[mention.Section].Kind == refs.KindBibliography
}

// take counts the works a mention points to, each once.
func (m *missing) take(mention refs.Mention, own int) {
	counted := map[*Cited]bool{}
	for _, p := range mention.Pointers {
		w, ok := m.work(p, own)
		if !ok {
			continue
		}
		if c := m.merge(w); !counted[c] {
			counted[c] = true
			c.count(mention.Document, mention.Page, 1)
		}
	}
}

// work returns the work a pointer means, false when the library has it or the words do not name one.
func (m *missing) work(p refs.Pointer, own int) (refs.Work, bool) {
	r := m.resolver
	switch label, labelled := strings.CutPrefix(p.Qualifier, "["); {
	case p.Old:
		return refs.Work{}, false
	case p.Kind == refs.KindBibliography:
		return m.entry(p.Number, own)
	case labelled:
		return m.entry(strings.TrimSuffix(label, "]"), own)
	case p.URI != "":
		_, here := r.identified(p.URI, own)
		w := ParseWork(p.URI)
		w.Entry, w.Title = "", ""
		return w, !here && naming.Identifier(p.URI) != ""
	case p.Qualifier == "":
		return refs.Work{}, false
	}
	if _, here := r.meant(p, own); here && !r.anotherEdition(p, own) {
		return refs.Work{}, false
	}
	return namedWork(p.Qualifier)
}

// entry returns the work that an entry of a reference list describes.
func (m *missing) entry(label string, own int) (refs.Work, bool) {
	if _, here := m.resolver.label(label, own); here {
		return refs.Work{}, false
	}
	key := [2]string{m.resolver.entries[own].Document.Hash, label}
	if w, ok := m.parsed[key]; ok {
		return w, w.Entry != ""
	}
	s, ok := m.resolver.table(own).find(refs.Pointer{Kind: refs.KindBibliography, Number: label}, refs.Mention{}, true)
	if !ok {
		return refs.Work{}, false
	}
	w := ParseWork(s.Title)
	if numbering.Letters(w.Entry) < 4 { // the list has the label and no more
		w = refs.Work{Title: label, Entry: label}
		takeNumber(&w, label)
		w.Type = typeOf(w, "")
	}
	m.parsed[key] = w
	return w, w.Entry != ""
}

// keysOf returns what a work is the same by.
func keysOf(w refs.Work) []string {
	var keys []string
	if w.DOI != "" {
		keys = append(keys, "doi:"+strings.ToLower(w.DOI))
	}
	if w.ArXiv != "" {
		keys = append(keys, "arXiv:"+w.ArXiv)
	}
	if w.Number != "" {
		keys = append(keys, naming.NameKey(w.Number))
	}
	if key := refs.Squeeze(w.Title); len(key) >= 12 && w.Type != refs.WorkLaw || len(key) >= 30 {
		keys = append(keys, "title:"+key)
	}
	if w.Title != "" && w.Number == "" && w.Type == refs.WorkLaw {
		keys = append(keys, "law:"+naming.NameKey(ofYear.ReplaceAllString(w.Title, "")))
	}
	if len(keys) == 0 {
		keys = append(keys, "entry:"+refs.Squeeze(cmp.Or(w.Entry, w.Title, w.URL)))
	}
	return keys
}

// ofYear matches the year at the end of an English law's name, "Harbour Act of 2033".
var ofYear = regexp.MustCompile(`(?i)\s+(?:of\s+|\()(?:1[5-9]|20)\d\d\)?$`)

// merge returns the one work that w is; works that turn out to be the same become one.
func (m *missing) merge(w refs.Work) *Cited {
	var into *Cited
	for _, key := range keysOf(w) {
		switch other := m.byKey[key]; {
		case other == nil || other == into:
		case into == nil:
			into = other
		default:
			m.join(into, other)
		}
	}
	if into == nil {
		into = &Cited{Work: w}
		m.works = append(m.works, into)
	}
	into.Work = with(into.Work, w)
	for _, key := range keysOf(w) {
		m.byKey[key] = into
	}
	return into
}

// join moves everything of work b to a.
func (m *missing) join(a, b *Cited) {
	for _, by := range b.By {
		a.count(by.Document, by.Page, by.Count)
	}
	a.Work = with(a.Work, b.Work)
	for key, c := range m.byKey {
		if c == b {
			m.byKey[key] = a
		}
	}
	m.works = slices.DeleteFunc(m.works, func(c *Cited) bool { return c == b })
}

// with fills what w does not know from another description of the same work; an entry of a reference list goes before a name.
func with(w, o refs.Work) refs.Work {
	if w.Entry == "" && o.Entry != "" {
		w, o = o, w
	}
	for _, f := range [][2]*string{{&w.Title, &o.Title}, {&w.Year, &o.Year}, {&w.Container, &o.Container}, {&w.Pages, &o.Pages}, {&w.DOI, &o.DOI},
		{&w.ArXiv, &o.ArXiv}, {&w.URL, &o.URL}, {&w.Number, &o.Number}, {&w.Entry, &o.Entry}} {
		if *f[0] == "" {
			*f[0] = *f[1]
		}
	}
	if strings.Contains(w.Title, " ") && strings.ToUpper(w.Title) == w.Title && strings.ToUpper(o.Title) != o.Title { // a heading's capitals
		w.Title = o.Title
	}
	if len(w.Authors) == 0 {
		w.Authors = o.Authors
	}
	if w.Type == refs.WorkOther || w.Type == "" {
		w.Type = o.Type
	}
	return w
}

func (c *Cited) count(document string, page, times int) {
	c.Count += times
	for i := range c.By {
		if c.By[i].Document == document {
			c.By[i].Count += times
			c.By[i].Page = min(c.By[i].Page, page)
			return
		}
	}
	c.By = append(c.By, Citing{document, times, page})
}

// uncited adds the entries of reference lists that no text cites.
func (m *missing) uncited() {
	for own, e := range m.resolver.entries {
		for _, s := range e.Sections {
			if s.Kind != refs.KindBibliography {
				continue
			}
			w, ok := m.entry(s.Number, own)
			if !ok {
				continue
			}
			c := m.merge(w)
			if !slices.ContainsFunc(c.By, func(by Citing) bool { return by.Document == e.Document.Hash }) {
				c.count(e.Document.Hash, s.Page, 1)
			}
		}
	}
}

// abbreviations joins laws cited by their abbreviation, or by the last words of their name, to the one cited by a name that it fits.
func (m *missing) abbreviations() {
	for _, short := range slices.Clone(m.works) {
		if short.Work.Type != refs.WorkLaw || !slices.Contains(m.works, short) {
			continue
		}
		abbreviation := naming.IsAbbreviation(short.Work.Title) && naming.MixedCase(short.Work.Title)
		var fits []*Cited
		for _, c := range m.works {
			if c != short && c.Work.Type == refs.WorkLaw && (abbreviation && naming.Abbreviates(short.Work.Title, c.Work.Title) || endsIn(c.Work.Title, short.Work.Title)) {
				fits = append(fits, c)
			}
		}
		slices.SortStableFunc(fits, func(a, b *Cited) int { return b.Count - a.Count })
		if len(fits) == 1 || len(fits) > 1 && !abbreviation && fits[0].Count > clearly*fits[1].Count {
			if abbreviation {
				fits[0].Work.Number = short.Work.Title
			}
			m.join(fits[0], short)
		}
	}
}

// clearly is how many times as often as any other a law is cited that the end of a name is taken for.
const clearly = 4

// endsIn reports whether the name of a law ends in a shorter name of two words at least: "Foreign Harbours Act of 2033" in "Harbours Act".
func endsIn(name, short string) bool {
	name, short = ofYear.ReplaceAllString(name, ""), ofYear.ReplaceAllString(short, "")
	return len(strings.Fields(short)) > 1 && !strings.EqualFold(name, short) && strings.HasSuffix(strings.ToLower(name), " "+strings.ToLower(short))
}

// ranked returns the works, the most cited first, then those that more documents cite, then by title.
func (m *missing) ranked() []Cited {
	out := make([]Cited, 0, len(m.works))
	for _, c := range m.works {
		slices.SortStableFunc(c.By, func(a, b Citing) int { return b.Count - a.Count })
		out = append(out, *c)
	}
	slices.SortStableFunc(out, func(a, b Cited) int {
		return cmp.Or(b.Count-a.Count, len(b.By)-len(a.By), strings.Compare(a.Work.String(), b.Work.String()))
	})
	return out
}
