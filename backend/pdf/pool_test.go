package pdf

import (
	"context"
	"os"
	"sync"
	"testing"

	"rabbithole/backend/pdf/pdftest"
	"rabbithole/backend/source"
)

// TestPages_AnIdleProcessJoinsAndGoesWhenItIsWanted reads a long file, which takes every process it can get, and opens others meanwhile.
func TestPages_AnIdleProcessJoinsAndGoesWhenItIsWanted(t *testing.T) {
	x := newExtractor(t, Options{Workers: 2})
	long := open(t, x, pdftest.Write(t, "long.pdf", numbered(400).Bytes()), source.OpenOptions{})
	short := pdftest.Write(t, "short.pdf", numbered(2).Bytes())
	var others sync.WaitGroup
	defer others.Wait()
	next := 1
	err := long.Pages(context.Background(), 1, func(p source.Page) error {
		if p.Number != next || p.Text == "" {
			t.Errorf("page %d after %d: %q", p.Number, next-1, p.Text)
		}
		next++
		if p.Number%80 == 0 {
			others.Go(func() {
				f, err := x.Open(context.Background(), short, source.OpenOptions{})
				if err != nil {
					t.Error(err)
					return
				}
				f.Close()
			})
		}
		return nil
	})
	if err != nil || next != 401 {
		t.Errorf("%v, %d pages", err, next-1)
	}
}

func TestClose_WhileASecondProcessLoads(t *testing.T) {
	doc := numbered(2)
	doc.Pages[0].Content = string(make([]byte, manyBytes)) // large enough to warm another process
	path := pdftest.Write(t, "large.pdf", doc.Bytes())
	if info, err := os.Stat(path); err != nil || info.Size() < manyBytes {
		t.Fatalf("%v, %v", info, err)
	}
	for range 5 {
		x := New(Options{Workers: 2})
		f, err := x.Open(t.Context(), path, source.OpenOptions{})
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
		if err := x.Close(); err != nil {
			t.Error(err)
		}
		if len(x.pool.idle) != 0 {
			t.Error("a process outlives its pool")
		}
	}
}
