package budget_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"rabbithole/backend/budget"
)

func TestClock_StandsStillWhileItIsHeld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		outer, stop := budget.WithTime(t.Context(), 10*time.Second)
		defer stop()
		inner, cancel := budget.WithTime(outer, 4*time.Second)
		defer cancel()
		child, free := context.WithCancel(inner)
		defer free()
		time.Sleep(3 * time.Second)
		release := budget.Hold(child)
		again := budget.Hold(child)
		time.Sleep(time.Hour)
		again()
		again()
		if child.Err() != nil || outer.Err() != nil {
			t.Fatalf("a held clock ran on: %v, %v", child.Err(), outer.Err())
		}
		if at, ok := inner.Deadline(); !ok || time.Until(at) != time.Second {
			t.Errorf("%v are left, want 1s", time.Until(at))
		}
		release()
		time.Sleep(999 * time.Millisecond)
		if child.Err() != nil {
			t.Error("it ended too early")
		}
		time.Sleep(2 * time.Millisecond)
		synctest.Wait()
		if !errors.Is(inner.Err(), context.DeadlineExceeded) || !errors.Is(child.Err(), context.DeadlineExceeded) || context.Cause(inner) != context.DeadlineExceeded {
			t.Errorf("inner %v (%v), child %v", inner.Err(), context.Cause(inner), child.Err())
		}
		if outer.Err() != nil {
			t.Errorf("the outer clock ended with the inner one: %v", outer.Err())
		}
		time.Sleep(6 * time.Second)
		synctest.Wait()
		if !errors.Is(outer.Err(), context.DeadlineExceeded) {
			t.Errorf("outer %v", outer.Err())
		}
	})
}

func TestClock_EndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		why := errors.New("the program ends")
		parent, end := context.WithCancelCause(t.Context())
		c, cancel := budget.WithTime(parent, time.Hour)
		defer cancel()
		release := budget.Hold(c)
		defer release()
		end(why)
		synctest.Wait()
		if c.Err() != context.Canceled || context.Cause(c) != why {
			t.Errorf("%v, %v", c.Err(), context.Cause(c))
		}
		if over, cancel := budget.WithTime(t.Context(), -1); over.Err() != context.DeadlineExceeded {
			t.Errorf("no time left: %v", over.Err())
		} else {
			cancel()
		}
	})
}

func TestClock_MeasuresWithoutWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, cancel := budget.WithClock(t.Context())
		defer cancel()
		inner, done := budget.WithTime(c, time.Minute)
		defer done()
		release := budget.Hold(inner)
		time.Sleep(7 * time.Second)
		release()
		time.Sleep(time.Second)
		if c.Held() != 7*time.Second {
			t.Errorf("held for %v", c.Held())
		}
	})
}
