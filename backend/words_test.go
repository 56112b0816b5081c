package backend_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// evaluationNames are the documents of the evaluation sets. Code that knew one of them by name would be tuned to the test and
// not to what a person owns, so no Go source outside tests names any, in code or comment. A star stands for any ending.
var evaluationNames = []string{
	"StrlSchG", "StrlSchV", "Strahlenschutzgesetz*", "Strahlenschutzverordnung*", "AtG", "Atomgesetz*", "StandAG",
	"Standortauswahlgesetz*", "AtSMV", "AtVfV", "BDSG", "Bundesdatenschutzgesetz*", "GDPR", "DSGVO", "DS-GVO",
	"General Data Protection Regulation", "Datenschutz-Grundverordnung", "2016/679",
	"RFC 9000", "RFC 9001", "RFC 9002", "RFC 9110", "RFC 9111", "RFC 9112", "RFC 9114", "RFC 9204",
	"RFC9000", "RFC9001", "RFC9002", "RFC9110", "RFC9111", "RFC9112", "RFC9114", "RFC9204", "HTTP Semantics", "QPACK",
	"AMCOR*", "Amcor", "American Express", "AMERICANEXPRESS*", "Best Buy", "BESTBUY*", "Boeing", "BOEING*", "CVS Health",
	"CVSHEALTH*", "Johnson & Johnson", "JOHNSON_JOHNSON*", "MGM Resorts", "MGMRESORTS*", "PepsiCo", "PEPSICO*", "Pfizer*", "PFIZER*",
	"Ulta Beauty", "ULTABEAUTY*", "Verizon", "VERIZON*", "ISEP_student*", "Abiomed", "ABMD*", "Goldman Sachs", "inpixon*", "Inpixon",
	"lifeway*", "Lifeway", "viavi*", "Viavi", "financebench", "FinanceBench", "mmlongbench", "MMLongBench*", "hotpot*", "HotpotQA",
	"cranfield", "Cranfield", "scifact", "SciFact",
}

// unfinished are the words of work that is not done.
var unfinished = []string{"TODO", "FIXME", "XXX", "HACK", "not implemented", "not yet implemented", "lorem ipsum", "Lorem ipsum"}

// machinePaths are folders of the machine that runs the test: paths of one machine help no reader and break everywhere else.
func machinePaths(t *testing.T) []string {
	t.Helper()
	here, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	if home, err := os.UserHomeDir(); err == nil && len(home) > 1 {
		paths = append(paths, filepath.ToSlash(home)+"/*")
	}
	if len(here) > 3 {
		paths = append(paths, filepath.ToSlash(here)+"/*")
	}
	return paths
}

// lists are the files that hold the words above.
const lists = "backend/words_test.go"

func TestArch_NoEvaluationDocumentIsNamedInSource(t *testing.T) {
	for _, file := range load(t).files {
		if !file.test {
			complain(t, file.path, file.text, evaluationNames, "names a document of the evaluation sets")
		}
	}
}

func TestArch_NothingIsLeftUnfinished(t *testing.T) {
	for _, file := range load(t).files {
		complain(t, file.path, file.text, unfinished, "is a word of unfinished work")
	}
}

func TestArch_NoMachinePaths(t *testing.T) {
	texts := load(t).texts
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		complain(t, name, texts[name], machinePaths(t), "is a path of one machine")
	}
}

func complain(t *testing.T, name, text string, words []string, why string) {
	t.Helper()
	if name == lists {
		return
	}
	for _, word := range words {
		for _, at := range occurrences(text, word) {
			t.Errorf("%s:%d: %q %s", name, 1+strings.Count(text[:at], "\n"), word, why)
		}
	}
}

// occurrences returns where word stands in text as a whole word, or, when it ends in a star, as the beginning of one. Plain
// searching: a regular expression of all words took seconds over the repository.
func occurrences(text, word string) []int {
	word, open := strings.CutSuffix(word, "*")
	var out []int
	for at := 0; ; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			return out
		}
		start := at + i
		end := start + len(word)
		before, _ := utf8.DecodeLastRuneInString(text[:start])
		after, _ := utf8.DecodeRuneInString(text[end:])
		if before != '.' && !inWord(before) && (open || !inWord(after)) {
			out = append(out, start)
		}
		at = end
	}
}

// inWord reports whether r continues a word; the error rune stands for either end of the text.
func inWord(r rune) bool {
	return r != utf8.RuneError && (r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r))
}

func TestArch_OccurrencesMatchesWholeWords(t *testing.T) {
	cases := []struct {
		word, text string
		want       int
	}{
		{"AtG", `x := "AtG"`, 1},
		{"AtG", "AtG", 1},
		{"AtG", "see § 5 AtG.", 1},
		{"AtG", "AtG.pdf", 1},
		{"AtG", "whatGoes := AtGround", 0},
		{"Atomgesetz*", "des Atomgesetzes und das Atomgesetz", 2},
		{"2016/679", "Regulation (EU) 2016/679 of", 1},
		{"TODO", "TODO_MAX_ITEMS", 0},
		{"TODO", "// TODO: later", 1},
		{"/site/*", `open("/site/main")`, 1},
		{"/site/*", "https://example.org/site/1", 0},
		{"/site/*", "../site/x", 0},
	}
	for _, c := range cases {
		if got := len(occurrences(c.text, c.word)); got != c.want {
			t.Errorf("%q in %q: found %d times, want %d", c.word, c.text, got, c.want)
		}
	}
}
