package core

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"rabbithole/backend/source"
	"rabbithole/backend/web"
)

// counting is a provider that fails the first time and counts.
type counting struct {
	web.Searcher
	asked atomic.Int64
}

func (s *counting) Search(context.Context, string, int) ([]source.WebHit, error) {
	if s.asked.Add(1) == 1 {
		return nil, errors.New("not now")
	}
	return []source.WebHit{{URL: "https://a.example/"}, {URL: "https://b.example/"}}, nil
}

// Branches of a tree that come to the same query send it once; what failed is tried again.
func TestRunWeb_AQueryLeavesOnce(t *testing.T) {
	p := pretend(t)
	c := p.online(t, t.TempDir())
	meta, err := c.allow("en", WebOpen, nil)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := c.web(t.Context(), "run", meta)
	if err != nil {
		t.Fatal(err)
	}
	provider := &counting{}
	w := opened.(*runWeb)
	w.searcher = provider
	if _, err := w.Search(t.Context(), "radon", 6); err == nil {
		t.Error("a failure is no answer")
	}
	var branches sync.WaitGroup
	for range 5 {
		branches.Go(func() {
			if hits, err := w.Search(t.Context(), "radon", 6); err != nil || len(hits) != 2 {
				t.Errorf("%+v, %v", hits, err)
			}
		})
	}
	branches.Wait()
	if _, err := w.Search(t.Context(), "radon cellar", 6); err != nil || provider.asked.Load() != 3 {
		t.Errorf("%d queries left, %v", provider.asked.Load(), err)
	}
}
