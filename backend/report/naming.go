package report

import (
	"fmt"
	"regexp"
)

// named is what a document is called, and that it is the person's own file.
func (v view) named(document, name string) string {
	if v.own[document] {
		return fmt.Sprintf(v.yourFile, clean(name))
	}
	return v.called(name)
}

// called is the title of a document, its name where it has none of its own.
func (v view) called(name string) string {
	if title := clean(v.Titles[name]); title != "" {
		return title
	}
	return clean(name)
}

// shortly is what a chip calls a document: its title without what stands behind a colon or a dash, cut at the end of a word.
func (v view) shortly(name string) string {
	title, ok := v.Titles[name]
	if !ok {
		return shortName(clean(name))
	}
	short := shortTitle(title)
	for other, also := range v.Titles {
		if other != name && shortTitle(also) == short {
			return clean(title)
		}
	}
	return short
}

func shortTitle(title string) string {
	title = clean(title)
	if at := subtitle.FindStringIndex(title); len(title) > chipLength && at != nil && at[0] >= chipLength/3 {
		title = title[:at[0]]
	}
	return shorten(title, chipLength)
}

var subtitle = regexp.MustCompile(`: | [–—-] `)
