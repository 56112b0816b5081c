package refs

import (
	"cmp"
	"slices"
	"sort"
)

// mostNamesakes is among how many sections of one number the nearest is chosen: a hostile file may give them all the same.
const mostNamesakes = 200

// sectionTable finds the sections of one document by kind and number, or by label.
type sectionTable struct {
	lettered map[Kind][]letteredSection // by number, then letter
	byID     map[string]Section
	byNumber map[numbered][]Section
	byLabel  map[string][]Section
	kinds    map[Kind]bool
}

type numbered struct {
	kind   Kind
	number string
}

// letteredSection is a section whose number bears a letter, as § 12a.
type letteredSection struct {
	number int
	letter string
	at     int // in the document
	Section
}

// before reports whether a section comes before number and letter.
func (l letteredSection) before(number int, letter string) bool {
	return l.number < number || l.number == number && l.letter < letter
}

func newSectionTable(sections []Section) *sectionTable {
	t := &sectionTable{map[Kind][]letteredSection{}, map[string]Section{}, map[numbered][]Section{}, map[string][]Section{}, map[Kind]bool{}}
	for i, s := range sections {
		t.byID[s.ID] = s
		t.kinds[s.Kind] = true
		if s.Number == "" {
			continue
		}
		t.byNumber[numbered{s.Kind, s.Number}] = append(t.byNumber[numbered{s.Kind, s.Number}], s)
		t.byLabel[s.Label] = append(t.byLabel[s.Label], s)
		if n, letter := splitNumber(s.Number); len(letter) == 1 {
			t.lettered[s.Kind] = append(t.lettered[s.Kind], letteredSection{n, letter, i, s})
		}
	}
	for _, list := range t.lettered {
		slices.SortStableFunc(list, func(a, b letteredSection) int {
			return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.letter, b.letter))
		})
	}
	return t
}

// find returns the section a pointer of mention m means. Divisions go by their label, since "Kapitel 3" and "Abschnitt 3" are two
// things; where a document has none of the kind, its numbered sections stand for them.
func (t *sectionTable) find(p Pointer, m Mention, own bool) (Section, bool) {
	if list := t.byLabel[p.Label]; p.Label != "" && len(list) > 0 {
		return t.nearest(list, m, own), true
	}
	if p.Kind != KindChapter && p.Kind != KindPart {
		if list := t.byNumber[numbered{p.Kind, p.Number}]; len(list) > 0 && !otherAnnex(p, list[0]) {
			return t.nearest(list, m, own), true
		}
		return Section{}, false
	}
	if list := t.byLabel[otherLanguage(p.Label)]; len(list) > 0 {
		return t.nearest(list, m, own), true
	}
	if !t.kinds[p.Kind] {
		if list := t.byNumber[numbered{KindSection, p.Number}]; len(list) > 0 {
			return t.nearest(list, m, own), true
		}
	}
	return Section{}, false
}

// otherLanguage writes the label of a division as a document in the other language calls it: "Kapitel VII" of an act of the European Union.
func otherLanguage(label string) string {
	word, number := cutWord(label)
	for _, pair := range [][2]string{{"Chapter", "Kapitel"}, {"Part", "Teil"}, {"Title", "Titel"}, {"Section", "Abschnitt"}, {"Book", "Buch"}} {
		switch word {
		case pair[0]:
			return pair[1] + number
		case pair[1]:
			return pair[0] + number
		}
	}
	return ""
}

// otherAnnex reports whether a pointer to an annex and an annex of its number go by words that are counted apart.
func otherAnnex(p Pointer, s Section) bool {
	if p.Kind != KindAnnex {
		return false
	}
	a, _ := cutWord(p.Label)
	b, _ := cutWord(s.Label)
	return a != b && (ownAnnexWord(a) || ownAnnexWord(b))
}

// within returns the sections whose numbers bear a letter between the two ends of the range that p closes, in the order of the document; none
// where they are too many.
func (t *sectionTable) within(p Pointer) []Section {
	from, fromLetter := splitNumber(p.From)
	to, toLetter := splitNumber(p.Number)
	if from == 0 || to == 0 || len(fromLetter) > 1 || len(toLetter) > 1 {
		return nil
	}
	list := t.lettered[p.Kind]
	first := sort.Search(len(list), func(i int) bool { return !list[i].before(from, fromLetter+"\x00") })
	end := sort.Search(len(list), func(i int) bool { return !list[i].before(to, toLetter) })
	if first >= end || end-first > longestRange {
		return nil
	}
	found := slices.Clone(list[first:end])
	slices.SortFunc(found, func(a, b letteredSection) int { return a.at - b.at })
	var out []Section
	for _, s := range found {
		out = append(out, s.Section)
	}
	return out
}

// nearest chooses among sections of one number the one that shares most of the path with the section the mention stands in.
func (t *sectionTable) nearest(list []Section, m Mention, own bool) Section {
	if len(list) == 1 || !own {
		return list[0]
	}
	above := map[string]bool{}
	for id := m.Section; id != "" && !above[id]; id = t.byID[id].Parent {
		above[id] = true
	}
	best, most := list[0], -1
	for _, s := range list[:min(len(list), mostNamesakes)] {
		shared := 0
		for id, n := s.Parent, 0; id != "" && n < 20; id, n = t.byID[id].Parent, n+1 {
			if above[id] {
				shared++
			}
		}
		if shared > most {
			best, most = s, shared
		}
	}
	return best
}
