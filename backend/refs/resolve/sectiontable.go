package resolve

import (
	"cmp"
	"slices"
	"sort"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/numbering"
)

// mostNamesakes is among how many sections of one number the nearest is chosen: a hostile file may give them all the same.
const mostNamesakes = 200

// sectionTable finds the sections of one document by kind and number, or by label.
type sectionTable struct {
	lettered map[refs.Kind][]letteredSection // by number, then letter
	byID     map[string]refs.Section
	byNumber map[numbered][]refs.Section
	byLabel  map[string][]refs.Section
	kinds    map[refs.Kind]bool
}

type numbered struct {
	kind   refs.Kind
	number string
}

// letteredSection is a section whose number bears a letter, as § 12a.
type letteredSection struct {
	number int
	letter string
	at     int // in the document
	refs.Section
}

// before reports whether a section comes before number and letter.
func (l letteredSection) before(number int, letter string) bool {
	return l.number < number || l.number == number && l.letter < letter
}

func newSectionTable(sections []refs.Section) *sectionTable {
	t := &sectionTable{map[refs.Kind][]letteredSection{}, map[string]refs.Section{}, map[numbered][]refs.Section{}, map[string][]refs.Section{}, map[refs.Kind]bool{}}
	for i, s := range sections {
		t.byID[s.ID] = s
		t.kinds[s.Kind] = true
		if s.Number == "" {
			continue
		}
		t.byNumber[numbered{s.Kind, s.Number}] = append(t.byNumber[numbered{s.Kind, s.Number}], s)
		t.byLabel[s.Label] = append(t.byLabel[s.Label], s)
		if n, letter := numbering.SplitNumber(s.Number); len(letter) == 1 {
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
func (t *sectionTable) find(p refs.Pointer, m refs.Mention, own bool) (refs.Section, bool) {
	if list := t.byLabel[p.Label]; p.Label != "" && len(list) > 0 {
		return t.nearest(list, m, own), true
	}
	if p.Kind != refs.KindChapter && p.Kind != refs.KindPart {
		if list := countedAs(p, t.byNumber[numbered{p.Kind, p.Number}]); len(list) > 0 && !otherAnnex(p, list[0]) {
			return t.nearest(list, m, own), true
		}
		return refs.Section{}, false
	}
	if list := t.byLabel[otherLanguage(p.Label)]; len(list) > 0 {
		return t.nearest(list, m, own), true
	}
	if !t.kinds[p.Kind] {
		if list := countedAs(p, t.byNumber[numbered{refs.KindSection, p.Number}]); len(list) > 0 {
			return t.nearest(list, m, own), true
		}
	}
	return refs.Section{}, false
}

// countedAs returns the sections that a pointer may mean by its word: those that count by a word of their own ("Note 11", "Item 11") go by no other.
func countedAs(p refs.Pointer, list []refs.Section) []refs.Section {
	word, _ := numbering.CutWord(p.Label)
	return slices.DeleteFunc(slices.Clone(list), func(s refs.Section) bool {
		own, _ := numbering.CutWord(s.Label)
		return s.Kind == refs.KindSection && own != "" && own != "Section" && own != "§" && own != word
	})
}

// otherLanguage writes the label of a division as a document in the other language calls it: "Kapitel VII" of an act of the European Union.
func otherLanguage(label string) string {
	word, number := numbering.CutWord(label)
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
func otherAnnex(p refs.Pointer, s refs.Section) bool {
	if p.Kind != refs.KindAnnex {
		return false
	}
	a, _ := numbering.CutWord(p.Label)
	b, _ := numbering.CutWord(s.Label)
	return a != b && (numbering.OwnAnnexWord(a) || numbering.OwnAnnexWord(b))
}

// within returns the sections whose numbers bear a letter between the two ends of the range that p closes, in the order of the document; none
// where they are too many.
func (t *sectionTable) within(p refs.Pointer) []refs.Section {
	from, fromLetter := numbering.SplitNumber(p.From)
	to, toLetter := numbering.SplitNumber(p.Number)
	if from == 0 || to == 0 || len(fromLetter) > 1 || len(toLetter) > 1 {
		return nil
	}
	list := t.lettered[p.Kind]
	first := sort.Search(len(list), func(i int) bool { return !list[i].before(from, fromLetter+"\x00") })
	end := sort.Search(len(list), func(i int) bool { return !list[i].before(to, toLetter) })
	if first >= end || end-first > numbering.LongestRange {
		return nil
	}
	found := slices.Clone(list[first:end])
	slices.SortFunc(found, func(a, b letteredSection) int { return a.at - b.at })
	var out []refs.Section
	for _, s := range found {
		out = append(out, s.Section)
	}
	return out
}

// nearest chooses among sections of one number the one that shares most of the path with the section the mention stands in.
func (t *sectionTable) nearest(list []refs.Section, m refs.Mention, own bool) refs.Section {
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
