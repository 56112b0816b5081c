package related

import (
	"fmt"
	"strings"
)

// Word says what a relation is, in a word for people.
func (r Relation) Word(language string) string { return relationWords[r].In(language) }

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

// few tells how little was found that speaks to the page being read, how much to others, and in how much was looked: nobody should have to guess whether
// there is nothing or nobody looked.
func (s State) few(here, beyond int) string {
	told := sayFew.In(s.Language, here, beyond)
	if s.Page == 0 {
		told = sayFewInAll.In(s.Language, here)
	}
	var through []string
	for i, n := range []int{s.Searched.Documents, s.Searched.Pages, s.webPages()} {
		if n > 0 {
			through = append(through, looked[i].In(s.Language, n))
		}
	}
	told += " " + saySearched.In(s.Language, strings.Join(through, ", "))
	if s.Searched.Foreign > 0 && s.Answered == nil {
		told += " " + sayForeign.In(s.Language, s.Searched.Foreign)
	}
	if s.Searched.Hurried {
		told += " " + sayHurried.In(s.Language)
	}
	return told
}

// webPages is how many pages of the web were read.
func (s State) webPages() (n int) {
	for _, p := range s.Fetched {
		if p.Failed == "" {
			n++
		}
	}
	return n
}
