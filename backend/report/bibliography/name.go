package bibliography

import (
	"regexp"
	"strings"
)

// name is an author: a person's two names, or a literal one that is printed as it stands.
type name struct {
	Family  string `json:"family,omitempty"`
	Given   string `json:"given,omitempty"`
	Literal string `json:"literal,omitempty"`
}

// initials begin or end a person's name; no institution's.
var initials = regexp.MustCompile(`^((?:\pL\.[ -]?)+)\s*(\pL[^,]+)$`)

// parseName cuts a name where it is sure: at the one comma between family and given name, or behind initials.
func parseName(text string) name {
	if family, given, ok := strings.Cut(text, ","); ok && !strings.Contains(given, ",") {
		return name{Family: strings.TrimSpace(family), Given: strings.TrimSpace(given)}
	}
	if m := initials.FindStringSubmatch(text); m != nil {
		return name{Family: strings.TrimSpace(m[2]), Given: strings.TrimSpace(m[1])}
	}
	return name{Literal: text}
}

// inverted prints a name as lists sort it: "Family, Given".
func (n name) inverted() string {
	switch {
	case n.Literal != "":
		return n.Literal
	case n.Given == "":
		return n.Family
	}
	return n.Family + ", " + n.Given
}

var between = regexp.MustCompile(`\s*;\s*|\s+(?:and|und|&)\s+|\s*·\s*`)

// Names cuts the author line of a document into authors. Commas separate authors only where each part is a name of several words.
func Names(line string) []string {
	var out []string
	for _, part := range between.Split(strings.TrimSpace(line), -1) {
		if part = strings.Trim(part, ", "); part == "" {
			continue
		}
		if pieces := strings.Split(part, ","); everyWhole(pieces) {
			for _, p := range pieces {
				out = append(out, strings.TrimSpace(p))
			}
			continue
		}
		out = append(out, part)
	}
	return out
}

// everyWhole reports whether each of several pieces is a name by itself.
func everyWhole(pieces []string) bool {
	for _, p := range pieces {
		if len(strings.Fields(p)) < 2 {
			return false
		}
	}
	return len(pieces) > 1
}
