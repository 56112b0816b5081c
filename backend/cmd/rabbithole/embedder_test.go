package main

import (
	"net/http"
	"strings"
	"testing"

	"rabbithole/backend/fake"
)

func TestEmbedder_ChangesStopsAndGoesOn(t *testing.T) {
	home, server := library(t), fake.NewServer(t)
	t.Setenv("OLLAMA_HOST", server.URL.String())
	batches := 0
	server.Break(func(r fake.Request) fake.Failure {
		if batches++; batches > 3 {
			return fake.Failure{Status: http.StatusBadRequest, Message: "unplugged"}
		}
		return fake.Failure{}
	})
	stopped := rabbithole(t, home, "embedder", "nomic-embed-text")
	if stopped.code == 0 || !strings.Contains(stopped.err, "`rabbithole embedder` goes on. Until then built-in answers.") {
		t.Errorf("code %d\n%s", stopped.code, stopped.err)
	}
	rabbithole(t, home, "doctor").ok(t).has(t, "built-in answers; re-embedding ", "`rabbithole embedder` goes on with it.")
	if s := rabbithole(t, home, "settings").ok(t); !strings.Contains(s.err, "built-in answers; re-embedding ") {
		t.Errorf("settings says %q", s.err)
	}
	rabbithole(t, home, "search", "--mode", "semantic", "craft room").ok(t).has(t, "p. ")
	server.Break(nil)
	list := lines(t, rabbithole(t, home, "embedder", "--json").ok(t))
	first, last := list[0], list[len(list)-1]
	if first["to"] != "nomic-embed-text" || first["done"].(float64) == 0 || last["embedder"] != "nomic-embed-text" {
		t.Errorf("first %v, last %v", first, last)
	}
	rabbithole(t, home, "doctor").ok(t).has(t, "nomic-embed-text")
	rabbithole(t, home, "embedder", "built-in").ok(t).has(t, "built-in answers.")
}

func TestEmbedder_NotInstalled(t *testing.T) {
	t.Setenv("OLLAMA_HOST", fake.NewServer(t).URL.String())
	s := rabbithole(t, library(t), "embedder", "all-minilm")
	if s.code != 3 || !strings.Contains(s.err, "rabbithole models pull all-minilm") || !strings.Contains(s.err, "built-in goes on answering") {
		t.Errorf("code %d\n%s", s.code, s.err)
	}
}
