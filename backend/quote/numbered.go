package quote

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Numbered writes a passage's text with the number of each span before it: "[1] The limit is 20 mSv. [2] It may be ...". Headings have none.
func Numbered(text string, spans []Span) string {
	var out strings.Builder
	at := 0
	for i, s := range spans {
		out.WriteString(text[at:s.Start])
		if s.Kind != Heading {
			fmt.Fprintf(&out, "[%d] ", i+1)
		}
		out.WriteString(text[s.Start:s.End])
		at = s.End
	}
	return out.String() + text[at:]
}

// NumberedOnly is Numbered with the spans at the given positions alone, and without the headings at the front; "…" stands for what is left out.
func NumberedOnly(text string, spans []Span, only map[int]bool) string {
	var out strings.Builder
	at, left := 0, false
	for i, s := range spans {
		if i == 0 && s.Kind == Heading {
			at = s.End
			continue
		}
		if !only[i] && s.Kind != Heading {
			at, left = s.End, true
			continue
		}
		if left {
			out.WriteString(" … ")
		} else {
			out.WriteString(text[at:s.Start])
		}
		if s.Kind != Heading {
			fmt.Fprintf(&out, "[%d] ", i+1)
		}
		out.WriteString(text[s.Start:s.End])
		at, left = s.End, false
	}
	if left {
		out.WriteString(" …")
	}
	return strings.TrimSpace(out.String())
}

// Named reads the name that a model gives a span, "E3.2", and returns what it is a span of and its position; position is -1 where it names
// the whole ("E3").
func Named(ref string) (of string, position int) {
	of, number, ok := strings.Cut(strings.ToUpper(strings.Trim(ref, " []().,")), ".")
	if n, err := strconv.Atoi(number); ok && err == nil && n > 0 {
		return of, n - 1
	}
	return of, -1
}

// Alone returns the chosen positions without those that only lead into another chosen one, which is shown behind what leads into it.
func Alone(spans []Span, chosen []int) []int {
	return slices.DeleteFunc(slices.Clone(chosen), func(i int) bool {
		return slices.ContainsFunc(chosen, func(j int) bool { return i != j && slices.Contains(spans[j].Leads, i) })
	})
}
