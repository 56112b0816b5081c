package reporttest

import (
	"encoding/json"
	"fmt"
	"net/url"
	"path"
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

// CompareStory looks every claim up in the text: its words, or of a claim that quotes a table its rows, and behind them each document and
// page it cites; and each of its quotes with the page, in the claim's own words or in the list of proofs. What the text could not show (it
// holds the sign for that) is not asked for.
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
		c.Citations = whole(c.Citations)
		for i := range c.Citations {
			c.Citations[i].title = d.Titles[c.Citations[i].Name]
		}
		if s.asked(c.Text) {
			s.claim(c)
		}
	}
	return s.problems
}

// story is a rendering's text while claims are looked up in it.
type story struct {
	text     string // squeezed
	gaps     bool   // the text says that it could not show some letters
	problems []string
}

func (s *story) complain(format string, args ...any) {
	s.problems = append(s.problems, fmt.Sprintf(format, args...))
}

// asked reports whether the rendering has to tell text.
func (s *story) asked(text string) bool { return !s.gaps || !special.MatchString(text) }

func (s *story) claim(c claim) {
	isTable := slices.ContainsFunc(c.Citations, func(x citation) bool { return x.Table != nil })
	words := squeeze(c.Text)
	if isTable && !strings.Contains(s.text, words) {
		s.tabled(c)
		return
	}
	if !strings.Contains(s.text, words) {
		s.complain("%s is not told: %q", c.ID, c.Text)
		return
	}
	for _, x := range c.Citations {
		if !s.asked(x.Quote + x.Name) {
			continue
		}
		quote := squeeze(x.Quote)
		if !s.behind(words, chip(x)) {
			s.complain("%s: behind %q stands no %s, page %d", c.ID, c.Text, x.Name, x.Page)
		}
		if x.Table == nil && !strings.Contains(words, quote) && !s.proved(c, quote, where(x)) {
			s.complain("%s: the quote %q is not told with its page %d", c.ID, x.Quote, x.Page)
		}
	}
}

// behind reports whether a pattern matches behind some text that is told, within a few words.
func (s *story) behind(words string, pattern *regexp.Regexp) bool {
	for at := 0; ; {
		i := strings.Index(s.text[at:], words)
		if i < 0 || words == "" {
			return false
		}
		at += i + len(words)
		near := s.text[at:min(len(s.text), at+reach)]
		if end := pointer.FindStringIndex(near); end != nil {
			near = near[:end[0]]
		}
		if pattern.MatchString(near) {
			return true
		}
	}
}

// pointer matches the number of a claim, which ends its citations.
var pointer = regexp.MustCompile(`C\d+`)

// reach is how many bytes behind a sentence its last citation stands at most.
const reach = 400

// proved reports whether a quote is told with its place behind it; other quotes of the same claim may stand between.
func (s *story) proved(c claim, quote string, place *regexp.Regexp) bool {
	for at := 0; ; {
		i := strings.Index(s.text[at:], quote)
		if i < 0 || quote == "" {
			return false
		}
		at += i + len(quote)
		rest := s.text[at:]
		for more := true; more; {
			if more = false; place.MatchString(rest) {
				return true
			}
			for _, x := range c.Citations {
				if other := squeeze(x.Quote); other != "" && strings.HasPrefix(rest, other) {
					rest, more = rest[len(other):], true
				}
			}
		}
	}
}

// tabled looks up a claim that is told as a table: its source, what stands above the rows, and those rows that answer.
func (s *story) tabled(c claim) {
	for _, x := range c.Citations {
		if !chip(x).MatchString(s.text) {
			s.complain("%s: its source %s, page %d is not told", c.ID, x.Name, x.Page)
		}
		if x.Table == nil {
			continue
		}
		for _, name := range append([]string{x.Table.Caption, x.Table.Label}, x.Table.Columns...) {
			if !strings.Contains(s.text, squeeze(name)) {
				s.complain("%s: %q above the table is not told", c.ID, name)
			}
		}
		if !slices.ContainsFunc(x.Table.Rows, func(row []string) bool { return strings.Contains(s.text, squeeze(strings.Join(row, " "))) }) {
			s.complain("%s: no row of %q is told", c.ID, x.Table.Rows)
		}
	}
}

var (
	// foot is the last line of a page: title and page number.
	foot = regexp.MustCompile(`\n[^\n]*?\s*\d+ / \d+\s*$`)
	// special are letters that need more than a European font.
	special = regexp.MustCompile(`[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Hebrew}\p{Arabic}]`)
)

// squeeze leaves the letters and digits of text, wherever lines and words were broken.
func squeeze(text string) string { return strings.Join(tokens(text), "") }

// own begins the name of a document as it is printed, of the person's own files with what they are called.
const own = `(?:Yourfile|IhreDatei)?`

// printed is the number of a page as it is printed.
func (x citation) printed() string {
	if label := squeeze(x.Label); label != "" {
		return label
	}
	return strconv.Itoa(x.Page)
}

// host is that of a page of the web, "" of any other.
func (x citation) host() string {
	u, err := url.Parse(x.URL)
	if err != nil {
		return ""
	}
	return squeeze(strings.TrimPrefix(u.Hostname(), "www."))
}

// chip matches a citation in prose: the name of a document, perhaps other places of it, and the page.
func chip(x citation) *regexp.Regexp {
	if host := x.host(); host != "" {
		return regexp.MustCompile("Web.*" + regexp.QuoteMeta(host))
	}
	stem := []rune(squeeze(strings.TrimSuffix(x.Name, path.Ext(x.Name)))) // a long one is cut in the middle
	named := own + "(?:" + x.called() + "|" + regexp.QuoteMeta(string(stem[:min(len(stem), leastTitle)])) + ")"
	if x.Page == 0 {
		return regexp.MustCompile(named)
	}
	return regexp.MustCompile(named + `.{0,200}?` + regexp.QuoteMeta(x.printed()))
}

// where matches a place behind a quote: the name or the number of a document, or neither where only one is cited, its section and its page, as it is
// printed and as it is counted in the file where these differ; of a page of the web its title and host.
func where(x citation) *regexp.Regexp {
	if host := x.host(); host != "" {
		return regexp.MustCompile(`^(?:\d+|Web.*` + regexp.QuoteMeta(host) + ")")
	}
	named := `^(?:` + own + x.called() + `|\d*)`
	if x.Page == 0 {
		return regexp.MustCompile(named)
	}
	number := x.printed()
	if number != strconv.Itoa(x.Page) {
		number = regexp.QuoteMeta(number) + "PDF[pS]+" + strconv.Itoa(x.Page)
	}
	return regexp.MustCompile(named + section + "[pS]+" + number)
}

// section matches the number of a section between document and page.
const section = `(?:\pL{0,12}[\d.]{0,9}[a-z]?|\pL{4,12}[A-Z])`

// called matches what a document is called: its name, or its title, which may be cut behind its first words.
func (x citation) called() string {
	name, title := regexp.QuoteMeta(squeeze(x.Name)), []rune(squeeze(x.title))
	if len(title) == 0 {
		return name
	}
	least := min(len(title), leastTitle)
	acronym := "" // that a title ends with
	if from := strings.LastIndex(x.title, " ("); from >= 0 && strings.HasSuffix(x.title, ")") {
		acronym = "|" + regexp.QuoteMeta(squeeze(x.title[from:]))
	}
	return fmt.Sprintf(`(?:%s|%s[\pL\d]{0,%d}%s)`, name, regexp.QuoteMeta(string(title[:least])), len(title)-least, acronym)
}

// leastTitle is how many letters of a title stand wherever it is told.
const leastTitle = 8
