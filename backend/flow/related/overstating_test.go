package related_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/flow/related"
	"rabbithole/prompts"
)

// The words of a source can be put so that they say what it does not: a rule that it repeals, or all where it speaks of one.
func TestRun_WhatSaysMoreThanItsSourceIsStruck(t *testing.T) {
	d := harbour(t)
	d.think(func(call prompts.Call) any {
		return last("**Updates:** The glass of a signal lantern is cleaned every week with warm water and soap. ["+idOf(call, "repealed")+"]",
			"**Supports:** The brass housing of every lantern lasts ten years. ["+idOf(call, "brass housing")+"]",
			"**Updates:** The rule that the glass of a signal lantern is cleaned every week with warm water and soap is repealed. ["+idOf(call, "repealed")+"]",
			"**Supports:** In salt water the brass housing of a lantern lasts ten years. ["+idOf(call, "brass housing")+"]")
	})
	s := d.run(d.reading())
	written := slices.DeleteFunc(slices.Clone(s.Bullets), func(b related.Bullet) bool { return b.Rule })
	if len(written) != 2 || !strings.Contains(written[0].Text, "repealed") || !strings.HasPrefix(written[1].Text, "In salt water") || !strings.Contains(strings.Join(s.Warnings, " "), "2 statements") {
		t.Errorf("bullets %+v, warnings %q", written, s.Warnings)
	}
}
