package core_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
)

// What is deleted is not left in unused parts of the library's files: neither the question of a run nor the words of a file that was
// attached to it, nor the sentences of a document. Of a document the search index keeps stems, see ADR 0030.
func TestErase_LeavesNoWordsInTheFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home := t.TempDir()
	c := open(t, home, noEnv)
	addNotes(t, c)
	letter := "# Letter\n\nThe heron Quillabrax lent the cellar 4711 becquerel on 3 March 2026.\n\nQuillabrax the heron wrote it down in Zwirnhausen.\n"
	run, s, r := explored(t, c, core.Explore{Question: "How many becquerel did the heron Quillabrax lend the cellar, and what of Yarrowmoss?", Context: attach(t, c, file(t, "heron.md", letter)), Engine: settings.Extractive, MaxNodes: 4})
	if len(r.Claims) == 0 || len(s.Tree) == 0 {
		t.Fatalf("%d claims, %d questions", len(r.Claims), len(s.Tree))
	}
	added, err := c.Add(t.Context(), []string{file(t, "diary.md", "# Diary\n\nOn a Friday the lamp of Ottergleam flickered over the quay, says the diary of the keeper.\n")}, core.AddOptions{})
	if err != nil {
		t.Fatal(err)
	}
	words := []string{"Quillabrax", "quillabrax", "Yarrowmoss", "Zwirnhausen", "Ottergleam flickered over the quay"}
	for _, word := range words {
		if word != "quillabrax" && len(filesWith(t, home, word)) == 0 {
			t.Errorf("%q is nowhere before it is deleted: nothing is shown", word)
		}
	}
	if err := c.DeleteRun(t.Context(), run.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Remove(t.Context(), added[0].Document); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	for _, word := range words {
		if files := filesWith(t, home, word); len(files) > 0 {
			t.Errorf("%q is still in %v", word, files)
		}
	}
}

// filesWith returns the files of a library that hold the word.
func filesWith(t *testing.T, home, word string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		if bytes.Contains(data, []byte(word)) {
			files = append(files, filepath.Base(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
