package ingest

import (
	"strings"

	"github.com/abadojack/whatlanggo"

	"rabbithole/backend/source"
)

// language returns the language most of a document is written in as its ISO 639-1 code, "" when that is not clear.
func language(pages []source.Page) string {
	info := whatlanggo.Detect(sample(pages))
	if !info.IsReliable() {
		return ""
	}
	return info.Lang.Iso6391()
}

const (
	sampledPages = 12
	sampledBytes = 2000 // of each
)

// sample returns the middle of pages spread over the document: covers, contents and indexes say little about its language.
func sample(pages []source.Page) string {
	var b strings.Builder
	step := max(1, len(pages)/sampledPages)
	for i := step / 2; i < len(pages); i += step {
		text := pages[i].Text
		from := max(0, (len(text)-sampledBytes)/2)
		b.WriteString(strings.ToValidUTF8(text[from:min(len(text), from+sampledBytes)], ""))
		b.WriteByte('\n')
	}
	return b.String()
}
