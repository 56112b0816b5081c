package reason

import (
	"encoding/json"
	"regexp"
	"strings"
	"unicode/utf8"

	"rabbithole/backend/report/plain"
)

// Growing picks what a reader may read out of a reply while it is written: a JSON object whose field "answer" and whose sections, with "title" and "text",
// hold the words. They are untrusted and not checked yet: marks of evidence and what would command a terminal are left out. The zero value works.
type Growing struct {
	// Marked keeps the marks of evidence, such as [E3.2]; none is cut in two.
	Marked bool

	reply strings.Builder
	told  int // bytes of its words that were told
	full  bool
}

// mostGrowing bounds what is picked out of a reply, in bytes: no draft is as long.
const mostGrowing = 64 << 10

// Hear takes a further piece of the reply and returns what it adds to the words.
func (g *Growing) Hear(piece string) string {
	if g.full {
		return ""
	}
	g.full = g.reply.Len()+len(piece) > mostGrowing
	g.reply.WriteString(piece)
	all := words(g.reply.String())
	ready := all[:uncut(all)]
	if len(ready) <= g.told {
		return ""
	}
	said := ready[g.told:]
	g.told = len(ready)
	if !g.Marked {
		said = evidenceMarks.ReplaceAllString(said, "")
	}
	return plain.Text(said)
}

var evidenceMarks = regexp.MustCompile(`\s*\[\s*E\d+(?:\.\d+)?(?:\s*[,;]\s*E\d+(?:\.\d+)?)*\s*\]`)

// longestMark is how long a mark of evidence in brackets may be.
const longestMark = 60

// uncut is how much of a text can be told: what may be the beginning of a mark, and the blanks before one, wait for what follows.
func uncut(text string) int {
	end := len(text)
	if at := strings.LastIndexByte(text, '['); at >= 0 && strings.IndexByte(text[at:], ']') < 0 && len(text)-at <= longestMark {
		end = at
	}
	return len(strings.TrimRight(text[:end], " \n\t"))
}

// words returns the words of a JSON object that may not be complete. More of the object only ever adds to them.
func words(object string) string {
	at := strings.IndexByte(object, '{')
	if at < 0 {
		return ""
	}
	var out strings.Builder
	var depth, lists int
	key, named := "", false // the key whose value comes, and whether a string would be a value
	for i := at; i < len(object); {
		switch object[i] {
		case '{':
			depth, named = depth+1, false
		case '[':
			lists++
		case '}':
			depth--
		case ']':
			lists--
		case ':':
			named = true
		case ',':
			named = lists > 0 && depth == 1
		case '"':
			said, used, over := unescaped(object[i+1:])
			switch {
			case !named && over:
				key = said
			case named && (depth == 1 && lists == 0 && key == "answer" || depth == 2 && lists == 1 && (key == "title" || key == "text")):
				if out.Len() > 0 && said != "" && !strings.HasPrefix(said, "\n") {
					out.WriteString("\n\n")
				}
				out.WriteString(said)
			}
			if i += 1 + used; !over {
				return out.String()
			}
		}
		i++
	}
	return out.String()
}

// unescaped reads the inside of a JSON string that may not be complete: its text so far, how many bytes of it that took, and whether it ended.
// An escape or a character that is not complete is left for later.
func unescaped(text string) (said string, used int, over bool) {
	var b strings.Builder
	for used < len(text) {
		c := text[used]
		switch {
		case c == '"':
			return b.String(), used, true
		case c == '\\':
			n := escapeLength(text[used:])
			if n == 0 {
				return b.String(), used, false
			}
			var piece string
			if json.Unmarshal([]byte(`"`+text[used:used+n]+`"`), &piece) == nil {
				b.WriteString(piece)
			}
			used += n
		case !utf8.FullRuneInString(text[used:]):
			return b.String(), used, false
		default:
			_, n := utf8.DecodeRuneInString(text[used:])
			b.WriteString(text[used : used+n])
			used += n
		}
	}
	return b.String(), used, false
}

// escapeLength returns how long the escape at the beginning of text is, a pair of surrogates taken together; 0 when it is not complete.
func escapeLength(text string) int {
	const short, long = len(`\n`), len(`\u0000`)
	switch {
	case len(text) < short:
		return 0
	case text[1] != 'u':
		return short
	case len(text) < long:
		return 0
	case !strings.HasPrefix(strings.ToLower(text), `\ud8`) && !strings.HasPrefix(strings.ToLower(text), `\ud9`) &&
		!strings.HasPrefix(strings.ToLower(text), `\uda`) && !strings.HasPrefix(strings.ToLower(text), `\udb`):
		return long
	case len(text) < 2*long:
		return 0
	}
	return 2 * long
}
