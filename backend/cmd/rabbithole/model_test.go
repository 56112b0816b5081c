package main

import (
	"strings"
	"testing"

	"rabbithole/backend/fake"
)

// A model that takes every sentence for right is named where it is chosen, auto does without it, and says so once a run. Asked for by name it works where the setting says so, and nowhere else.
func TestModels_AWeakOneIsNamedAndPassedOver(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home, server := library(t), fake.NewServer(t)
	server.Models[0].Bytes = 98_000_000
	server.Trial = fake.Credulous
	t.Setenv("OLLAMA_HOST", server.URL.Host)
	s := rabbithole(t, home, "ask", askedOf).ok(t)
	const weak = "too weak for research: judged 5 of 10 test sentences rightly"
	for _, want := range []string{"Testing once whether qwen3:14b can check sentences (up to a minute)", "! qwen3:14b is " + weak + ". It is answered without a model; the setting RABBITHOLE_WEAK_MODELS"} {
		if strings.Count(s.err, want) != 1 {
			t.Errorf("want %q once in\n%s", want, s.err)
		}
	}
	if n := len(server.Chats()); n != 0 {
		t.Errorf("the weak model was asked %d times", n)
	}
	rabbithole(t, home, "models").ok(t).has(t, weak, "98 MB")
	rabbithole(t, home, "doctor").ok(t).has(t, weak, "models pull")
	if s = rabbithole(t, home, "ask", "--engine", "ollama", askedOf).ok(t); !strings.Contains(s.err, weak+". It is answered without a model") || len(server.Chats()) > 0 {
		t.Errorf("asked %d times\n%s", len(server.Chats()), s.err)
	}
	t.Setenv("RABBITHOLE_WEAK_MODELS", "true")
	if s = rabbithole(t, home, "ask", "--engine", "ollama", askedOf).ok(t); !strings.Contains(s.err, weak+". --engine extractive does better.") || len(server.Chats()) == 0 {
		t.Errorf("asked %d times\n%s", len(server.Chats()), s.err)
	}
}
