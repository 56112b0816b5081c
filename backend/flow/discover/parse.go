package discover

import (
	"encoding/json"
	"errors"
	"html"
	"rabbithole/backend/flow/discover/picture"
	"regexp"
	"strings"

	"github.com/kaptinlin/jsonrepair"
)

// How much of a reply is looked at: no answer to the prompt is as long, and what repairs JSON takes time that grows with the square of what is wrong.
const (
	mostReply    = 64 << 10
	mostRepaired = 32 << 10
	mostPairs    = 40
)

var (
	thinking = regexp.MustCompile(`(?s)<think>.*?</think>`)
	block    = regexp.MustCompile("```(?:json|xml|JSON|XML)?[^\\S\\n]*\\r?\\n([\\s\\S]*?)\\n[^\\S\\n]*```")
	comma    = regexp.MustCompile(`,(\s*[}\]])`)
	raw      = regexp.MustCompile(`\{[\s\S]*?"headlines"[\s\S]*\}`)
	unclosed = regexp.MustCompile(`\{[^{}]*?"headlines"[\s\S]*`)
)

// Parse reads the headlines out of a model's reply: the fenced block as JSON, as JSON that has to be repaired, then as XML; at last JSON that stands
// anywhere in the text. Pairs without a title or a caption are dropped; what cannot be read gives none.
func Parse(reply string) []Pair {
	reply = thinking.ReplaceAllString(reply[:min(len(reply), mostReply)], "")
	for _, m := range block.FindAllStringSubmatch(reply, mostPairs) {
		inner := strings.TrimSpace(m[1])
		list := []Pair(nil)
		switch {
		case strings.HasPrefix(inner, "{"):
			list = ofJSON(inner)
		case strings.HasPrefix(inner, "<"):
			list = ofXML(inner)
		}
		if len(list) > 0 {
			return list
		}
	}
	for _, anywhere := range []*regexp.Regexp{raw, unclosed} {
		if list := ofJSON(anywhere.FindString(reply)); len(list) > 0 {
			return list
		}
	}
	return nil
}

// ofJSON reads an object with the key "headlines": as it is, without commas that end a list, or repaired.
func ofJSON(text string) []Pair {
	if text == "" {
		return nil
	}
	for _, mend := range []func() (string, error){
		func() (string, error) { return text, nil },
		func() (string, error) { return comma.ReplaceAllString(text, "$1"), nil },
		func() (string, error) {
			if len(text) > mostRepaired {
				return "", errors.New("too long to be repaired")
			}
			return jsonrepair.Repair(text)
		},
	} {
		mended, err := mend()
		if err != nil {
			continue
		}
		if list, err := decoded(mended); err == nil {
			return list
		}
	}
	return nil
}

// decoded reads the first object of a text. The keys are those of the specification exactly; an entry of another shape is passed over.
func decoded(text string) ([]Pair, error) {
	var object map[string]json.RawMessage
	if err := json.NewDecoder(strings.NewReader(text)).Decode(&object); err != nil {
		return nil, err
	}
	var entries []json.RawMessage
	if err := json.Unmarshal(object["headlines"], &entries); err != nil {
		return nil, err
	}
	var out []Pair
	for _, entry := range entries {
		var keys map[string]json.RawMessage
		var h Pair
		if json.Unmarshal(entry, &keys) != nil || json.Unmarshal(keys["title"], &h.Title) != nil || json.Unmarshal(keys["caption"], &h.Caption) != nil {
			continue
		}
		h.Spans = spanName.FindAllString(string(keys["spans"]), mostNamed)
		out = h.added(out)
	}
	return out, nil
}

// elements matches what XML holds headlines in: "item" elements, or "headline" elements where there are no items.
var elements = []*regexp.Regexp{regexp.MustCompile(`(?s)<item\b[^>]*>(.*?)</item\s*>`), regexp.MustCompile(`(?s)<headline\b[^>]*>(.*?)</headline\s*>`)}

// half matches the parts of such an element.
var half = regexp.MustCompile(`(?s)<title\b[^>]*>(.*?)</title\s*>|<caption\b[^>]*>(.*?)</caption\s*>|<spans?\b[^>]*>(.*?)</spans?\s*>`)

// ofXML reads elements that are closed. Entities of a document's own mean nothing.
func ofXML(text string) (list []Pair) {
	text = strings.NewReplacer("<![CDATA[", "", "]]>", "").Replace(text)
	for _, element := range elements {
		for _, m := range element.FindAllStringSubmatch(text, mostPairs) {
			var p Pair
			for _, part := range half.FindAllStringSubmatch(m[1], -1) {
				p.Title, p.Caption = p.Title+part[1], p.Caption+part[2]
				p.Spans = append(p.Spans, spanName.FindAllString(part[3], mostNamed)...)
			}
			list = p.added(list)
		}
		if len(list) > 0 {
			break
		}
	}
	return list
}

// added appends a pair as a person reads it, unless a half of it is missing or there are too many.
func (p Pair) added(list []Pair) []Pair {
	p.Title, p.Caption, p.Spans = plain(p.Title), plain(p.Caption), p.Spans[:min(len(p.Spans), mostNamed)]
	if p.Title == "" || p.Caption == "" || len(list) == mostPairs {
		return list
	}
	return append(list, p)
}

// Pair is a headline as a model writes it, with the names of the spans that it says prove it.
type Pair struct {
	Headline
	Spans []string
}

// mostNamed is how many spans of a pair are looked at.
const mostNamed = 8

var spanName = regexp.MustCompile(`P\d{1,3}(?:\.\d{1,4})?`)

var (
	tag      = regexp.MustCompile(`</?[A-Za-z!][^<>]*>`)
	emphasis = regexp.MustCompile("\\*+|`+|__+|^#+\\s+")
	cited    = regexp.MustCompile(`\s*\[\^?[A-Z]?\d{1,3}(?:\s*,\s*[A-Z]?\d{1,3})*\]`)
)

// plain is a text without markup, signs that cannot be seen and marks of citations, on one line.
func plain(text string) string {
	text = tag.ReplaceAllString(html.UnescapeString(text), " ")
	text = cited.ReplaceAllString(emphasis.ReplaceAllString(text, ""), "")
	return picture.Printable(text)
}
