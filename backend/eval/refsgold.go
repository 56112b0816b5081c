package eval

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/refs"
)

// gold is what a set says about the references of its documents.
type gold struct {
	units   []*unit
	byKey   map[unitKey]*unit
	byPage  map[unitKey][]*unit // by key without text
	byFile  map[string]string   // file name -> document's name in the gold
	known   map[string]bool     // all documents of the set
	covered map[string]bool     // documents with mentions
	matched int                 // predicted units that have one of the gold
}

// unitKey is what makes mentions one unit: equal strings on one page.
type unitKey struct {
	doc  string
	page int
	text string // folded
}

// unit is one thing to find.
type unit struct {
	key       unitKey
	text      string
	relations []string
	want      map[place]bool
	got       []Prediction
	taken     bool
}

// place is a target: a section by its label, or a page.
type place struct {
	doc, section string
	page         int
}

type goldDocument struct{ Doc, PDF string }

type goldMention struct {
	Doc, String, Rel string
	Page             int
	Targets          []struct {
		Doc, Section string // null becomes ""
		Page         int
	}
}

func readGold(dir string) (*gold, error) {
	g := &gold{byKey: map[unitKey]*unit{}, byPage: map[unitKey][]*unit{}, byFile: map[string]string{}, known: map[string]bool{},
		covered: map[string]bool{}}
	err := readLines(filepath.Join(dir, "docs.jsonl"), func(d goldDocument) {
		g.known[d.Doc] = true
		g.byFile[filepath.Base(d.PDF)] = d.Doc
	})
	if err != nil {
		return nil, err
	}
	return g, readLines(filepath.Join(dir, "mentions.jsonl"), g.take)
}

// take adds a mention to its unit. Mentions that nobody could resolve are no part of the gold.
func (g *gold) take(m goldMention) {
	if m.Rel == "unresolved" {
		return
	}
	g.covered[m.Doc] = true
	key := unitKey{m.Doc, m.Page, squeezed(m.String)}
	u := g.byKey[key]
	if u == nil {
		u = &unit{key: key, text: m.String, want: map[place]bool{}}
		g.byKey[key] = u
		g.units = append(g.units, u)
		page := unitKey{doc: m.Doc, page: m.Page}
		g.byPage[page] = append(g.byPage[page], u)
	}
	if !slices.Contains(u.relations, m.Rel) {
		u.relations = append(u.relations, m.Rel)
	}
	for _, t := range m.Targets {
		u.want[place{t.Doc, t.Section, t.Page}] = true
	}
}

func (u *unit) relation() string {
	if len(u.relations) > 1 {
		return "mixed"
	}
	return u.relations[0]
}

// squeezed drops what line ends change in a string: white space and hyphens; case goes too.
func squeezed(s string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '\u00ad' || r == '\u2010' || r == '-' {
			return -1
		}
		return r
	}, s))
}

// match gives each predicted unit to one of the gold: an equal one on its page or the next, else one that contains it or is contained.
// It returns those that have none and are of a kind the gold covers.
func (g *gold) match(rows []Prediction) (extra [][]Prediction) {
	byKey := map[unitKey][]Prediction{}
	var order []unitKey
	for _, r := range rows {
		key := unitKey{r.Document, r.Page, squeezed(r.Text)}
		if byKey[key] == nil {
			order = append(order, key)
		}
		byKey[key] = append(byKey[key], r)
	}
	to := map[unitKey]*unit{}
	for _, k := range order {
		for _, page := range around(k.page) {
			if u := g.byKey[unitKey{k.doc, page, k.text}]; u != nil {
				to[k], u.taken = u, true
				break
			}
		}
	}
	for _, k := range order {
		if to[k] == nil && utf8.RuneCountInString(k.text) >= 3 {
			if u := g.nearest(k); u != nil && (!u.taken || coveredKind(byKey[k][0].Kind)) { // a label beside "Section 5 of [LABEL]" is one of its own
				to[k], u.taken = u, true
			}
		}
		switch u := to[k]; {
		case u != nil:
			g.matched++
			u.got = append(u.got, byKey[k]...)
		case coveredKind(byKey[k][0].Kind):
			extra = append(extra, byKey[k])
		}
	}
	return extra
}

// around returns a page and its neighbours: a reference may run over a page break.
func around(page int) []int { return []int{page, page - 1, page + 1} }

// nearest returns the unit near k whose text contains that of k or is contained: free ones first, then the nearest in length, then one
// on the same page.
func (g *gold) nearest(k unitKey) *unit {
	var best *unit
	for _, page := range around(k.page) {
		for _, u := range g.byPage[unitKey{doc: k.doc, page: page}] {
			if !strings.Contains(u.key.text, k.text) && !strings.Contains(k.text, u.key.text) {
				continue
			}
			if best == nil || nearer(k, u, best) < 0 {
				best = u
			}
		}
	}
	return best
}

func nearer(k unitKey, a, b *unit) int {
	return cmp.Or(rank(a.taken)-rank(b.taken), apart(k, a)-apart(k, b), rank(a.key.page != k.page)-rank(b.key.page != k.page),
		a.key.page-b.key.page, strings.Compare(a.key.text, b.key.text))
}

func apart(k unitKey, u *unit) int {
	n := utf8.RuneCountInString(u.key.text) - utf8.RuneCountInString(k.text)
	return max(n, -n)
}

func rank(b bool) int {
	if b {
		return 1
	}
	return 0
}

// coveredKind reports whether the gold has references of a kind at all. It leaves out those inside a section, parts and chapters, tables
// and figures, whole documents, labels of reference lists, and addresses.
func coveredKind(k refs.Kind) bool {
	switch k {
	case refs.KindParagraph, refs.KindSentence, refs.KindPart, refs.KindChapter, refs.KindTable, refs.KindFigure, refs.KindDocument,
		refs.KindBibliography, refs.KindURL, refs.KindTitle, refs.KindRecital, refs.KindEquation:
		return false
	}
	return true
}
