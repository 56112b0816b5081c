package proof

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/cite"
	"rabbithole/backend/quote"
	"rabbithole/backend/source"
)

// stretch is a part of a claim that stands word for word in a quote, or over the page break between two.
type stretch struct {
	text   string
	source Source
	index  int    // of the source it ends in
	before string // what stands before it in the quote
}

// repeats reports whether a folded claim is a quote word for word, perhaps behind the name of its section, and finds what was cut off
// around it. Such a claim is supported, unless what was cut may change what it says, or shortened, where it shows that its sentence breaks off.
func (c Checker) repeats(claim string, sources []Source) (bool, Finding) {
	for _, body := range bodies(claim, sources) {
		if stretches, ok := locate(body, sources); ok {
			f := Finding{Verdict: cite.Supported, Verbatim: true}
			cuts, broken := c.cuts(body, stretches)
			f.Doubts = append(cuts, c.leans(body, stretches)...)
			switch {
			case len(f.Doubts) > 0:
				f.Verdict, f.Doubts = cite.Unproven, append(f.Doubts, broken...)
			case len(broken) > 0:
				f.Verdict, f.Doubts = cite.Shortened, broken
			}
			return true, f
		}
	}
	return false, Finding{}
}

// bodies returns what of a claim may be a quote: all of it, or what stands behind a label that names the place of a source.
func bodies(claim string, sources []Source) []string {
	out := []string{claim}
	for i := range claim {
		if !strings.HasPrefix(claim[i:], ": ") {
			continue
		}
		label := strings.TrimRight(claim[:i], " :….")
		for _, s := range sources {
			if label != "" && strings.Contains(fold(s.Place), label) {
				out = append(out, claim[i+2:])
				break
			}
		}
	}
	return out
}

var gap = regexp.MustCompile(`\s*(?:\[…\]|\(…\)|…|\.\.\.)\s*`)

// locate finds each part of body, between ellipses, in a quote or over the break between two, at word boundaries and in order.
func locate(body string, sources []Source) ([]stretch, bool) {
	if !cite.Proves(body) {
		return nil, false
	}
	var out []stretch
	at, from := 0, 0 // source and byte to go on from
	for _, part := range gap.Split(body, -1) {
		if part = strings.Trim(part, " .,;:"); part == "" {
			continue
		}
		found, next := find(part, sources, at, from)
		if found == nil {
			return nil, false
		}
		out = append(out, *found)
		at, from = found.index, next
	}
	return out, len(out) > 0
}

// find looks for a part from byte from of source at on, and returns where the next part may begin in the source it ends in.
func find(part string, sources []Source, at, from int) (*stretch, int) {
	for ; at < len(sources); at, from = at+1, 0 {
		quote := fold(sources[at].Quote)
		if i := indexWord(quote, part, from); i >= 0 {
			return &stretch{part, sources[at], at, quote[from:i]}, i + len(part)
		}
		if at+1 == len(sources) {
			break
		}
		both := fold(sources[at].Quote + "\n" + sources[at+1].Quote)
		if i := indexWord(both, part, from); i >= 0 {
			rest := both[i+len(part):]
			over := sources[at]
			over.Page, over.Quote = over.Page+"\n"+sources[at+1].Page, over.Quote+"\n"+sources[at+1].Quote
			return &stretch{part, over, at + 1, both[from:i]}, max(0, len(fold(sources[at+1].Quote))-len(rest))
		}
	}
	return nil, 0
}

// indexWord finds part in text from a byte on, not inside a word or a number.
func indexWord(text, part string, from int) int {
	for from <= len(text) {
		i := strings.Index(text[from:], part)
		if i < 0 {
			return -1
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[i+len(part):])
		first, size := utf8.DecodeRuneInString(part)
		if !(joins(before) && joins(first)) && !(joins(lastRune(part)) && joins(after)) {
			return i
		}
		from = i + size
	}
	return -1
}

