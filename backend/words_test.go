package backend_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// evaluationNames are the documents of the evaluation sets. Code that knew one of them by name would be tuned to the test and
// not to what a person owns, so no Go source outside tests names any, in code or comment.
var evaluationNames = []string{
	`StrlSch[GV]`, `Strahlenschutzgesetz\w*`, `Strahlenschutzverordnung\w*`, `AtG`, `Atomgesetz\w*`, `StandAG`,
	`Standortauswahlgesetz\w*`, `AtSMV`, `AtVfV`, `BDSG`, `Bundesdatenschutzgesetz\w*`, `GDPR`, `DSGVO`, `DS-GVO`,
	`General Data Protection Regulation`, `Datenschutz-Grundverordnung`, `\(EU\) 2016/679`, `RFC ?(9000|9001|9002|9110|9111|9112|9114|9204)`,
	`HTTP Semantics`, `QPACK`, `AMCOR`, `Amcor`, `American ?Express`, `AMERICANEXPRESS`, `Best ?Buy`, `BESTBUY`, `Boeing`,
	`BOEING`, `CVS ?Health`, `Johnson (&|and) Johnson`, `JOHNSON_JOHNSON`, `MGM ?Resorts`, `PepsiCo`, `PEPSICO`, `Pfizer`, `PFIZER`,
	`Ulta ?Beauty`, `Verizon`, `VERIZON`, `ISEP_student`, `Abiomed`, `ABMD`, `Goldman Sachs`, `(?i:inpixon)`, `(?i:lifeway)`,
	`(?i:viavi)`, `financebench`, `mmlongbench`, `hotpot`, `cranfield`, `scifact`,
}

// unfinished are the words of work that is not done.
var unfinished = []string{`TODO`, `FIXME`, `XXX`, `HACK`, `(?i)not (yet )?implemented`, `(?i)lorem ipsum`}

func TestArch_NoEvaluationDocumentIsNamedInSource(t *testing.T) {
	pattern := anyOf(evaluationNames)
	for _, file := range load(t).files {
		if !file.test {
			complain(t, file.path, file.text, pattern, "names a document of the evaluation sets")
		}
	}
}

func TestArch_NothingIsLeftUnfinished(t *testing.T) {
	pattern := anyOf(unfinished)
	for _, file := range load(t).files {
		if file.path != "backend/words_test.go" {
			complain(t, file.path, file.text, pattern, "is a word of unfinished work")
		}
	}
}

// A path of the machine the program was written on helps no reader and breaks on every other machine.
func TestArch_NoMachinePaths(t *testing.T) {
	pattern := regexp.MustCompile("(?:^|[\\s\"'`=(:,])/(?:work|root|tmp/warm|home/[a-z]+)/")
	texts := load(t).texts
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		if name == "backend/words_test.go" || strings.HasSuffix(name, "package-lock.json") {
			continue
		}
		complain(t, name, texts[name], pattern, "is a path of one machine")
	}
}

// anyOf joins patterns into one that matches whole words only.
func anyOf(patterns []string) *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[^\pL\pN_])(?:` + strings.Join(patterns, "|") + `)(?:[^\pL\pN_]|$)`)
}

func complain(t *testing.T, name, text string, pattern *regexp.Regexp, why string) {
	t.Helper()
	line := 0
	for row := range strings.Lines(text) {
		line++
		if found := pattern.FindString(row); found != "" {
			t.Errorf("%s:%d: %q %s", name, line, strings.TrimSpace(found), why)
		}
	}
}

func TestArch_AnyOfMatchesWholeWords(t *testing.T) {
	names, words := anyOf(evaluationNames), anyOf(unfinished)
	cases := []struct {
		pattern *regexp.Regexp
		text    string
		want    bool
	}{
		{names, `x := "AtG"`, true},
		{names, "// as § 5 AtG says", true},
		{names, "des Atomgesetzes", true},
		{names, "whatGoes := atGround", false},
		{names, "Regulation (EU) 2016/679 of", true},
		{names, "RFC 9110", true},
		{names, "RFC 2119", false},
		{words, "// " + "TODO: later", true},
		{words, "TODO_MAX_ITEMS", false},
		{words, "todo_list", false},
	}
	for _, c := range cases {
		if got := c.pattern.MatchString(c.text); got != c.want {
			t.Errorf("%q: matched %v, want %v", c.text, got, c.want)
		}
	}
}
