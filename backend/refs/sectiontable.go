package refs

// sectionTable finds the sections of one document by kind and number, or by label.
type sectionTable struct {
	all      []Section
	byID     map[string]Section
	byNumber map[numbered][]Section
	byLabel  map[string][]Section
	kinds    map[Kind]bool
}

type numbered struct {
	kind   Kind
	number string
}

func newSectionTable(sections []Section) *sectionTable {
	t := &sectionTable{sections, map[string]Section{}, map[numbered][]Section{}, map[string][]Section{}, map[Kind]bool{}}
	for _, s := range sections {
		t.byID[s.ID] = s
		t.kinds[s.Kind] = true
		if s.Number == "" {
			continue
		}
		t.byNumber[numbered{s.Kind, s.Number}] = append(t.byNumber[numbered{s.Kind, s.Number}], s)
		t.byLabel[s.Label] = append(t.byLabel[s.Label], s)
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
	if !t.kinds[p.Kind] {
		if list := t.byNumber[numbered{KindSection, p.Number}]; len(list) > 0 {
			return t.nearest(list, m, own), true
		}
	}
	return Section{}, false
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

// lettered returns the sections whose numbers bear a letter between the two ends of the range that p closes; none where they are too many.
func (t *sectionTable) lettered(p Pointer) []Section {
	from, fromLetter := splitNumber(p.From)
	to, toLetter := splitNumber(p.Number)
	if from == 0 || to == 0 || len(fromLetter) > 1 || len(toLetter) > 1 {
		return nil
	}
	var out []Section
	for _, s := range t.all {
		n, letter := splitNumber(s.Number)
		if s.Kind != p.Kind || len(letter) != 1 || n < from || n > to || n == from && letter <= fromLetter || n == to && letter >= toLetter {
			continue
		}
		if out = append(out, s); len(out) > longestRange {
			return nil
		}
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
	for _, s := range list {
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
