package index

import (
	"context"
	"regexp"
	"strings"

	"rabbithole/backend/source"
)

// numberedPage matches a page named by its number: "page 14", "pp. 3", "S. 7", "auf Seite iv".
var numberedPage = regexp.MustCompile(`(?i)\b(?:pages?|pp?\.|pg\.|seiten?|s\.)\s*(\d{1,4}|[ivxl]{1,6})\b`)

// firstPages match a page named by what it is: the first three pages.
var firstPages = []*regexp.Regexp{
	regexp.MustCompile(`(?i)\b(?:(?:first|cover|title|front)[ -]page|front cover|titelseite|titelblatt|deckblatt|erste[nr]? seite)\b`),
	regexp.MustCompile(`(?i)\b(?:second page|zweite[nr]? seite)\b`),
	regexp.MustCompile(`(?i)\b(?:third page|dritte[nr]? seite)\b`),
}

const (
	maxPlaced = 20  // documents whose pages of a given number are looked at
	maxWhole  = 100 // candidates whose whole page is read
)

// pagesNamed returns the numbers or printed labels of the pages that a query names.
func pagesNamed(text string) []string {
	var out []string
	for _, found := range numberedPage.FindAllStringSubmatch(text, maxPhrases) {
		out = append(out, strings.ToLower(found[1]))
	}
	for i, page := range firstPages {
		if page.MatchString(text) {
			out = append(out, string(rune('1'+i)))
		}
	}
	return out
}

// leaf is one page of one document.
type leaf struct {
	document string
	page     int
}

func leafOf(t source.Terms) leaf { return leaf{t.Document, t.Page} }

// wholePages returns the score of the page that each of the first candidates begins on, by the words of all passages there: a table's
// title, its columns and its rows may stand in different ones.
func (x *Index) wholePages(ctx context.Context, q Query, own *query, pool []candidate) (map[leaf]float64, error) {
	pool = pool[:min(len(pool), maxWhole)]
	ids := make([]string, len(pool))
	for i, c := range pool {
		ids[i] = c.terms.Passage
	}
	found, err := x.lexicon.PageTerms(ctx, ids, q.filter())
	if err != nil || len(found) == 0 {
		return nil, err
	}
	whole, body := map[leaf]source.Terms{}, 0
	for _, t := range found {
		w := whole[leafOf(t)]
		whole[leafOf(t)] = source.Terms{Head: w.Head + t.Head + " ", Body: w.Body + t.Body + " ", Parts: w.Parts + t.Parts + " "}
		body += strings.Count(t.Body, " ") + 1
	}
	page := *own
	page.lib.body = float64(body) / float64(len(whole))
	page.lib.head *= page.lib.body / max(own.lib.body, 1)
	scores := make(map[leaf]float64, len(whole))
	for l, t := range whole {
		scores[l] = page.score(t)
	}
	return scores, nil
}
