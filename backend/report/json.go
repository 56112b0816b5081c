package report

import (
	"bytes"
	"encoding/json"
	"fmt"

	"rabbithole/backend/cite"
)

// JSON renders r as indented JSON that Parse reads back. The same report gives the same bytes; lists are never null.
func JSON(r Report) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(r.complete()); err != nil {
		return nil, fmt.Errorf("write report %s as JSON: %w", r.Run, err)
	}
	return b.Bytes(), nil
}

// Parse reads a report written by JSON. Fields it does not know are ignored, so that an older program reads a newer report.
func Parse(data []byte) (Report, error) {
	var r Report
	if err := json.Unmarshal(data, &r); err != nil {
		return Report{}, fmt.Errorf("read report: %w", err)
	}
	return r.complete(), nil
}

// complete returns r with empty lists in place of missing ones; r itself stays as it is.
func (r Report) complete() Report {
	r.Answer = blocksOf(r.Answer)
	r.Sections = listOf(r.Sections)
	for i, s := range r.Sections {
		r.Sections[i].Blocks = blocksOf(s.Blocks)
	}
	r.Claims = listOf(r.Claims)
	for i, c := range r.Claims {
		r.Claims[i].Citations = listOf(c.Citations)
	}
	r.Evidence = listOf(r.Evidence)
	for i, e := range r.Evidence {
		r.Evidence[i].Quotes = listOf(e.Quotes)
	}
	r.Missing, r.Silent, r.Struck, r.Open, r.Notes = listOf(r.Missing), listOf(r.Silent), listOf(r.Struck), listOf(r.Open), listOf(r.Notes)
	return r
}

func blocksOf(blocks []Block) []Block {
	blocks = listOf(blocks)
	for i, b := range blocks {
		blocks[i].Sentences = listOf(b.Sentences)
	}
	return blocks
}

// listOf returns a copy of list that is not nil.
func listOf[T any](list []T) []T { return append(make([]T, 0, len(list)), list...) }

// Blocks makes the blocks of an answer or a section of proven sentences: one per paragraph or list item.
func Blocks(sentences []cite.Sentence) []Block {
	var out []Block
	last := -1
	for _, s := range sentences {
		if len(out) == 0 || s.Block != last {
			out = append(out, Block{Item: s.Item})
			last = s.Block
		}
		b := &out[len(out)-1]
		b.Sentences = append(b.Sentences, Sentence{Text: s.Text, Claim: s.Claim})
	}
	return out
}
