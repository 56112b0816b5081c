package proof

import (
	"regexp"
	"slices"
	"strings"
)

var (
	// wholly matches a lead whose entries hold together.
	wholly = regexp.MustCompile(`(?i)\b(?:at least|all of|each of|mindestens|zumindest|alle|sämtliche|jeweils)\b`)
	// anyOf matches a lead or the end of an entry whose list offers a choice or gives examples.
	anyOf = regexp.MustCompile(`(?i)\b(?:(?:at least |mindestens |zumindest )?(?:one of|any of|eine[rsmn]? (?:der|dieser))|(?:at least one|mindestens eine[rsnm]?|zumindest eine[rsnm]?)|either|entweder|in particular|insbesondere|including|such as|beispielsweise)\b[^.]*$|\b(?:or|oder)[,;]?$`)
	// andAlso matches an entry that is joined to the next.
	andAlso = regexp.MustCompile(`(?i)\b(?:and|und|sowie|as well as)[,;]?$`)
)

// cumulative reports whether all entries of a list hold together: its lead says so, or "and" joins the last.
func (l list) cumulative(page string) bool {
	lead, last := fold(page[l.lead[0]:l.lead[1]]), fold(page[l.entries[len(l.entries)-2][0]:l.entries[len(l.entries)-2][1]])
	return !anyOf.MatchString(lead) && !anyOf.MatchString(last) && (wholly.MatchString(lead) || andAlso.MatchString(last))
}

// hedge matches what tells a reader that a claim does not say everything.
var hedge = regexp.MustCompile(`(?i)…|\.\.\.|\b(?:among others?|among other things|inter alia|including|includes?|for example|such as|unter anderem|insbesondere|beispielsweise|etwa|darunter)\b`)

// omissions doubts a claim that leaves out entries of a list which only holds together, as though they did not stand there. A mark of
// the omission is honest.
func (c Checker) omissions(claim string, sources []Source) []string {
	var out []string
	for _, s := range sources {
		if !s.placed() {
			continue
		}
		for _, l := range lists(s.Page) {
			if l.entries[0][0] >= s.End || l.entries[len(l.entries)-1][1] <= s.Start || !l.cumulative(s.Page) {
				continue
			}
			if entry := l.missing(claim, s.Page, sources); entry != "" {
				out = append(out, say(c.Language, "skips", entry))
			}
		}
	}
	return slices.Compact(out)
}

// Shares of the words that only one entry of its list has: from told on a claim speaks of the entry, below skipped it does not.
const (
	told    = 0.34
	skipped = 0.15
)

// missing returns the first entry that a claim leaves out: one that puts an entry right behind the words that lead into the list, that
// says "at least" as the lead does, or that speaks of entries before and behind while no quote has the one between.
func (l list) missing(claim, page string, sources []Source) string {
	lead := fold(page[l.lead[0]:l.lead[1]])
	var texts []string
	for _, e := range l.entries {
		texts = append(texts, fold(page[e[0]:e[1]]))
	}
	if hedged(claim, strings.ToLower(lead+" "+strings.Join(texts, " "))) {
		return ""
	}
	spliced := leastOf.MatchString(claim) && leastOf.MatchString(lead)
	plain := sequence(claim)
	shares := l.shares(claim, lead, texts)
	first, last := len(texts), -1
	for i, share := range shares {
		if share >= told {
			first, last = min(first, i), i
		}
		if join := joint(lead, texts[i]); join != "" && strings.Contains(plain, join) {
			spliced = true
		}
	}
	if last < 0 {
		return ""
	}
	for i, share := range shares {
		if share < skipped && (spliced || i > first && i < last && !quotes(sources, page, l.entries[i])) {
			return texts[i]
		}
	}
	return ""
}

var leastOf = regexp.MustCompile(`(?i)\b(?:at least|mindestens|zumindest)\b`)

// hedged reports whether a claim says that it does not say everything, in words that are not the list's own.
func hedged(claim, own string) bool {
	return slices.ContainsFunc(hedge.FindAllString(claim, -1), func(h string) bool { return !strings.Contains(own, strings.ToLower(h)) })
}

// shares returns, for each entry, how many of the words that no other entry and not the lead has stand in the claim; 1 for one without any.
func (l list) shares(claim, lead string, texts []string) []float64 {
	said, of := stems(claim), stems(lead)
	var own []map[string]bool
	for _, t := range texts {
		own = append(own, stems(entryMark.ReplaceAllString(t, "")))
	}
	out := make([]float64, len(texts))
	for i := range own {
		all, have := 0, 0
		for w := range own[i] {
			if of[w] || slices.ContainsFunc(slices.Concat(own[:i], own[i+1:]), func(o map[string]bool) bool { return o[w] }) {
				continue
			}
			all++
			if said[w] {
				have++
			}
		}
		out[i] = 1
		if all > 0 {
			out[i] = float64(have) / float64(all)
		}
	}
	return out
}

func stems(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range parse(text).words {
		out[w.stem] = true
	}
	return out
}

// sequence returns the words of a text in lower case, without marks of entries.
func sequence(text string) string {
	text = innerMark.ReplaceAllString(" "+entryMark.ReplaceAllString(text, ""), " ")
	return " " + strings.ToLower(strings.Join(token.FindAllString(text, -1), " ")) + " "
}

// joint returns the last words of a lead and the first of an entry as they stand in a claim that puts one behind the other.
func joint(lead, entry string) string {
	before, behind := strings.Fields(sequence(lead)), strings.Fields(sequence(entry))
	if len(before) == 0 || len(behind) < 2 {
		return ""
	}
	return " " + strings.Join(append(slices.Clone(before[max(0, len(before)-3):]), behind[:min(3, len(behind))]...), " ") + " "
}

// quotes reports whether one of the sources quotes most of a stretch of a page.
func quotes(sources []Source, page string, at [2]int) bool {
	return slices.ContainsFunc(sources, func(s Source) bool {
		return s.Page == page && 2*(min(s.End, at[1])-max(s.Start, at[0])) > at[1]-at[0]
	})
}
