package refs_test

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/refs"
)

// prediction is one mention and target in the scorer's format.
type prediction struct {
	Doc     string    `json:"doc"`
	Page    int       `json:"page"`
	String  string    `json:"string"`
	Kind    refs.Kind `json:"kind"`
	Target  *string   `json:"target_doc"`
	Section string    `json:"target_section"`
	At      int       `json:"target_page"`
}

func predictions(m refs.Mention, l *library) []prediction {
	row := prediction{Doc: l.ids[m.Document], Page: m.Page, String: m.Text, Kind: m.Kind}
	if len(m.Targets) == 0 {
		return []prediction{row}
	}
	var out []prediction
	for _, t := range m.Targets {
		r := row
		if id, ok := l.ids[t.Document]; ok {
			r.Target, r.Section, r.At = &id, t.Label, t.Page
		}
		out = append(out, r)
	}
	return out
}

// goldKey is a unit of the gold: equal strings on one page are one.
type goldKey struct {
	doc  string
	page int
	text string
}

type goldUnit struct {
	relations []string
	want      map[target]bool
	got       []prediction
	taken     bool
}

type target struct {
	doc, section string
	page         int
}

type goldSet struct {
	units  map[goldKey]*goldUnit
	byPage map[goldKey][]goldKey
	docs   map[string]bool // documents with gold mentions
	known  map[string]bool // all documents of the set
}

var blanks = regexp.MustCompile(`[\s\x{00ad}\x{2010}-]+`)

func plain(s string) string { return strings.ToLower(blanks.ReplaceAllString(s, "")) }

func readGold(t *testing.T, dir string) goldSet {
	t.Helper()
	g := goldSet{units: map[goldKey]*goldUnit{}, byPage: map[goldKey][]goldKey{}, docs: map[string]bool{}, known: map[string]bool{}}
	readLines(t, filepath.Join(dir, "mentions.jsonl"), func(line []byte) {
		var m struct {
			Doc, String, Rel string
			Page             int
			Targets          []struct {
				Doc, Section *string
				Page         *int
			}
		}
		if err := json.Unmarshal(line, &m); err != nil {
			t.Fatal(err)
		}
		if m.Rel == "unresolved" {
			return
		}
		key := goldKey{m.Doc, m.Page, plain(m.String)}
		u := g.units[key]
		if u == nil {
			u = &goldUnit{want: map[target]bool{}}
			g.units[key] = u
			page := goldKey{doc: m.Doc, page: m.Page}
			g.byPage[page] = append(g.byPage[page], key)
		}
		if !slices.Contains(u.relations, m.Rel) {
			u.relations = append(u.relations, m.Rel)
		}
		for _, x := range m.Targets {
			if x.Doc != nil && x.Section != nil {
				u.want[target{doc: *x.Doc, section: *x.Section}] = true
			}
		}
		g.docs[m.Doc] = true
	})
	readLines(t, filepath.Join(dir, "docs.jsonl"), func(line []byte) {
		var d struct{ Doc string }
		if err := json.Unmarshal(line, &d); err != nil {
			t.Fatal(err)
		}
		g.known[d.Doc] = true
	})
	return g
}

// score returns the figures of the scorer by name, over the documents with gold mentions.
func score(g goldSet, rows []prediction) map[string]float64 {
	byUnit := map[goldKey][]prediction{}
	var order []goldKey
	for _, r := range rows {
		key := goldKey{r.Doc, r.Page, plain(r.String)}
		if g.docs[r.Doc] {
			if byUnit[key] == nil {
				order = append(order, key)
			}
			byUnit[key] = append(byUnit[key], r)
		}
	}
	matched, wrong := g.match(order, byUnit)
	var found, right, cross, crossRight float64
	for _, u := range g.units {
		hit, ok := len(u.got) > 0, len(u.got) > 0 && u.right(g)
		found, right = found+count(hit), right+count(ok)
		if len(u.relations) == 1 && u.relations[0] == "cross-doc" {
			cross, crossRight = cross+1, crossRight+count(ok)
		}
	}
	all := float64(len(g.units))
	return map[string]float64{"precision": matched / (matched + wrong), "recall": found / all, "end to end": right / all, "cross-document": crossRight / cross}
}

func count(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// match gives each predicted unit to a gold unit: an equal one on its page or the next, else one that contains it or is contained.
func (g goldSet) match(order []goldKey, byUnit map[goldKey][]prediction) (matched, wrong float64) {
	to := map[goldKey]goldKey{}
	for _, k := range order {
		for _, page := range []int{k.page, k.page - 1, k.page + 1} {
			if u := g.units[goldKey{k.doc, page, k.text}]; u != nil {
				to[k], u.taken = goldKey{k.doc, page, k.text}, true
				break
			}
		}
	}
	for _, k := range order {
		if _, done := to[k]; !done && len([]rune(k.text)) >= 3 {
			if best, ok := g.container(k); ok {
				to[k], g.units[best].taken = best, true
			}
		}
	}
	for _, k := range order {
		if at, ok := to[k]; ok {
			matched++
			g.units[at].got = append(g.units[at].got, byUnit[k]...)
		} else if covered(byUnit[k][0].Kind) {
			wrong++
		}
	}
	return matched, wrong
}

// container returns the gold unit near k that shares its text: free ones first, then the nearest in length, then the same page.
func (g goldSet) container(k goldKey) (goldKey, bool) {
	best, cost := goldKey{}, 1<<30
	for _, page := range []int{k.page, k.page - 1, k.page + 1} {
		for _, at := range g.byPage[goldKey{doc: k.doc, page: page}] {
			if !strings.Contains(at.text, k.text) && !strings.Contains(k.text, at.text) {
				continue
			}
			c := 2*max(len(at.text)-len(k.text), len(k.text)-len(at.text)) + int(count(page != k.page)) + 100000*int(count(g.units[at].taken))
			if c < cost {
				best, cost = at, c
			}
		}
	}
	return best, cost < 1<<30
}

// covered reports whether the gold has references of a kind at all.
func covered(k refs.Kind) bool {
	switch k {
	case refs.KindSection, refs.KindArticle, refs.KindAnnex:
		return true
	}
	return false
}

// right reports whether exactly the wanted sections of the set were predicted.
func (u *goldUnit) right(g goldSet) bool {
	want, got := map[target]bool{}, map[target]bool{}
	for t := range u.want {
		if g.known[t.doc] {
			want[t] = true
		}
	}
	for _, p := range u.got {
		if p.Target != nil && g.known[*p.Target] {
			got[target{doc: *p.Target, section: p.Section}] = true
		}
	}
	if len(want) != len(got) {
		return false
	}
	for t := range want {
		if !got[t] {
			return false
		}
	}
	return true
}

// goldSection is a section of the gold with the page it begins on.
type goldSection struct {
	Doc, Section, Kind string
	Page               int `json:"page_start"`
}

func readGoldSections(t *testing.T, dir string) map[string][]goldSection {
	t.Helper()
	out := map[string][]goldSection{}
	readLines(t, filepath.Join(dir, "sections.jsonl"), func(line []byte) {
		var s goldSection
		if err := json.Unmarshal(line, &s); err != nil {
			t.Fatal(err)
		}
		if s.Kind != "cont" { // parts and chapters, which the gold labels in its own way
			out[s.Doc] = append(out[s.Doc], s)
		}
	})
	return out
}
