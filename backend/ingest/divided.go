package ingest

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/source"
)

// Rejoin writes words that were divided at line ends as the rest of the document has them: with their hyphen or without, names of files with nothing
// between. A page alone does not say whether "pre-" and "training" are "pretraining" there. It returns the pages that changed.
func Rejoin(pages []source.Page) []source.Page {
	v := vocabulary{words: map[string]bool{}, forms: map[string]int{}, first: map[string]int{}, last: map[string]int{}, named: map[string]bool{}}
	for _, p := range pages {
		v.names(p.Text)
		v.lines += len(p.Lines)
		at := 0
		for _, l := range p.Lines {
			v.cuts += len(l.Cuts)
			for _, c := range l.Cuts {
				if start, end, ok := divided(p, l, c); ok && start >= at {
					v.read(p.Text[at:start])
					at = end
				}
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
		joined := v.rejoin(&pages[i], v.seam)
		if v.mend(&pages[i]) || joined {
			changed = append(changed, pages[i])
		}
	}
	return changed
}

// divided returns the bytes of the word that was divided at the end of a line.
func divided(p source.Page, l source.Line, c source.Cut) (start, end int, ok bool) {
	if c.At <= l.Start || c.At >= l.End || l.End > len(p.Text) || l.Start < 0 {
		return 0, 0, false
	}
	head := strings.TrimSuffix(p.Text[l.Start:c.At], " ")
	rest := strings.TrimLeftFunc(p.Text[c.At:l.End], func(r rune) bool { return !unicode.IsSpace(r) })
	return l.Start + strings.LastIndexFunc(head, unicode.IsSpace) + 1, l.End - len(rest), true
}

// vocabulary is what a document says about its words, those left out that are divided at line ends.
type vocabulary struct {
	words       map[string]bool // that stand alone, as they are written
	forms       map[string]int  // how often a word, a compound or a part of one occurs, in small letters
	first, last map[string]int  // in how many compounds with hyphens a word comes first, or last
	named       map[string]bool // names of files and the like
	lines, cuts int             // its lines, and how many divided words they hold
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
		p.Lines[i].Cuts = slices.Clone(p.Lines[i].Cuts)
	}
	for i := range p.Lines {
		for k := range p.Lines[i].Cuts {
			c := p.Lines[i].Cuts[k]
			start, end, ok := divided(*p, p.Lines[i], c)
			if !ok {
				continue
			}
			left, seam := cutSeam(p.Text[start:c.At])
			if want := seamOf(left, p.Text[c.At:end], seam); want != seam {
				move(p, i, k, len(want)-len(seam))
				p.Text = p.Text[:c.At-len(seam)] + want + p.Text[c.At:]
				changed = true
			}
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
	compound := v.cuts*seldom < v.lines || v.first[small] > 0 || v.last[next] > 0 || len(last) < len(left) || strings.HasPrefix(right[len(first):], "-")
	switch {
	case known && goes && compound: // "risk-" and "-based" are parts of other compounds, or "state-of" is one already
		return "-"
	case !known && goes && v.first[small] >= prefix: // non-
		return "-"
	}
	return was
}

// seldom is in how many lines a document has one divided word, or fewer, that may divide none but at hyphens.
const seldom = 200

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

// move moves what stands behind cut n of line i of a page by some bytes.
func move(p *source.Page, i, n, by int) {
	cut := p.Lines[i].Cuts[n].At
	moved := func(at int) int {
		if at >= cut {
			return at + by
		}
		return at
	}
	for k := range p.Lines[i:] {
		l := &p.Lines[i+k]
		l.Start, l.End = moved(l.Start), moved(l.End)
		for n := range l.Cuts {
			l.Cuts[n].At = moved(l.Cuts[n].At)
		}
	}
	p.Lines[i].Cuts[n].Moved += by
	for k := range p.Links {
		p.Links[k].Start, p.Links[k].End = moved(p.Links[k].Start), moved(p.Links[k].End)
	}
	for k := range p.Words {
		p.Words[k].Start, p.Words[k].End = moved(p.Words[k].Start), moved(p.Words[k].End)
	}
}
