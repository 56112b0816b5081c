package ingest

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/source"
)

// Rejoin writes words that were divided at line ends as the rest of the document has them: with their hyphen or without. A page alone
// does not say whether "pre-" and "training" are "pretraining" there. It returns the pages that changed.
func Rejoin(pages []source.Page) []source.Page {
	v := vocabulary{words: map[string]bool{}, forms: map[string]int{}, first: map[string]int{}, last: map[string]int{}}
	for _, p := range pages {
		at := 0
		for _, l := range p.Lines {
			if start, end, ok := divided(p, l); ok && start >= at {
				v.read(p.Text[at:start])
				at = end
			}
		}
		v.read(p.Text[at:])
	}
	for i := range pages {
		v.rejoin(&pages[i], func(left, right, was string) string {
			v.kept += v.said(left, right)
			return was
		})
	}
	var changed []source.Page
	for i := range pages {
		if v.rejoin(&pages[i], v.seam) {
			changed = append(changed, pages[i])
		}
	}
	return changed
}

// divided returns the bytes of the word that was divided at the end of a line.
func divided(p source.Page, l source.Line) (start, end int, ok bool) {
	if l.Cut <= l.Start || l.Cut >= l.End || l.End > len(p.Text) || l.Start < 0 {
		return 0, 0, false
	}
	head := strings.TrimSuffix(p.Text[l.Start:l.Cut], " ")
	return l.Start + strings.LastIndexFunc(head, unicode.IsSpace) + 1, l.End, true
}

// vocabulary is what a document says about its words, those left out that are divided at line ends.
type vocabulary struct {
	words       map[string]bool // that stand alone, as they are written
	forms       map[string]int  // how often a word, a compound or a part of one occurs, in small letters
	first, last map[string]int  // in how many compounds with hyphens a word comes first, or last
	kept        int             // how many of the divided words occur with a hyphen elsewhere, less those that occur without one
}

// mostParts bounds the parts of a compound that are looked at.
const mostParts = 6

func (v *vocabulary) read(text string) {
	text = strings.NewReplacer("‐", "-", "‑", "-").Replace(text)
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !inWord(r) && r != '-' }) {
		v.add(strings.Trim(word, "-"))
	}
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

func (v *vocabulary) add(word string) {
	if !strings.Contains(word, "-") {
		v.words[word] = true
		v.forms[strings.ToLower(word)]++
		return
	}
	form := strings.ToLower(word)
	parts := strings.Split(form, "-")
	if v.forms[form] == 0 {
		v.first[parts[0]]++
		v.last[parts[len(parts)-1]]++
	}
	for i := range min(len(parts), mostParts) {
		for k := i + 1; k <= min(len(parts), mostParts); k++ {
			v.forms[strings.Join(parts[i:k], "-")]++
		}
	}
}

// rejoin writes the divided words of a page as seam has them, and moves what stands behind them.
func (v *vocabulary) rejoin(p *source.Page, seamOf func(left, right, was string) string) (changed bool) {
	p.Lines, p.Links, p.Words = slices.Clone(p.Lines), slices.Clone(p.Links), slices.Clone(p.Words)
	for i := range p.Lines {
		l := p.Lines[i]
		start, end, ok := divided(*p, l)
		if !ok {
			continue
		}
		left, seam := cutSeam(p.Text[start:l.Cut])
		if want := seamOf(left, p.Text[l.Cut:end], seam); want != seam {
			move(p, i, len(want)-len(seam))
			p.Text = p.Text[:l.Cut-len(seam)] + want + p.Text[l.Cut:]
			changed = true
		}
	}
	return changed
}

// cutSeam parts the first part of a divided word from what stands between its parts.
func cutSeam(s string) (left, seam string) {
	left = strings.TrimRight(s, "- ")
	return left, s[len(left):]
}

// said tells how the document writes a word elsewhere that is divided here: 1 is with a hyphen, -1 without, 0 neither or both.
func (v *vocabulary) said(left, right string) int {
	last, first := strings.ToLower(lastPart(left)), strings.ToLower(firstPart(right))
	if r, size := utf8.DecodeLastRuneInString(last); size == len(last) || !unicode.IsLetter(r) { // "ST" is not S-T, nor "10k" 10-K
		return cmp.Compare(v.forms[last+"-"+first], 0)
	}
	return cmp.Compare(v.forms[last+"-"+first], v.forms[last+first])
}

// seam returns what stands between the parts of a divided word: nothing, or a hyphen. Where the document does not say, it stays as it was.
func (v *vocabulary) seam(left, right, was string) string {
	last, first := lastPart(left), firstPart(right)
	small, next := strings.ToLower(last), strings.ToLower(first)
	said := v.said(left, right)
	switch {
	case last == "" || first == "":
		return was
	case said < 0:
		return ""
	case was == "- ":
		return was
	case said > 0:
		return "-"
	case v.kept > 0: // its lines end in hyphens of compounds
		return "-"
	case first != next: // a capital: a rule said so
		return was
	}
	known, goes := v.words[last] || v.words[small], v.words[first]
	compound := v.first[small] > 0 || v.last[next] > 0 || len(last) < len(left) || strings.HasPrefix(right[len(first):], "-")
	switch {
	case known && goes && compound: // "risk-" and "-based" are parts of other compounds, or "state-of" is one already
		return "-"
	case !known && goes && v.first[small] >= prefix: // non-
		return "-"
	}
	return was
}

// prefix is in how many compounds something comes first that is no word of its own, to be one that keeps its hyphen.
const prefix = 3

// lastPart returns the letters and digits that s ends in.
func lastPart(s string) string {
	return s[len(strings.TrimRightFunc(s, inWord)):]
}

// firstPart returns the letters and digits that s begins with.
func firstPart(s string) string {
	return s[:len(s)-len(strings.TrimLeftFunc(s, inWord))]
}

// move moves what stands behind the cut of line i of a page by some bytes.
func move(p *source.Page, i, by int) {
	cut := p.Lines[i].Cut
	moved := func(at int) int {
		if at >= cut {
			return at + by
		}
		return at
	}
	for k := range p.Lines[i:] {
		l := &p.Lines[i+k]
		l.Start, l.End = moved(l.Start), moved(l.End)
		if l.Cut > 0 {
			l.Cut = moved(l.Cut)
		}
	}
	p.Lines[i].Moved += by
	for k := range p.Links {
		p.Links[k].Start, p.Links[k].End = moved(p.Links[k].Start), moved(p.Links[k].End)
	}
	for k := range p.Words {
		p.Words[k].Start, p.Words[k].End = moved(p.Words[k].Start), moved(p.Words[k].End)
	}
}
