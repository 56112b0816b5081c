package provision

import (
	"slices"
	"strings"

	"rabbithole/backend/refs"
)

// Inside reports whether a mention is a reference inside its own section.
func Inside(m refs.Mention) bool { return m.Kind == refs.KindParagraph || m.Kind == refs.KindSentence }

// Step is one unit of a path with its value: "Absatz", "2".
type Step struct{ Unit, Value string }

// Path names a place inside a section, the widest unit first.
type Path []Step

// String writes the units of a path with their values.
func (p Path) String() string {
	var out []string
	for _, s := range p {
		out = append(out, s.Unit+" "+s.Value)
	}
	return strings.Join(out, " ")
}

// parsePath reads what String wrote.
func parsePath(s string) Path {
	var out Path
	words := strings.Fields(s)
	for i := 0; i+1 < len(words); i += 2 {
		out = append(out, Step{Unit: words[i], Value: words[i+1]})
	}
	return out
}

// Width orders the units of a law, the widest first.
func Width(unit string) int {
	switch unit {
	case "Absatz", "subsection":
		return 1
	case "Unterabsatz":
		return 2
	case "Satz":
		return 3
	case "Nummer", "Ziffer":
		return 4
	case "Buchstabe":
		return 5
	case "Doppelbuchstabe":
		return 6
	}
	return 7
}

// Above returns the steps of a path that are wider than a unit.
func (p Path) Above(unit string) Path {
	n := slices.IndexFunc(p, func(s Step) bool { return Width(s.Unit) >= Width(unit) })
	if n < 0 {
		n = len(p)
	}
	return slices.Clone(p[:n])
}
