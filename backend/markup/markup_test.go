package markup

import (
	"errors"
	"strings"
	"testing"
)

func TestParse_WhatIsReopenedCounts(t *testing.T) {
	var fonts strings.Builder
	for range 400 {
		fonts.WriteString("<font color=red>")
	}
	for name, c := range map[string]struct {
		page string
		want error
	}{
		"a page":          {"<p>Radon in the <b>cellar</b>.</p>", nil},
		"a long one":      {strings.Repeat("<p>Radon in the <b>cellar</b>, <a href=x>measured</a>.", 100_000), nil},
		"left open":       {fonts.String() + strings.Repeat("<p>x", 120_000), ErrTooLarge},
		"too many":        {strings.Repeat("<p>x", 2_100_000), ErrTooLarge},
		"closed again":    {strings.Repeat("<font color=red>x</font>", 100_000), nil},
		"text of a style": {"<style>" + strings.Repeat("<p>", 2_100_000) + "</style>", nil},
	} {
		if _, err := Parse(c.page); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
