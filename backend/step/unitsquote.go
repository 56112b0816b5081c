package step

import (
	"regexp"
	"strings"
)

// Lengths in bytes up to which a list or a table is quoted whole: one whose entries only hold together is, if at all possible.
const (
	wholeList     = 420
	wholeSentence = 900
)

// together matches what leads into a list that is wrong or misleading with a hole in it.
var together = regexp.MustCompile(`(?i)\b(?:at least|in particular|the following|following|all of|each of|any of|either|both|mindestens|zumindest|insbesondere|folgende[nmrs]?|alle|jeweils|entweder|sowohl)\b[^.]*$`)

// connected reports whether the entries of a list make one statement: its lead says so, a conjunction joins the last, or they are one
// sentence whose lead is not finished without them.
func (e *entry) connected() bool {
	if together.MatchString(joined([]string{e.text})) {
		return true
	}
	if n := len(e.of); n > 1 && conjoined.MatchString(e.of[n-2].whole()) {
		return true
	}
	for i, c := range e.of {
		if text := c.whole(); i < len(e.of)-1 && !strings.ContainsAny(text[len(text)-1:], ",;") {
			return false
		}
	}
	return len(e.of) > 1
}

// units returns what can be quoted of a list: all of it if it is short, else each entry behind what leads to it, with what closes the
// sentence; an ellipsis stands for every entry that is left out between or, before a closing, behind.
func (e *entry) units() []string {
	limit := wholeList
	if e.connected() {
		limit = wholeSentence
	}
	return append(e.quotes("", "", limit), quotable(e.then)...)
}

// quotes returns the units of an entry that stands between what is quoted before and behind it.
func (e *entry) quotes(before, behind string, limit int) []string {
	whole := before + e.whole() + behind
	switch {
	case len(whole) <= limit, len(e.of)+len(e.more) == 0:
		return []string{strings.TrimSpace(whole)}
	case len(e.of) == 0:
		first := &entry{text: e.text}
		return append(first.quotes(before, behind, limit), quotable(e.more)...)
	}
	var units []string
	for i, c := range e.of {
		lead, close := before+joined([]string{e.text}), behind
		if i > 0 && lead != "" && !strings.HasSuffix(lead, "…") {
			lead += " …"
		}
		last := i == len(e.of)-1
		switch {
		case e.tail != "" && last:
			close = " " + e.tail + behind
		case e.tail != "":
			close = " … " + e.tail + behind
		case !last && behind != "" && !strings.HasPrefix(behind, " …"):
			close = " …" + behind
		}
		if lead != "" {
			lead += " "
		}
		units = append(units, c.quotes(lead, close, limit)...)
	}
	return units
}

// quotable returns the sentences that can be quoted on their own.
func quotable(sentences []string) []string {
	var units []string
	for _, s := range sentences {
		if s = joined([]string{s}); !scrap(s) {
			units = append(units, s)
		}
	}
	return units
}
