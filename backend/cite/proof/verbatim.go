package proof

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/chunk"
	"rabbithole/backend/cite"
)

// stretch is a part of a claim that stands word for word in a quote, with what stands before and after it in the quote.
type stretch struct {
	source        Source
	end           Source // the quote it ends in: the next one when it runs over a page break
	index         int    // of the source it ends in
	before, after string
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
		if n := len(out); n > 0 && out[n-1].end == found.source {
			out[n-1].after = found.before
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
			return &stretch{sources[at], sources[at], at, quote[from:i], quote[i+len(part):]}, i + len(part)
		}
		if at+1 == len(sources) {
			break
		}
		both := fold(sources[at].Quote + "\n" + sources[at+1].Quote)
		if i := indexWord(both, part, from); i >= 0 {
			rest := both[i+len(part):]
			return &stretch{sources[at], sources[at+1], at + 1, both[from:i], rest}, max(0, len(fold(sources[at+1].Quote))-len(rest))
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
	innerMark = regexp.MustCompile(` (?:\d{1,2}\.|\(?[a-z]\)|\(\d{1,2}\)|[-•▪●·]) `)
	paragraph = regexp.MustCompile(`^\(\d{1,2}[a-z]?\)\s`)
	turns     = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:unless|except|provided|only if|if|es sei denn|außer|ausgenommen|sofern|soweit|wenn|falls|nur|only|ausnahme|exception)(?:[^\pL]|$)`)
)

// cuts says what of the sentences around the quoted parts was left out and may change what they say, and apart from it how a clause goes on that
// the claim breaks off with a mark at its end.
func (c Checker) cuts(body string, stretches []stretch) (out, broken []string) {
	for i, s := range stretches {
		follows := i > 0 && stretches[i-1].end == s.source
		before, after := s.surroundings(follows, i+1 < len(stretches) && stretches[i+1].source == s.end)
		switch {
		case follows && !innerMark.MatchString(" "+s.before) && alters(tail(s.before)): // not another entry of the list, which is its own
			out = append(out, say(c.Language, "cut inside", tail(s.before)))
		case !follows && (alters(before) || before != "" && begunBefore(s, body, i)):
			out = append(out, say(c.Language, "cut before", before))
		}
		switch rest := head(after); {
		case !alters(rest):
		case i == len(stretches)-1 && breaksOff(body, after):
			broken = append(broken, say(c.Language, "shortened", rest))
		default:
			out = append(out, say(c.Language, "cut after", rest))
		}
	}
	lead, lacks := leadIn(stretches[0].source)
	switch first, _ := utf8.DecodeRuneInString(entryMark.ReplaceAllString(body, "")); {
	case lead != "" && (strings.ContainsRune(":,", lastRune(lead)) || unicode.IsLower(first)) && !strings.Contains(body, strings.Trim(fold(lead), " :,")):
		out = append(out, say(c.Language, "lead", fold(lead)))
	case lead == "" && lacks && unicode.IsLower(first):
		out = append(out, say(c.Language, "begun"))
	}
	return out, broken
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

// surroundings returns the beginning of the sentence that the stretch cuts into, and what stands behind it up to the end of a sentence.
func (s stretch) surroundings(follows, followed bool) (before, after string) {
	before, after = s.before, s.after
	if p := s.source; p.placed() && !follows {
		page := ""
		for _, span := range chunk.Sentences(p.Page, language(p.Page)) {
			if span[0] < p.Start && (span[1] > p.Start || open(p.Page, span, p.Start)) {
				page = fold(p.Page[span[0]:p.Start]) + " " + page
			}
		}
		if !heads(p, page) {
			before = page + before
		}
	}
	if p := s.end; p.placed() && !followed {
		for _, span := range chunk.Sentences(p.Page, language(p.Page)) {
			if span[0] < p.End && span[1] > p.End {
				after += " " + fold(p.Page[p.End:span[1]])
			}
		}
	}
	return tail(before), after
}

// heads reports whether what stands before a quote on its page is a numbered heading: the quote begins with the number of a paragraph, or
// the place of the source ends with that heading.
func heads(s Source, before string) bool {
	title := tail(before)
	return numberedTitle.MatchString(title) && (paragraph.MatchString(s.Quote) || strings.HasSuffix(fold(s.Place), title))
}

var numberedTitle = regexp.MustCompile(`^(?:§|\d|(?i:art(?:icle|ikel|\.)?|section|abschnitt|kapitel|chapter)\s)`)

// placed reports whether the page of the quote is at hand.
func (s Source) placed() bool { return s.Start >= 0 && s.Start < s.End && s.End <= len(s.Page) }

// open reports whether the sentence at span ends without a full stop right before byte at: a line end was taken for its end.
func open(page string, span [2]int, at int) bool {
	return span[1] <= at && strings.TrimSpace(page[span[1]:at]) == "" && !strings.ContainsRune(".!?:;", lastRune(page[span[0]:span[1]])) && at >= pageHead
}

// begunBefore reports whether the claim's first part begins in lower case, in the middle of a sentence that the page begins before it.
func begunBefore(s stretch, body string, i int) bool {
	first, _ := utf8.DecodeRuneInString(body)
	return i == 0 && unicode.IsLower(first) && !isEntry(body) && strings.TrimSpace(s.before) == ""
}

// tail returns the unfinished sentence or entry that text ends with.
func tail(text string) string {
	if m := innerMark.FindAllStringIndex(text, -1); m != nil {
		text = text[m[len(m)-1][1]:]
	}
	return strings.TrimSpace(text[lastStop(text):])
}

var (
	stops        = regexp.MustCompile(`[.!?;:…]['")]* `)
	abbreviation = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:\pL|abs|art|nr|vgl|bzw|sec|fig|abb|tab|ca|no|vol|max|min|dr|prof|st|para|pp|ff|inkl|einschl|gem|ggf)$`)
)

// lastStop returns where the last sentence of text begins: behind a full stop that ends no abbreviation and no ordinal number.
func lastStop(text string) int {
	at := 0
	for _, m := range stops.FindAllStringIndex(text, -1) {
		next, _ := utf8.DecodeRuneInString(text[m[1]:])
		if !abbreviation.MatchString(text[:m[0]]) && !unicode.IsLower(next) {
			at = m[1]
		}
	}
	if entryMark.MatchString(text[at:]) || strings.ContainsRune(".!?;:", lastRune(strings.TrimSpace(text))) {
		return len(text)
	}
	return at
}

// head returns the rest of the sentence or entry that text begins in the middle of.
func head(text string) string {
	text = strings.TrimSpace(text)
	if text == "" || strings.ContainsRune(".!?;:", rune(text[0])) {
		return ""
	}
	if m := innerMark.FindStringIndex(" " + text); m != nil {
		text = text[:max(0, m[0]-1)]
	}
	for _, span := range chunk.Sentences(text, language(text)) {
		return strings.Trim(text[span[0]:span[1]], " ,")
	}
	return ""
}

// alters reports whether text that was cut off holds a negation, a condition or an exception.
func alters(text string) bool {
	return len(negations(text)) > 0 || turns.MatchString(text) || prohibition.MatchString(text)
}

// pageHead is how many bytes at the head of a page may hold its header and the rest of a sentence from the page before.
const pageHead = 200

// leadIn returns the sentence that introduces the list in which the source's quote is an entry, "" when it is none or brings it along. lacks
// says that the quote, or its list, begins at the head of the page: what it belongs to may stand on the page before.
func leadIn(s Source) (lead string, lacks bool) {
	if !s.placed() {
		return "", false
	}
	spans := chunk.Sentences(s.Page, language(s.Page))
	at := -1
	for i, span := range spans {
		if span[0] <= s.Start && span[1] > s.Start {
			at = i
		}
	}
	if at < 0 || !isEntry(s.Page[spans[at][0]:]) {
		return "", s.Start < pageHead
	}
	for i := at - 1; i >= 0; i-- {
		text := s.Page[spans[i][0]:spans[i][1]]
		switch {
		case isEntry(text):
		case strings.ContainsRune(".!?", lastRune(text)):
			return "", false
		case spans[i][1] < pageHead && !strings.ContainsRune(":,", lastRune(text)): // a running header
			return "", true
		default:
			return text, false
		}
	}
	return "", true
}

func isEntry(text string) bool { return entryMark.MatchString(text) && !paragraph.MatchString(text) }

func language(text string) string {
	if isGerman(text) {
		return "de"
	}
	return "en"
}
