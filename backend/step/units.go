package step

import (
	"regexp"
	"strings"

	"rabbithole/backend/chunk"
)

// Unit is a stretch of a passage that can be quoted on its own: a sentence, a sentence with its short list, or one entry of a long
// list together with the sentence that introduces the list. Its text stands verbatim in the passage; " … " marks what is left out.
type Unit struct {
	Text  string
	Start int // byte offset in the passage's text
}

// wholeList is the length in bytes up to which a list is quoted whole.
const wholeList = 420

var listEntry = regexp.MustCompile(`^(?:\(?\d{1,2}[a-z]?[.)]|[a-z]{1,2}\)|[-–—•▪*])\s`)

// Units cuts a passage's text into what can be quoted.
func Units(text, language string) []Unit {
	var units []Unit
	spans := chunk.Sentences(text, language)
	for i := 0; i < len(spans); i++ {
		sentence := trimmed(text, spans[i])
		if sentence.Text == "" {
			continue
		}
		if !strings.HasSuffix(sentence.Text, ":") && !opensList(text, spans, i) {
			units = append(units, sentence)
			continue
		}
		end := listEnd(text, spans, i+1)
		units = append(units, list(text, sentence, spans[i+1:end])...)
		i = end - 1
	}
	return units
}

func trimmed(text string, span [2]int) Unit {
	raw := text[span[0]:span[1]]
	lead := len(raw) - len(strings.TrimLeft(raw, " \n\t"))
	return Unit{Text: strings.TrimSpace(raw), Start: span[0] + lead}
}

// opensList reports whether the sentence after i begins a list that i introduces without a colon ("... sind", "... if").
func opensList(text string, spans [][2]int, i int) bool {
	if i+1 >= len(spans) || !listEntry.MatchString(trimmed(text, spans[i+1]).Text) {
		return false
	}
	last := trimmed(text, spans[i]).Text
	return !strings.HasSuffix(last, ".") && !listEntry.MatchString(last)
}

func listEnd(text string, spans [][2]int, from int) int {
	for from < len(spans) && listEntry.MatchString(trimmed(text, spans[from]).Text) {
		from++
	}
	return from
}

func list(text string, lead Unit, entries [][2]int) []Unit {
	if len(entries) == 0 {
		return []Unit{lead}
	}
	end := entries[len(entries)-1][1]
	if end-lead.Start <= wholeList {
		return []Unit{{Text: strings.TrimSpace(text[lead.Start:end]), Start: lead.Start}}
	}
	var units []Unit
	for i, e := range entries {
		entry := trimmed(text, e)
		joint := " … "
		if i == 0 {
			joint = " "
		}
		units = append(units, Unit{Text: lead.Text + joint + entry.Text, Start: entry.Start})
	}
	return units
}
