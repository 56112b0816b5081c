package provision

import (
	"strings"
	"unicode"

	"rabbithole/backend/refs/layout"
	"rabbithole/backend/refs/numbering"
)

// sentences returns where the sentences of mark i begin. Those inside the entries of a list that it holds are no sentences of its own.
func (p *Places) sentences(i int) []spot {
	m, end := p.marks[i], p.endOf(i)
	var out []spot
	ended, hanging, inner, next := true, false, -1, i+1 // a sentence has ended; entries are set further in than their numbers; the entry that runs, and the mark to come
	before := ""
	for k := m.line; k < len(p.lines); k++ {
		l := p.lines[k]
		page, off := p.numbers[l.Page], 0
		if !(spot{page, l.Start}).before(end) {
			break
		}
		if k == m.line {
			off = p.contentOf(i)
		} else if m.depth == 0 && len(out) == 0 && (spot{page, l.Start}).before(p.titleEnd(m.section)) {
			continue
		}
		for next < len(p.marks) && p.marks[next].line == k {
			_, _, n := cutMark(l.Text[min(off, len(l.Text)):])
			off, inner, ended = off+n, next, false
			next++
		}
		if inner >= 0 && p.marks[inner].line != k {
			in := l.X > p.lines[p.marks[inner].line].X+1
			if hanging = hanging || l.X > 0 && in; !in && (hanging || begins(numbering.FirstRune(l.Text)) && strings.HasSuffix(before, ".")) {
				inner, ended = -1, begins(numbering.FirstRune(l.Text)) && strings.HasSuffix(before, ".")
			}
		}
		rest := l.Text[min(off, len(l.Text)):]
		for at, r := range rest {
			if ended && inner < 0 && (begins(r) || len(out) == 0 && !unicode.IsSpace(r)) {
				out, ended = append(out, spot{page, l.Start + off + at}), false
			}
			if r == '.' || r == '?' || r == '!' {
				ended = p.endsSentence(before+" "+rest[:at], rest[at+1:], k)
			} else if !unicode.IsSpace(r) && !closes(r) {
				ended = false
			}
		}
		before = rest
	}
	return out
}

// begins reports whether a sentence may begin with a rune.
func begins(r rune) bool {
	return unicode.IsUpper(r) || unicode.IsDigit(r) || strings.ContainsRune("§„\"“»(", r)
}

// closes reports whether a rune may stand behind the full stop of a sentence.
func closes(r rune) bool { return strings.ContainsRune(")“”\"«", r) }

// endOf returns where mark i ends.
func (p *Places) endOf(i int) spot {
	s := p.sections[p.marks[i].section]
	end := spot{s.EndPage, s.End}
	if e := p.marks[i].end; e < len(p.marks) && p.marks[e].spot().before(end) {
		return p.marks[e].spot()
	}
	return end
}

// contentOf returns where the text of mark i begins in its line.
func (p *Places) contentOf(i int) int {
	m := p.marks[i]
	l := p.lines[m.line]
	if m.depth == 0 {
		return max(0, min(len(l.Text), p.titleEnd(m.section).at-l.Start))
	}
	off := m.start - l.Start
	_, _, n := cutMark(l.Text[off:])
	return off + n
}

// titleEnd returns where the title of a section ends.
func (p *Places) titleEnd(section int) spot {
	s := p.sections[section]
	return spot{s.Page, layout.TitleEnd(p.pages[s.Page], s)}
}

// endsSentence reports whether the full stop between two stretches of text ends a sentence: what follows begins with a capital, and what
// stands in front is neither an abbreviation nor the number of a day.
func (p *Places) endsSentence(before, after string, line int) bool {
	if after == "" && line+1 < len(p.lines) {
		after = " " + p.lines[line+1].Text
	}
	trimmed := strings.TrimLeftFunc(after, func(r rune) bool { return closes(r) || r == ' ' })
	if trimmed == after && after != "" || trimmed != "" && !begins(numbering.FirstRune(trimmed)) {
		return false
	}
	words := strings.Fields(before)
	if len(words) == 0 {
		return false
	}
	last := strings.TrimLeft(words[len(words)-1], "(„\"")
	switch {
	case numbering.DigitsLen(last) == len(last) && len(last) < 3:
		word, _ := numbering.CutWord(trimmed)
		if numbering.IsMonth(strings.ToLower(word)) || len(words) == 1 {
			return false
		}
		unit := strings.ToLower(strings.Trim(words[len(words)-2], "."))
		_, named := numbering.SubUnit(unit)
		_, division := numbering.DivisionWord(unit)
		return named || division || unit == "§" || unit == "§§" || numbering.IsConjunction(unit) || strings.HasPrefix(unit, "art") || strings.HasPrefix(unit, "anlage") || !unicode.IsLetter(numbering.FirstRune(unit))
	case len(last) == 1 && unicode.IsLetter(numbering.FirstRune(last)):
		return len(words) > 1 && strings.HasPrefix(strings.ToLower(words[len(words)-2]), "buchstabe")
	}
	switch strings.ToLower(last) {
	case "nr", "abs", "art", "bgbl", "vgl", "bzw", "ggf", "usw", "dr", "prof", "lit", "buchst", "ziff", "str", "ca", "inkl", "zzgl", "d. h", "z.b", "d.h", "u.a", "i.v.m", "e.g", "i.e", "no", "para", "cf", "abl":
		return false
	}
	return true
}
