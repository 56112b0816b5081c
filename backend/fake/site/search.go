package site

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"unicode"
)

// search answers like SearXNG with format=json: articles that share words with the query, best first, duplicates and an address that leads
// nowhere among them. The query "nothing" finds nothing.
func (s *Site) search(w http.ResponseWriter, r *http.Request) {
	if r.URL.Query().Get("format") != "json" {
		http.Error(w, "<!doctype html><title>SearXNG</title>", http.StatusForbidden)
		return
	}
	type result struct {
		URL       string `json:"url"`
		Title     string `json:"title"`
		Content   string `json:"content"`
		Published string `json:"publishedDate,omitempty"`
		Engine    string `json:"engine"`
		score     int
	}
	wanted := words(r.URL.Query().Get("q"))
	found := []result{}
	for _, a := range Articles() {
		in := words(a.Title + " " + a.Text + " " + a.Subject)
		score := 0
		for w := range wanted {
			if in[w] {
				score++
			}
		}
		if score == 0 {
			continue
		}
		first, _, _ := strings.Cut(a.Text, "\n")
		hit := result{URL: s.Of(a), Title: a.Title, Content: string([]rune(first)[:min(len([]rune(first)), 200)]), Engine: "fixture", score: score}
		if a.Date != "" {
			hit.Published = a.Date + "T00:00:00"
		}
		found = append(found, hit)
	}
	slices.SortStableFunc(found, func(a, b result) int { return cmp.Compare(b.score, a.score) })
	if len(found) > 0 { // engines repeat each other, with their own marks
		again := found[0]
		again.URL += "?utm_source=fixture#top"
		found = slices.Insert(found, 1, again, result{URL: "javascript:alert(1)", Title: "Click here", Engine: "fixture"})
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]any{"query": r.URL.Query().Get("q"), "number_of_results": 0, "results": found, "answers": []string{},
		"suggestions": []string{}})
}

// words returns the words of s in small letters, cut to their first six letters.
func words(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if r := []rune(w); len(r) > 3 {
			out[string(r[:min(len(r), 6)])] = true
		}
	}
	return out
}
