package ingest

import (
	"testing"
	"time"

	"rabbithole/backend/source"
)

func TestMeter_EstimatesByBytes(t *testing.T) {
	now := time.Unix(0, 0)
	var p Progress
	m := newMeter(func() time.Time { return now }, func(q Progress) { p = q },
		[]file{{path: "big", size: 3000}, {path: "small", size: 1000}, {path: "same", size: 9000}})
	big := source.Document{Hash: "h1", Path: "big", Pages: 30, Bytes: 3000}
	m.finish("same", 9000, &Result{Document: "h9", Status: Duplicate}) // costs nothing and promises nothing
	m.open(big, 0)
	now = now.Add(10 * time.Second)
	m.read(big, 10)
	if p.Rate != 1 || p.ETA != 30*time.Second || p.PagesDone != 10 || p.PagesTotal != 30 || p.File != "big" {
		t.Errorf("a third of big read in 10 s: %+v, want 1 page/s and 30 s left for 3,000 bytes", p)
	}
	now = now.Add(20 * time.Second)
	m.read(big, 15)
	m.finish("big", 3000, &Result{Document: "h1", Status: Added}) // it had only 25 pages
	if p.ETA != 10*time.Second || p.PagesTotal != 25 || p.FilesDone != 2 || p.Result == nil {
		t.Errorf("big done: %+v, want 10 s left and 25 pages", p)
	}
	m.phase(Linking)
	now = now.Add(2 * time.Second)
	m.embedding(0, 90)
	now = now.Add(2 * time.Second)
	m.embedding(20, 90)
	if p.Phase != Embedding || p.Rate != 10 || p.ETA != 7*time.Second || p.File != "" {
		t.Errorf("embedding: %+v, want 10 passages/s and 7 s left", p)
	}
}

// What another call embedded does not count for the speed of this one: a resumed add said 432,432,432 passages a second.
func TestMeter_ResumedEmbeddingCountsOnlyWhatIsLeft(t *testing.T) {
	now := time.Unix(0, 0)
	var p Progress
	m := newMeter(func() time.Time { now = now.Add(time.Microsecond); return now }, func(q Progress) { p = q }, nil)
	m.embedding(3190, 3216)
	if p.Rate != 0 || p.ETA != 0 {
		t.Errorf("before anything is done: %.0f passages/s, %s left", p.Rate, p.ETA)
	}
	now = now.Add(2 * time.Second)
	if m.embedding(3203, 3216); p.Rate < 6 || p.Rate > 7 || p.ETA != 2*time.Second {
		t.Errorf("%.0f passages/s, %s left", p.Rate, p.ETA)
	}
}

func TestMeter_ResumedDocumentCountsOnlyWhatIsLeft(t *testing.T) {
	var p Progress
	m := newMeter(time.Now, func(q Progress) { p = q }, []file{{size: 100}})
	d := source.Document{Hash: "h1", Pages: 40, Bytes: 100}
	m.open(d, 24)
	m.read(d, 16)
	if p.PagesDone != 16 || p.PagesTotal != 16 {
		t.Errorf("%d of %d pages, want 16 of 16", p.PagesDone, p.PagesTotal)
	}
}
