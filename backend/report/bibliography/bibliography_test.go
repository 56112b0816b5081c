package bibliography

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

var works = []Work{
	{Type: Article, Title: "Über die Messung von Radon & Thoron", Authors: []string{"Müller, Jörg", "J. R. R. O'Neill", "World Health Organization"}, Year: "2009",
		Container: "Journal of Radiation", Number: "12", Pages: "3–17", DOI: "https://doi.org/10.1000/182_{x}", Language: "de"},
	{Type: Article, Title: "Über die Messung, zweiter Teil", Authors: []string{"Müller, Jörg"}, Year: "2009"},
	{Type: Paper, Title: "Scaling Laws", Authors: []string{"Kaplan, Jared"}, Year: "2020", ArXiv: "arXiv:2001.08361"},
	{Type: Standard, Title: "HTTP Semantics", Number: "RFC 9110", Publisher: "IETF", Year: "2022", URL: "https://example.org/rfc9110"},
	{Type: Law, Title: "Gesetz über Radon", Key: "StrlSchG", File: "file:///data/My%20Library/gesetz.pdf", Note: "Zitiert: S. 7, 8"},
	{Type: Report, Title: "室内空气质量", Authors: []string{"王伟"}, Year: "o. J."},
	{},
}

func write(t *testing.T, works []Work) map[string][]byte {
	t.Helper()
	csl, err := CSLJSON(works)
	if err != nil {
		t.Fatal(err)
	}
	return map[string][]byte{"works.bib": BibTeX(works), "works.ris": RIS(works), "works.csl.json": csl}
}

func TestBibliography_Golden(t *testing.T) {
	for name, got := range write(t, works) {
		file := "testdata/" + name + ".golden"
		if *update {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s differs; look at it and run the test with -update:\n%s", file, got)
		}
	}
}

// hostile tries to end a field, an entry and a record, and to run commands.
const hostile = "a}},\n@book{evil, title={x}}\r\nER  - \r\nTY  - BOOK \\input{/etc/passwd} \\write18{x} 100% of $x_1^2$ ~ # & {unbalanced =cmd|' \x1b[31m \u202e and B"

func TestBibliography_HostileTextStaysInItsField(t *testing.T) {
	bad := Work{Type: Type(hostile), Key: hostile, Title: hostile, Authors: []string{hostile, "A} and B{, C"}, Year: hostile, Container: hostile, DOI: hostile, ArXiv: hostile,
		URL: hostile, Accessed: hostile, Number: hostile, Publisher: hostile, Pages: hostile, Language: hostile, File: hostile, Note: hostile}
	out := write(t, []Work{bad, bad})
	bib := string(out["works.bib"])
	depth := 0
	entries := 0
	for i, r := range bib {
		switch r {
		case '{':
			depth++
		case '}':
			depth--
		case '@':
			if depth == 0 {
				entries++
			}
		}
		if depth < 0 {
			t.Fatalf("a brace is closed that was not opened: %s", bib[max(0, i-80):i+1])
		}
	}
	if depth != 0 || entries != 2 {
		t.Errorf("%d braces stay open, %d entries, want 2", depth, entries)
	}
	if command := regexp.MustCompile(`\\(?:input|write)`).FindString(bib); command != "" {
		t.Errorf("LaTeX would run %s", command)
	}
	ris := string(out["works.ris"])
	if n := strings.Count(ris, "\r\nER  - \r\n"); n != 2 || strings.Count(ris, "\n")-strings.Count(ris, "\r\n") != 0 {
		t.Errorf("%d records, want 2, each line ended by CR LF", n)
	}
	for line := range strings.Lines(ris) {
		if !regexp.MustCompile(`^(?:[A-Z][A-Z0-9]  - .*)?\r\n$`).MatchString(line) {
			t.Errorf("not a line of RIS: %q", line)
		}
	}
	for name, data := range out {
		if bytes.ContainsAny(data, "\x1b\u202e") {
			t.Errorf("%s: control characters came through", name)
		}
	}
}

// What the schema of CSL-JSON asks for: an id and a known type for each item, names and dates in its shapes, no other fields.
func TestCSLJSON_IsWhatTheSchemaAsksFor(t *testing.T) {
	var items []map[string]any
	if err := json.Unmarshal(write(t, works)["works.csl.json"], &items); err != nil {
		t.Fatal(err)
	}
	if len(items) != len(works) {
		t.Fatalf("%d items, want %d", len(items), len(works))
	}
	types := []string{"article-journal", "paper-conference", "book", "chapter", "report", "thesis", "standard", "legislation", "webpage", "manuscript", "document"}
	fields := []string{"id", "type", "title", "author", "issued", "container-title", "number", "publisher", "page", "DOI", "URL", "accessed", "language", "note"}
	for _, item := range items {
		if kind, _ := item["type"].(string); item["id"] == "" || item["id"] == nil || !slices.Contains(types, kind) {
			t.Errorf("id %v, type %v", item["id"], item["type"])
		}
		for field := range item {
			if !slices.Contains(fields, field) {
				t.Errorf("the schema has no field %q", field)
			}
		}
	}
	if got, _ := json.Marshal(items[0]["author"]); string(got) != `[{"family":"Müller","given":"Jörg"},{"family":"O'Neill","given":"J. R. R."},{"literal":"World Health Organization"}]` {
		t.Errorf("authors %s", got)
	}
	empty, err := CSLJSON(nil)
	if err != nil || string(empty) != "[]\n" {
		t.Errorf("no works give %q, %v", empty, err)
	}
}

func TestKeys_AreUniqueAndStable(t *testing.T) {
	same := slices.Repeat([]Work{{Title: "A Title", Authors: []string{"Ångström, Å."}, Year: "1999"}}, 30)
	seen := map[string]bool{}
	for _, w := range prepared(append(same, Work{Key: "ANGSTROM1999TITLE"})) {
		if k := strings.ToLower(w.Key); seen[k] || !regexp.MustCompile(`^[a-z0-9]+$`).MatchString(k) {
			t.Errorf("the key %q stands twice or is none", w.Key)
		} else {
			seen[k] = true
		}
	}
	if a, b := prepared(works), prepared(works[:3]); a[1].Key != "mueller2009ueberb" || a[2].Key != b[2].Key {
		t.Errorf("keys %q, %q and %q", a[1].Key, a[2].Key, b[2].Key)
	}
}

func TestNames_CutsAnAuthorLine(t *testing.T) {
	for _, c := range []struct {
		line string
		want []string
	}{
		{"", nil}, {"Jane Doe", []string{"Jane Doe"}}, {"Doe, Jane", []string{"Doe, Jane"}}, {"Jane Doe, John Smith", []string{"Jane Doe", "John Smith"}},
		{"Doe, Jane; Smith, John", []string{"Doe, Jane", "Smith, John"}}, {"A. Doe and B. Smith", []string{"A. Doe", "B. Smith"}},
		{"Bundesamt für Strahlenschutz", []string{"Bundesamt für Strahlenschutz"}}, {"A und B Verlag", []string{"A", "B Verlag"}},
	} {
		if got := Names(c.line); !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.line, got, c.want)
		}
	}
}
