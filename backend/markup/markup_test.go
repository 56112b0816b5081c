package markup

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestParse_WhatIsReopenedCounts(t *testing.T) {
	var fonts strings.Builder
	for i := range 400 {
		fmt.Fprintf(&fonts, "<font color=c%d>", i)
	}
	for name, c := range map[string]struct {
		page string
		want error
	}{
		"a page":           {"<p>Radon in the <b>cellar</b>.</p>", nil},
		"a long one":       {strings.Repeat("<p>Radon in the <b>cellar</b>, <a href=x>measured</a>.", 100_000), nil},
		"left open":        {fonts.String() + strings.Repeat("<p>x", 120_000), ErrTooLarge},
		"left open, alike": {strings.Repeat("<p><i>text", 100_000), nil},
		"too many":         {strings.Repeat("<p>x", 2_100_000), ErrTooLarge},
		"closed again":     {strings.Repeat("<font color=red>x</font>", 100_000), nil},
		"text of a style":  {"<style>" + strings.Repeat("<p>", 2_100_000) + "</style>", nil},
	} {
		if _, err := Parse(c.page); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
