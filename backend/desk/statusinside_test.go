package desk

import (
	"context"
	"testing"
	"time"
)

func TestStatus_WhileTheLibraryIsBeingOpened(t *testing.T) {
	ctx, stop := context.WithCancelCause(context.Background())
	d := &Desk{ctx: ctx, opened: make(chan struct{}), home: "/somewhere"}
	begun := time.Now()
	s, err := d.Status()
	if err != nil || !s.Opening || s.Home != "/somewhere" || s.Problem != nil || s.First {
		t.Errorf("%+v, %v", s, err)
	}
	if time.Since(begun) > 10*opening {
		t.Error("it waits for a library that may take long")
	}
	stop(errClosed)
	if _, err := d.Status(); err == nil {
		t.Error("a closed desk has a status")
	}
}
