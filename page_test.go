package main

import (
	"fmt"
	"slices"
	"sync"
	"testing"
)

func TestPage_NothingIsLostBeforeItListens(t *testing.T) {
	var p page
	var work sync.WaitGroup
	var got []string
	for i := range 8 { // senders before, while and after the page begins to listen
		work.Go(func() {
			for n := range 200 {
				p.Emit("events", fmt.Sprintf("%d %d", i, n))
			}
		})
	}
	p.open(func(_ string, data any) { got = append(got, data.(string)) })
	work.Wait()
	for i := range 8 {
		var mine []string
		for _, s := range got {
			if s[0] == byte('0'+i) {
				mine = append(mine, s)
			}
		}
		want := make([]string, 200)
		for n := range want {
			want[n] = fmt.Sprintf("%d %d", i, n)
		}
		if !slices.Equal(mine, want) {
			t.Errorf("sender %d: %d events arrived, or out of order", i, len(mine))
		}
	}
	p.leave()
	p.Emit("events", "late")
	if slices.Contains(got, "late") {
		t.Error("an event was sent to a page that is gone")
	}
}
