package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"rabbithole/backend/private"
)

// state is what a window needs to know before the library is open: where it stood, and how it looked. It is kept beside the library.
type state struct {
	mu   sync.Mutex
	path string
	kept
}

type kept struct {
	Width     int    `json:"width"`
	Height    int    `json:"height"`
	X         int    `json:"x"`
	Y         int    `json:"y"`
	Placed    bool   `json:"placed"` // X and Y say where
	Maximised bool   `json:"maximised"`
	Language  string `json:"language"` // "de" or "en"; "" is the system's
	Theme     string `json:"theme"`    // "light" or "dark"; "" is the system's
	system    string // language of the system
}

// Size of the first window, and the smallest in which every screen still works.
const (
	firstWidth, firstHeight = 1320, 880
	leastWidth, leastHeight = 760, 520
)

// readState reads the state of the window of the library in home. A file that is missing or broken is a first start.
func readState(home string, env func(string) string) *state {
	s := &state{path: filepath.Join(home, "window.json")}
	data, err := os.ReadFile(s.path)
	if err == nil {
		err = json.Unmarshal(data, &s.kept)
	}
	if err != nil || s.Width < leastWidth || s.Height < leastHeight {
		s.kept = kept{Width: firstWidth, Height: firstHeight, Language: s.Language, Theme: s.Theme}
	}
	s.system = systemLanguage(env)
	return s
}

// change changes the state and writes it.
func (s *state) change(do func(*kept)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	do(&s.kept)
	data, err := json.Marshal(s.kept)
	if err != nil {
		return
	}
	// Renamed into place, so that the next start never reads half of it. A failure costs a person the size of a window.
	if private.WriteFile(s.path+".new", data) == nil {
		os.Rename(s.path+".new", s.path)
	}
}

// read returns the state.
func (s *state) read() kept {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.kept
}

// adopt takes what the user interface remembers, if it is the window's too, and reports whether the menu speaks another language now.
func (s *state) adopt(key, value string) bool {
	before := s.read().tongue()
	switch key {
	case "language":
		s.change(func(k *kept) { k.Language = value })
	case "theme":
		s.change(func(k *kept) { k.Theme = value })
	}
	return s.read().tongue() != before
}

// tongue is the language the window speaks.
func (k kept) tongue() string {
	if k.Language == "de" || k.Language == "en" {
		return k.Language
	}
	return k.system
}

// say returns a text in the window's language.
func (s *state) say(p phrase) string {
	if s.read().tongue() == "de" {
		return p.de
	}
	return p.en
}

// localeLanguage reads the language from the variables of POSIX.
func localeLanguage(env func(string) string) string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if value := env(name); value != "" {
			return german(value)
		}
	}
	return "en"
}

// german returns "de" for a German locale such as "de_AT.UTF-8" or "de-CH", else "en".
func german(locale string) string {
	if strings.HasPrefix(strings.ToLower(locale), "de") {
		return "de"
	}
	return "en"
}
