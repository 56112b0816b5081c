package reporttest

import (
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// SameStory fails t when a rendering does not tell what the report in raw JSON tells. It is given the rendering's text page by
// page (a rendering without pages is one), as some reader got it out again.
func SameStory(t testing.TB, raw []byte, pages []string) {
	t.Helper()
	for _, p := range CompareStory(raw, pages) {
		t.Error(p)
	}
}

// CompareStory looks every claim up in the text: its ID, its words, and behind them each of its quotes with document and page (of a claim
// that is its quote the page alone), in the order of the report. What the text could not show (it holds the sign for that) is not asked
// for.
func CompareStory(raw []byte, pages []string) []string {
	var d document
	if err := json.Unmarshal(raw, &d); err != nil {
		return []string{fmt.Sprintf("the report is not JSON: %v", err)}
	}
	var b strings.Builder
	for _, page := range pages {
		b.WriteString(foot.ReplaceAllString(page, "") + "\n")
	}
	s := story{text: squeeze(b.String()), gaps: strings.ContainsRune(b.String(), '□')}
	if words := []rune(d.Question); len(words) < 200 && s.asked(d.Question) && !strings.Contains(s.text, squeeze(d.Question)) {
		s.complain("the question is not told: %q", d.Question)
	}
	for _, c := range d.Claims {
		for i := range c.Citations {
			c.Citations[i].title = d.Titles[c.Citations[i].Name]
		}
		if s.asked(c.Text) {
			s.claim(c)
		}
	}
	return s.problems
}

// story is a rendering's text while claims are looked up in it, in their order.
type story struct {
	text     string // squeezed
	at       int    // behind what was found last
	gaps     bool   // the text says that it could not show some letters
	problems []string
}

func (s *story) complain(format string, args ...any) {
	s.problems = append(s.problems, fmt.Sprintf(format, args...))
}

// asked reports whether the rendering has to tell text.
func (s *story) asked(text string) bool { return !s.gaps || !special.MatchString(text) }

func (s *story) claim(c claim) {
	if slices.ContainsFunc(c.Citations, func(x citation) bool { return x.Table != nil }) && s.tabled(c) {
		return
	}
	next := claimAt(s.text, s.at, c)
	if next < 0 {
		s.complain("%s is not told: %q", c.ID, c.Text)
		return
	}
	s.at = next
	for _, x := range c.Citations {
		if !s.asked(x.Quote + x.Name) {
			continue
		}
		quote := squeeze(x.Quote)
		if strings.Contains(squeeze(c.Text), quote) && where(x).MatchString(s.text[s.at:]) {
			continue // the claim holds its quote and is told once
		}
		found := strings.Index(s.text[s.at:], quote)
		if found < 0 {
			s.complain("%s: the quote %q is not told behind it", c.ID, x.Quote)
			continue
		}
		before := s.text[s.at : s.at+found]
		s.at += found + len(quote)
		if x.Table != nil && regexp.MustCompile(strings.TrimPrefix(where(x).String(), "^")).MatchString(before) {
			continue // a table stands below its source
		}
		if rest := s.text[s.at:]; !where(x).MatchString(rest) {
			s.complain("%s: behind %q stands %.60q, not %s, page %d", c.ID, x.Quote, rest, x.Name, x.Page)
		}
	}
}

// tabled looks up a claim that is told as a table: what leads into it, its source, and every row. It reports whether the claim is told so.
func (s *story) tabled(c claim) bool {
	lead := regexp.MustCompile(regexp.QuoteMeta(c.ID) + `\pL{0,20}` + regexp.QuoteMeta(leadOf(c)))
	began := lead.FindStringIndex(s.text[s.at:])
	if began == nil {
		return false
	}
	at := s.at + began[0]
	for _, x := range c.Citations {
		if x.Table == nil {
			if !s.head(c, x) {
				return false
			}
			continue
		}
		source := strings.TrimPrefix(where(x).String(), "^")
		if !regexp.MustCompile(source).MatchString(s.text[at:]) {
			s.complain("%s: its source %s, page %d is not told", c.ID, x.Name, x.Page)
		}
		if !strings.Contains(s.text[at:], squeeze(x.Table.Caption)) {
			s.complain("%s: the table's caption %q is not told", c.ID, x.Table.Caption)
		}
		for _, row := range x.Table.Rows {
			cells := squeeze(strings.Join(row, " "))
			found := strings.Index(s.text[at:], cells)
			if found < 0 {
				s.complain("%s: the row %q is not told", c.ID, row)
				continue
			}
			at += found + len(cells)
		}
	}
	s.at = at
	return true
}

// head reports whether a citation quotes what stands above the rows that another one of the claim quotes. It complains where that is not told.
func (s *story) head(c claim, x citation) bool {
	i := slices.IndexFunc(c.Citations, func(o citation) bool {
		return o.Table != nil && strings.Contains(squeeze(o.Table.Caption+o.Table.Label+strings.Join(o.Table.Columns, "")), squeeze(x.Quote))
	})
	if i < 0 {
		return false
	}
	for _, name := range append([]string{c.Citations[i].Table.Label}, c.Citations[i].Table.Columns...) {
		if !strings.Contains(s.text[s.at:], squeeze(name)) {
			s.complain("%s: the column %q is not told", c.ID, name)
		}
	}
	return true
}

// leadOf returns the first letters of what a claim says before the rows it quotes.
func leadOf(c claim) string {
	words := squeeze(c.Text)
	for _, x := range c.Citations {
		if x.Table != nil && len(x.Table.Rows) > 0 {
			words, _, _ = strings.Cut(words, squeeze(strings.Join(x.Table.Rows[0], " ")))
			if caption := squeeze(x.Table.Caption); caption != "" { // which stands with the table, behind its source
				words, _, _ = strings.Cut(words, caption)
			}
			break
		}
	}
	letters := []rune(words)
	return string(letters[:min(len(letters), 16)])
}

var (
	// foot is the last line of a page: title and page number.
	foot = regexp.MustCompile(`\n[^\n]*?\s*\d+ / \d+\s*$`)
	// special are letters that need more than a European font.
	special = regexp.MustCompile(`[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Hebrew}\p{Arabic}]`)
)

// squeeze leaves the letters and digits of text, wherever lines and words were broken.
func squeeze(text string) string { return strings.Join(tokens(text), "") }

// claimAt returns where the text behind a claim begins: its words, with nothing but a verdict between them and its ID; -1 when they are not there.
func claimAt(text string, from int, c claim) int {
	words := squeeze(c.Text)
	for at := from; ; {
		found := strings.Index(text[at:], words)
		if found < 0 || words == "" {
			return -1
		}
		at += found
		if verdict := regexp.MustCompile(regexp.QuoteMeta(c.ID) + `\pL{0,20}$`); verdict.MatchString(text[max(0, at-40):at]) {
			return at + len(words)
		}
		at += len(words)
	}
}

// own begins the name of a document as it is printed, of the person's own files with what they are called.
const own = `^(?:Yourfile|IhreDatei)?`

// where matches the name of a document and its page, as it is printed and as it is counted in the file where these differ, in English or
// German; of a page of the web its title and host.
func where(x citation) *regexp.Regexp {
	if u, err := url.Parse(x.URL); err == nil && u.Host != "" {
		return regexp.MustCompile("^Web" + regexp.QuoteMeta(squeeze(x.Name)) + "\\w*" + regexp.QuoteMeta(squeeze(strings.TrimPrefix(u.Hostname(), "www."))))
	}
	if x.Page == 0 {
		return regexp.MustCompile(own + x.called())
	}
	number := strconv.Itoa(x.Page)
	if printed := squeeze(x.Label); printed != "" && printed != number {
		number = regexp.QuoteMeta(printed) + "PDF[pS]" + number
	}
	return regexp.MustCompile(own + x.called() + "[pS]" + number)
}

// called matches what a document is called: its name, or its title, which may be cut behind its first words.
func (x citation) called() string {
	name, title := regexp.QuoteMeta(squeeze(x.Name)), []rune(squeeze(x.title))
	if len(title) == 0 {
		return name
	}
	least := min(len(title), leastTitle)
	return fmt.Sprintf(`(?:%s|%s[\pL\d]{0,%d})`, name, regexp.QuoteMeta(string(title[:least])), len(title)-least)
}

// leastTitle is how many letters of a title stand wherever it is told.
const leastTitle = 8
