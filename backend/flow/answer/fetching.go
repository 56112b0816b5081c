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

// fetch reads the web pages of a batch, some at a time.
func (f *run) fetch(c clock, s State, batch []Source) []flow.Fetched {
	work, cancel := c.share(webShare, s.budget().Fetch)
	defer cancel()
	addresses := make([]string, len(batch))
	for i, x := range batch {
		addresses[i] = x.URL
	}
	return f.Fetch(work, addresses, side, 0)
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
