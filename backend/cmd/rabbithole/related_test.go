package main

import (
	"strings"
	"testing"
)

// Beside a sample document stands what the rest of the library says, with its places; again it is served from what is kept.
func TestRelated_FindsAndKeeps(t *testing.T) {
	home := library(t)
	first := rabbithole(t, home, "related", "Memo", "--page", "2", "--engine", "extractive").ok(t).has(t, "Related to Memo", "found without a model", "[1]", "Sources")
	again := rabbithole(t, home, "related", "Memo", "--engine", "extractive").ok(t)
	if again.out != first.out || strings.Contains(again.err, "Searching") {
		t.Errorf("again: %s%s", again.out, again.err)
	}
	if listed := rabbithole(t, home, "runs").ok(t); strings.Contains(listed.out, "related") {
		t.Errorf("runs: %s", listed.out)
	}
}

func TestRelated_ForPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home := library(t)
	all := lines(t, rabbithole(t, home, "related", "Memo", "--engine", "extractive", "--mode", "deep", "--json").ok(t))
	for _, event := range all[:len(all)-1] {
		keysOf(t, "an event", event, "type articleId document status doing message web updatedAt")
	}
	row := all[len(all)-1]
	keysOf(t, "the final object", row, "articleId document status summaryMd bullets sources questions warnings made model mode updatedAt expiresAt run")
	bullets, _ := row["bullets"].([]any)
	if len(all) < 3 || all[0]["type"] != "research.updated" || row["status"] != "ready" || row["mode"] != "deep" || len(bullets) == 0 {
		t.Fatalf("%d lines, the last %v", len(all), row)
	}
	keysOf(t, "a bullet", bullets[0], "relation text places | about rule")
	keysOf(t, "a place", bullets[0].(object)["places"].([]any)[0], "passage document name page quote source | label url")
	keysOf(t, "a source", row["sources"].([]any)[0], "title url snippet publisher publishedAt document page")
}

func TestRelated_SaysWhatIsWrong(t *testing.T) {
	home := library(t)
	for _, k := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"related", "nothing-of-the-sort"}, 3, "documents"},
		{[]string{"related", "Memo", "--page", "999"}, 2, "pages"},
		{[]string{"related", "Memo", "--mode", "endless"}, 2, "quick, standard and deep"},
		{[]string{"related", "Memo", "--host", "who.int"}, 2, "--web"},
	} {
		if s := rabbithole(t, home, k.args...); s.code != k.code || !strings.Contains(s.out+s.err, k.says) {
			t.Errorf("%q: %d %s%s", k.args, s.code, s.out, s.err)
		}
	}
}

// Nothing leaves before the person was shown what, and to whom, and said so.
func TestRelated_ShowsWhatWouldLeave(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	provider, searches := barren(t)
	home := library(t)
	if s := rabbithole(t, home, "related", "Memo", "--web"); s.code != exitWaiting || searches.Load() != 0 || !strings.Contains(s.err, "It asks") {
		t.Errorf("with nobody there: %d, %d searches\n%s", s.code, searches.Load(), s.err)
	}
	s := typing(t, home, "n\n", "related", "Memo", "--web").ok(t)
	if !strings.Contains(s.err, provider) || searches.Load() != 0 {
		t.Errorf("%d searches after a no\n%s", searches.Load(), s.err)
	}
	typing(t, home, "all\n", "related", "Memo", "--web", "--force").ok(t)
	if searches.Load() == 0 {
		t.Error("nothing was searched after a yes")
	}
	before := searches.Load()
	rabbithole(t, home, "related", "Memo", "--web", "--yes", "--force").ok(t)
	if searches.Load() == before {
		t.Error("--yes agreed to nothing")
	}
}
