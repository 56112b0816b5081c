package flow

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/source"
)

func TestConsentAnswer_NothingButAClearYesLetsAnythingOut(t *testing.T) {
	long := strings.Repeat("word ", 100)
	for _, c := range []struct {
		answer  ConsentAnswer
		allow   Allow
		queries []string
	}{
		{ConsentAnswer{}, AllowLibrary, nil},
		{ConsentAnswer{Decision: "yes", Queries: []string{"a"}}, AllowLibrary, nil},
		{ConsentAnswer{Decision: ConsentLibrary, Queries: []string{"a"}}, AllowLibrary, nil},
		{ConsentAnswer{Decision: ConsentThese}, AllowAsk, nil},
		{ConsentAnswer{Decision: ConsentThese, Queries: []string{" a\n b ", "a b", "", "c", "one too many"}}, AllowAsk, []string{"a b", "c"}},
		{ConsentAnswer{Decision: ConsentRun, Queries: []string{"a"}}, AllowRun, []string{"a"}},
		{ConsentAnswer{Decision: ConsentRun, Queries: []string{long}}, AllowRun, []string{Clipped(strings.TrimSpace(long), MostQuery)}},
	} {
		if allow, queries := c.answer.Taken(2); allow != c.allow || !slices.Equal(queries, c.queries) {
			t.Errorf("%.80v is taken as %q, %q", c.answer, allow, queries)
		}
	}
	for _, language := range []string{"de", "en", "zh"} {
		if text := consentText(language, source.Provider{Name: "brave", Host: "api.search.brave.com"}); !strings.Contains(text, "brave (api.search.brave.com)") {
			t.Errorf("%s: %s", language, text)
		}
		if text := consentText(language, source.Provider{Name: "list"}); text == "" || strings.Contains(text, "%") || strings.Contains(text, "()") {
			t.Errorf("%s: %s", language, text)
		}
	}
}

func TestAllow_WhatIsUnknownAllowsNothing(t *testing.T) {
	for raw, want := range map[string]Allow{`""`: AllowAsk, `"run"`: AllowRun, `"library"`: AllowLibrary, `"librarx"`: AllowLibrary, `"ruN"`: AllowLibrary} {
		var got Allow
		if err := json.Unmarshal([]byte(raw), &got); err != nil || got != want {
			t.Errorf("%s is %q, %v", raw, got, err)
		}
	}
}
