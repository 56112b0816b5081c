package backend_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// The list in words_test.go holds what a person thought of; here the sets themselves say what their documents are called: by their files,
// their titles, and what other documents of the set call them.
//
// A name is what stands for one document and hardly for anything else: a file's name, a company in front of the form it filed, a law's
// abbreviation in mixed case, a title of two words or more, a German compound. A word that any text may use (a common noun, a short
// label such as one in brackets) is none, or the test would forbid the examples that explain the rules.

func TestArch_NoDocumentOfTheSetsIsNamedInSource(t *testing.T) {
	names := evaluationSetNames(t)
	for _, file := range load(t).files {
		if !file.test {
			complain(t, file.path, file.text, names, "names a document of the evaluation sets")
		}
	}
}

// The test above is not blind: it knows names of every sort, and none that a reader would take for a common word.
func TestArch_EvaluationSetNamesAreNames(t *testing.T) {
	names := evaluationSetNames(t)
	for _, file := range []string{"Atomgesetzes", "BDSG", "RFC9110", "HTTP Semantics", "BOEING_2022_10K", "BOEING", "ISEP_student_handbook_2020", "GS_2016"} {
		if !slices.Contains(names, file) {
			t.Errorf("%q is not known as a name", file)
		}
	}
	for _, name := range names {
		if !strings.ContainsFunc(name, unicode.IsUpper) && !strings.ContainsAny(name, "0123456789_-") {
			t.Errorf("%q is a common word", name)
		}
	}
}

// evaluationSetNames reads the names of all documents of the sets.
func evaluationSetNames(t *testing.T) []string {
	t.Helper()
	root := os.Getenv("RABBITHOLE_EVAL")
	if root == "" {
		t.Skip("RABBITHOLE_EVAL is not set: no sets whose documents could be named")
	}
	seen := map[string]bool{}
	for _, folder := range []string{"xref/pdf", "financebench/pdfs", "mmlongbench/pdfs", "uda/pdfs"} {
		entries, err := os.ReadDir(filepath.Join(root, folder))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			for _, name := range namesOfFile(strings.TrimSuffix(e.Name(), ".pdf")) {
				seen[name] = true
			}
		}
	}
	eachRow(t, filepath.Join(root, "xref/docs.jsonl"), func(row map[string]any) {
		title, _ := row["title"].(string)
		for _, name := range namesOfTitle(title) {
			seen[name] = true
		}
	})
	eachRow(t, filepath.Join(root, "xref/mentions.jsonl"), func(row map[string]any) {
		qualifier, _ := row["qualifier"].(string)
		if row["rel"] == "cross-doc" && tellsOneDocument(qualifier) {
			seen[qualifier] = true
		}
	})
	var names []string
	for name := range seen {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

var filedForm = regexp.MustCompile(`^([A-Z][A-Za-z_]{4,})_(?:19|20)\d\d`)

// namesOfFile returns a file's name and, where it is a company's with year and form, the company.
func namesOfFile(stem string) []string {
	names := []string{stem}
	if m := filedForm.FindStringSubmatch(stem); m != nil {
		names = append(names, m[1])
	}
	return names
}

// namesOfTitle returns a title, what it bears in parentheses, and its parts around a colon.
func namesOfTitle(title string) []string {
	var names []string
	for _, part := range append(regexp.MustCompile(`[():]`).Split(title, -1), title) {
		part = strings.TrimSpace(part)
		if strings.Contains(part, " ") && len(part) > 8 || tellsOneDocument(part) {
			names = append(names, part)
		}
	}
	return names
}

// tellsOneDocument reports whether a word names one document: a German compound of law, an abbreviation, an act by its number.
func tellsOneDocument(s string) bool {
	if strings.HasPrefix(s, "[") || strings.HasPrefix(s, "that ") || strings.HasPrefix(s, "this ") || s == "Gesetzes" || s == "Verordnung" {
		return false
	}
	upper := 0
	for _, r := range s {
		if unicode.IsUpper(r) {
			upper++
		}
	}
	compound := strings.Contains(s, "gesetz") || strings.Contains(s, "verordnung")
	return upper > 1 && len(s) > 2 || upper == 1 && compound && !strings.Contains(s, " ") || strings.ContainsAny(s, "0123456789") && len(s) > 6
}

func eachRow(t *testing.T, path string, each func(map[string]any)) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var row map[string]any
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		each(row)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}
