package answer

import (
	"context"
	"errors"
	"regexp"
	"slices"

	"rabbithole/backend/fault"
	"rabbithole/backend/flow"
	"rabbithole/backend/source"
)

// page is what became of fetching one.
type page struct {
	article  source.Article
	passages []source.Passage
	err      error
}

// fetch reads the web pages of a batch, some at a time.
func (f *run) fetch(c clock, s State, batch []Source) []page {
	work, cancel := c.share(webShare, s.budget().Fetch)
	defer cancel()
	return flow.Beside(work, len(batch), side, func(i int) (p page) {
		if batch[i].web() {
			p.article, p.passages, p.err = f.Web.Read(work, batch[i].URL)
		}
		return p
	}, func(err error) page { return page{err: err} })
}

var answered = regexp.MustCompile(`\b(?:answered|status|HTTP) ([1-5]\d\d)\b`)

// statusOf names why a fetch failed: an HTTP status, "timeout", "refused" or "error".
func statusOf(err error) string {
	if m := answered.FindStringSubmatch(err.Error()); m != nil {
		return m[1]
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	case fault.KindOf(err) == fault.Denied:
		return "refused"
	}
	return "error"
}

// same returns the title of a source that is the article, read before under another address; "" when there is none.
func (s State) same(a source.Article, now []Source) string {
	for _, x := range slices.Concat(s.Sources, now) {
		if x.Status == statusRead && (x.Document == a.Document || x.web() && flow.Canonical(x.URL) == flow.Canonical(a.URL)) {
			return x.Title
		}
	}
	return ""
}
