package related_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/flow/related"
	"rabbithole/prompts"
)

// Whether a bullet in words of its own stands is for the model to say that checks it: one that puts a source's words so that they say what it does
// not is struck, and one that is found proved stands on what the model names.
func TestRun_TheModelChecksWhatIsNotWordForWord(t *testing.T) {
	d := harbour(t)
	m := d.think(func(call prompts.Call) any {
		return last("**Updates:** The glass of a signal lantern is cleaned every week with warm water and soap. ["+idOf(call, "repealed")+"]",
			"**Supports:** The brass housing of every lantern lasts ten years. ["+idOf(call, "brass housing")+"]",
			"**Updates:** The rule that the glass of a signal lantern is cleaned every week with warm water and soap is repealed. ["+idOf(call, "repealed")+"]",
			"**Supports:** A housing of brass lasts ten years where the water is salty. ["+idOf(call, "brass housing")+"]")
	})
	m.refuses = []string{"cleaned every week with warm water and soap.", "every lantern"}
	s := d.run(d.reading())
	written := slices.DeleteFunc(slices.Clone(s.Bullets), func(b related.Bullet) bool { return b.Rule })
	if len(written) != 2 || !strings.Contains(written[0].Text, "repealed") || !strings.HasPrefix(written[1].Text, "A housing of brass") || !strings.Contains(strings.Join(s.Warnings, " "), "say so: 2") {
		t.Errorf("bullets %+v, warnings %q", written, s.Warnings)
	}
	if !strings.Contains(m.asked, "Cracked signal glass is never repaired") {
		t.Errorf("the page that is read is not shown to the model that checks:\n%s", m.asked)
	}
	for _, b := range written {
		if slices.ContainsFunc(b.Places, func(p related.Place) bool { return p.Document == s.Document }) {
			t.Errorf("the document that is read is a source of %+v", b)
		}
	}
}

// A bullet that nobody could check is left out, and not called wrong.
func TestRun_WhatNobodyCheckedIsNotCalledWrong(t *testing.T) {
	d := harbour(t)
	m := d.think(func(call prompts.Call) any {
		return last("**Supports:** A housing of brass lasts ten years where the water is salty. [" + idOf(call, "brass housing") + "]")
	})
	m.mute = true
	s := d.run(d.reading())
	if said := strings.Join(s.Warnings, " "); !strings.Contains(said, "could not be checked") || strings.Contains(said, "struck") {
		t.Errorf("warnings %q", s.Warnings)
	}
}
