package related

import (
	"fmt"
	"strings"
)

// Word says what a relation is, in a word for people.
func (r Relation) Word(language string) string { return phrasesFor(language).relations[r] }

// Summary writes bullets as the specification's Markdown list: each with the numbers of its sources and what they do to the page. What is quoted
// is text: its marks of Markdown and HTML mean nothing.
func Summary(bullets []Bullet, language string) string {
	var b strings.Builder
	for _, x := range bullets {
		b.WriteString("- " + plainly(oneLine(x.Text)))
		last := 0
		for _, p := range x.Places {
			if p.Source > 0 && p.Source != last {
				fmt.Fprintf(&b, " [%d]", p.Source)
			}
			last = p.Source
		}
		if word := x.Relation.Word(language); word != "" {
			b.WriteString(" (" + word + ")")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// plainly escapes what Markdown would take for a mark.
func plainly(text string) string {
	var b strings.Builder
	for _, r := range text {
		if strings.ContainsRune("\\`*_[]<>|", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
