package cite

import (
	"slices"
	"strconv"

	"rabbithole/backend/source"
)

// Ledger holds the evidence of a run in the order of keeping and gives it its IDs: E1, E2, ... The zero value works. It is plain
// data, to be kept in a flow's state; it is used by one goroutine at a time.
type Ledger struct {
	Evidence []Evidence `json:"evidence"`
}

// Keep adds e under the next ID and returns that ID and true. A passage that is there already keeps its ID and its place: its new
// quotes are added, the better score and reason win, and false is returned. e.ID is ignored.
func (l *Ledger) Keep(e Evidence) (id string, added bool) {
	for i := range l.Evidence {
		if old := &l.Evidence[i]; samePassage(*old, e) {
			old.merge(e)
			return old.ID, false
		}
	}
	e.ID = "E" + strconv.Itoa(len(l.Evidence)+1)
	e.Quotes = slices.Clone(e.Quotes)
	l.Evidence = append(l.Evidence, e)
	return e.ID, true
}

func samePassage(a, b Evidence) bool {
	if a.Passage != "" || b.Passage != "" {
		return a.Passage == b.Passage && a.Document == b.Document
	}
	return a.Locator == b.Locator && a.Locator != source.Locator{}
}

func (e *Evidence) merge(o Evidence) {
	for _, q := range o.Quotes {
		if !slices.ContainsFunc(e.Quotes, func(have Quote) bool { return have.Text == q.Text }) {
			e.Quotes = append(e.Quotes, q)
			if e.Extract != "" {
				e.Extract += " … "
			}
			e.Extract += q.Text
		}
	}
	if o.Score > e.Score {
		e.Score = o.Score
		if o.Why != "" {
			e.Why = o.Why
		}
	}
}

// Get returns the evidence with the given ID.
func (l *Ledger) Get(id string) (Evidence, bool) {
	n, err := strconv.Atoi(id[min(1, len(id)):])
	if err != nil || n < 1 || n > len(l.Evidence) || l.Evidence[n-1].ID != id {
		return Evidence{}, false
	}
	return l.Evidence[n-1], true
}

// Known returns the evidence by ID, as Parse wants it.
func (l *Ledger) Known() map[string]Evidence {
	known := make(map[string]Evidence, len(l.Evidence))
	for _, e := range l.Evidence {
		known[e.ID] = e
	}
	return known
}
