package chunk

import "testing"

func TestMark_WhatFollowsWhat(t *testing.T) {
	for _, c := range []struct {
		before, after string
		follows, like bool
	}{
		{"1. a", "2. b", true, true},
		{"2. a", "2a. b", true, true},
		{"1. a", "3. b", true, true}, // one was repealed
		{"1. a", "4. b", false, true},
		{"1. a", "(2) b", false, false},
		{"(h) a", "(i) b", true, true},
		{"(a) a", "(i) b", false, true},
		{"(i) a", "(ii) b", true, false},
		{"aa) a", "bb) b", true, true},
		{"• a", "• b", true, true},
		{"• a", "– b", false, false},
		{"no mark", "nor here", false, true},
	} {
		m, o := MarkOf(c.after), MarkOf(c.before)
		if got := m.Follows(o); got != c.follows {
			t.Errorf("%q after %q: %v", c.after, c.before, got)
		}
		if got := m.Alike(o); got != c.like {
			t.Errorf("%q like %q: %v", c.after, c.before, got)
		}
	}
	for text, first := range map[string]bool{"1. a": true, "(a) a": true, "aa) a": true, "• a": true, "2. a": false, "(b) a": false, "word": false} {
		if MarkOf(text).First() != first {
			t.Errorf("%q begins a list: %v", text, !first)
		}
	}
}
