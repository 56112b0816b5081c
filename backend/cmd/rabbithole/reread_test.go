package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A document that is named is read again, whatever read it; nothing else is, since nothing is old.
func TestReread_WhatIsNamed(t *testing.T) {
	home := library(t)
	if s := rabbithole(t, home, "reread").ok(t); !strings.Contains(s.err, "Nothing was read by an older version") {
		t.Errorf("it says %q", s.err)
	}
	rabbithole(t, home, "reread", memo).ok(t).has(t, "replaced", memo)
	rabbithole(t, home, "documents").ok(t).has(t, memo, "ready")
	rabbithole(t, home, "check").ok(t)
	nowhere := filepath.Join(t.TempDir(), "nowhere")
	if s := rabbithole(t, nowhere, "reread"); s.code != 3 || !strings.Contains(s.err, "There is none yet.") {
		t.Errorf("without a library: exit code %d, %q", s.code, s.err)
	}
	if _, err := os.Stat(nowhere); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it made a library: %v", err)
	}
}
