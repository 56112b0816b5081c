package main

import (
	"strings"
	"testing"
)

// What stands without a mark and is not in its quotes fails a run, and so does less than the built-in engine brings.
func TestJudge_WhatFailsARun(t *testing.T) {
	const cites = `"citations":[{"name":"a.pdf","page":2,"quote":"The cold store is kept between 2 and 8 degrees."}]`
	ask := trial{flow: "ask", args: []string{"ask", "How cold is the cold store?"}, gold: []page{{"a.pdf", 2}}}
	for _, c := range []struct{ name, handed, wrong string }{
		{"a quote", `{"verdict":"answered","claims":[{"text":"Section 4: The cold store is kept between 2 and 8 degrees.","verdict":"supported",` + cites + `}]}`, ""},
		{"another figure", `{"verdict":"answered","claims":[{"text":"The cold store is kept between 2 and 12 degrees.","verdict":"supported",` + cites + `}]}`, "12 is not in what it quotes"},
		{"nonsense", `{"verdict":"answered","claims":[{"text":"Concentrations fascinate several teachers everywhere.","verdict":"supported",` + cites + `}]}`, "do not show"},
		{"marked nonsense", `{"verdict":"not","claims":[{"text":"Concentrations fascinate teachers.","verdict":"unproven",` + cites + `}]}`, `is "not", "answered" without`},
		{"another page", `{"verdict":"answered","claims":[{"text":"The cold store is kept cold.","verdict":"supported","citations":[{"name":"b.pdf","page":2,"quote":"The cold store is kept cold."}]}]}`, "cites 0 pages of gold"},
		{"nothing", `{"verdict":"answered","claims":[]}`, "states nothing"},
	} {
		r := outcome{}
		r.judge(ask, []byte(c.handed))
		r.Wrong = append(r.Wrong, r.worse(outcome{Verdict: "answered", Cited: 1, Stated: 1})...)
		if got := strings.Join(r.Wrong, "; "); !strings.Contains(got, c.wrong) || c.wrong == "" && got != "" {
			t.Errorf("%s: %q, want %q", c.name, got, c.wrong)
		}
	}
}