func joins(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

var (
	entryMark = regexp.MustCompile(`^(?:\(?\d{1,2}[a-z]?[.)]|\(?[a-z]{1,2}\)|[-–—•▪*●·])\s`)
	paragraph = regexp.MustCompile(`^\(\d{1,2}[a-z]?\)\s`)
	turns     = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:unless|except|provided|only if|if|es sei denn|außer|ausgenommen|sofern|soweit|wenn|falls|nur|only|ausnahme|exception)(?:[^\pL]|$)`)
)

// cuts says what the claim leaves out of the sentences, entries and rows that it repeats, where that may change what they say, and apart from it
// how a clause goes on that the claim breaks off with a mark at its end.
func (c Checker) cuts(body string, stretches []stretch) (out, broken []string) {
	var t *surroundings // of the last stretch
	end := 0            // of it there
	for i, s := range stretches {
		at := -1
		if t != nil {
			at = indexWord(t.text, s.text, end)
		}
		same := at >= 0
		if !same {
			if t, at = s.source.around(s.text); t == nil {
				continue
			}
		}
		first, last := t.unit(at), t.unit(at+len(s.text)-1)
		before, after := t.text[t.starts[first]:at], strings.TrimSpace(t.text[at+len(s.text):t.ends[last]])
		switch lower, _ := utf8.DecodeRuneInString(s.text); {
		case same && t.unit(end) == first:
			if between := strings.TrimSpace(t.text[end:at]); alters(between) {
				out = append(out, say(c.Language, "cut inside", between))
			}
		case alters(before), i == 0 && unicode.IsLower(lower) && before != "" && !isEntry(before+" "):
			out = append(out, say(c.Language, "cut before", strings.TrimSpace(before)))
		}
		if i == 0 {
			out = append(out, c.lead(body, t, first)...)
		}
		next := i+1 < len(stretches) && indexWord(t.text[:t.ends[last]], stretches[i+1].text, at+len(s.text)) >= 0
		switch {
		case next || !alters(after): // what lies between two parts is looked at with the second
		case i == len(stretches)-1 && breaksOff(body, after):
			broken = append(broken, say(c.Language, "shortened", after))
		default:
			out = append(out, say(c.Language, "cut after", after))
		}
		end = at + len(s.text)
	}
	return out, broken
}

// lead says what leads into the list that a claim begins with an entry of, where the claim leaves it out.
func (c Checker) lead(body string, t *surroundings, unit int) []string {
	first, _ := utf8.DecodeRuneInString(entryMark.ReplaceAllString(body, ""))
	if t.spans[unit].Kind == quote.Row {
		return nil
	}
	for _, l := range t.spans[unit].Leads {
		lead := t.text[t.starts[l]:t.ends[l]]
		if (strings.ContainsRune(":,", lastRune(lead)) || unicode.IsLower(first)) && !strings.Contains(body, strings.Trim(lead, " :,")) {
			return []string{say(c.Language, "lead", lead)}
		}
	}
	begun := unit == 0 || t.spans[unit-1].Kind == quote.Heading || t.spans[unit].Kind == quote.Item && t.spans[0].Kind == quote.Item
	if begun && len(t.spans[unit].Leads) == 0 && unicode.IsLower(first) {
		return []string{say(c.Language, "begun")}
	}
	return nil
}

// breaksOff reports whether a claim ends with a mark in the middle of a clause whose rest neither negates nor limits it: nobody takes such a claim
// for whole. A clause of its own behind a comma, "unless", would make another rule of what stands before it, as a negation anywhere does.
func breaksOff(body, rest string) bool {
	rest = strings.TrimSpace(rest)
	clause, _, _ := strings.Cut(rest, ",")
	first, _ := utf8.DecodeRuneInString(rest)
	return endsOpen.MatchString(body) && unicode.IsLower(first) && !alters(clause) && len(negations(rest)) == 0 && !prohibition.MatchString(rest)
}

var endsOpen = regexp.MustCompile(`(?:…|\.\.\.)[\s\])]*$`)

// surroundings are the text that a quote was taken from, folded, in the units that can be quoted of it.
type surroundings struct {
	text         string
	spans        []quote.Span
	starts, ends []int // of each span in text
}

// around finds a part of a quote in the passage of its source, or else on its page, or else in the quote alone, and where it stands there; nil when it
// stands in none of them.
func (s Source) around(part string) (*surroundings, int) {
	for _, p := range []source.Passage{s.Passage, {Text: s.Page}, {Text: s.Quote}} {
		t := surroundingsIn(p)
		if at := indexWord(t.text, part, 0); at >= 0 {
			return t, at
		}
	}
	return nil, -1
}

func surroundingsIn(p source.Passage) *surroundings {
	t := &surroundings{spans: quote.Split(p, language(p.Text))}
	for _, span := range t.spans {
		if t.text != "" {
			t.text += " "
		}
		t.starts = append(t.starts, len(t.text))
		t.text += fold(p.Text[span.Start:span.End])
		t.ends = append(t.ends, len(t.text))
	}
	return t
}

// unit returns which span byte at of the text stands in.
func (t *surroundings) unit(at int) int {
	i, _ := slices.BinarySearch(t.ends, at+1)
	return min(i, len(t.ends)-1)
}

// placed reports whether the page of the quote is at hand.
func (s Source) placed() bool { return s.Start >= 0 && s.Start < s.End && s.End <= len(s.Page) }

// alters reports whether text that was cut off holds a negation, a condition or an exception.
func alters(text string) bool {
	return len(negations(text)) > 0 || turns.MatchString(text) || prohibition.MatchString(text)
}

func isEntry(text string) bool { return entryMark.MatchString(text) && !paragraph.MatchString(text) }

func language(text string) string {
	if isGerman(text) {
		return "de"
	}
	return "en"
}
