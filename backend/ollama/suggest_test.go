package ollama

import (
	"testing"

	"rabbithole/prompts"
)

func TestSuggest_WhatFits(t *testing.T) {
	for _, c := range []struct {
		name      string
		memory    int64
		installed []string
		want      string
	}{
		{"a large computer", 64 << 30, nil, "qwen3:14b best, qwen3:8b light, embeddinggemma embeddings, "},
		{"nobody knows", 0, nil, "qwen3:14b best, qwen3:8b light, embeddinggemma embeddings, "},
		{"8 GB free", 8 << 30, nil, "qwen3:8b best, qwen3:4b light, embeddinggemma embeddings, "},
		{"4 GB free", 4 << 30, nil, "qwen3:4b best, qwen3:1.7b light, embeddinggemma embeddings, "},
		{"1 GB free", 1 << 30, nil, "embeddinggemma embeddings, "},
		{"nothing free", 1 << 20, nil, ""},
		{"what is there", 64 << 30, []string{"qwen3:14b", "embeddinggemma:latest"}, "qwen3:8b light, "},
	} {
		var cards []prompts.Card
		for _, name := range c.installed {
			cards = append(cards, prompts.Card{Name: name})
		}
		got := ""
		for _, s := range Suggest(cards, c.memory) {
			if s.Bytes < 1<<20 || s.Bytes > 1<<40 {
				t.Errorf("%s: %s has %d bytes", c.name, s.Name, s.Bytes)
			}
			got += s.Name + " " + s.Why + ", "
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
