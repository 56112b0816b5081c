package reporttest

import (
	"strings"
	"testing"
)

const told = "q\n1 January\nThe level is 300 [a 1].C1\nClaims\nC1 unproven: The level\nis 300.\n“reference level\nis 300 Bq” [a.pdf, p. 1]E1\nq 1 / 1"

func TestCompareStory_FindsWhatIsNotTold(t *testing.T) {
	raw := []byte(strings.ReplaceAll(good, `"question":"q"`, `"question":"q 1 January"`))
	if problems := CompareStory(raw, []string{told}); len(problems) > 0 {
		t.Errorf("a good rendering: %q", problems)
	}
	for _, c := range []struct{ old, new, want string }{
		{"q\n1 January", "", "the question is not told"},
		{"The level\nis 300.", "The level\nis 400.", "C1 is not told"},
		{"C1 unproven", "C2 unproven", "C1 is not told"},
		{"level\nis 300 Bq", "level\nis 400 Bq", "is not told behind it"},
		{"a.pdf, p. 1]E1", "b.pdf, p. 1]E1", "not a.pdf, page 1"},
		{"a.pdf, p. 1]E1", "a.pdf, p. 2]E1", "not a.pdf, page 1"},
		{"a.pdf, p. 1]E1", "a.pdf]E1", "not a.pdf, page 1"},
	} {
		if !strings.Contains(told, c.old) {
			t.Fatalf("%q is not in the rendering", c.old)
		}
		problems := strings.Join(CompareStory(raw, []string{strings.Replace(told, c.old, c.new, 1)}), "\n")
		if !strings.Contains(problems, c.want) {
			t.Errorf("%q for %q: got %q, want %q", c.new, c.old, problems, c.want)
		}
	}
	chinese := []byte(`{"question":"参考","claims":[{"id":"C1","text":"水平为300","citations":[]}]}`)
	if problems := CompareStory(chinese, []string{"□□"}); len(problems) > 0 {
		t.Errorf("what the rendering says it cannot show: %q", problems)
	}
	if problems := CompareStory(chinese, []string{"nothing"}); len(problems) != 2 {
		t.Errorf("what it does not say it cannot show: %q", problems)
	}
}

func TestCompareStory_AClaimToldAsATable(t *testing.T) {
	raw := []byte(`{"claims":[{"id":"C1","text":"Section 2 Results: Craft room 690 538 Office 150 117.","citations":[
		{"name":"a.pdf","page":1,"quote":"Craft room 690 538 Office 150 117","table":{"rows":[["Craft room","690","538"],["Office","150","117"]]}}]}]}`)
	const told = "C1 supported: Section 2 Results\n[a.pdf, p. 1]E1\nCraft room 690 538\nOffice 150 117"
	if problems := CompareStory(raw, []string{told}); len(problems) > 0 {
		t.Errorf("a good rendering: %q", problems)
	}
	for _, c := range []struct{ old, new, want string }{
		{"690", "691", "is not told"},
		{"Office 150 117", "", "is not told"},
		{"[a.pdf, p. 1]E1", "", "its source"},
		{"C1 supported: Section 2 Results", "Section 2 Results", "C1 is not told"},
	} {
		problems := strings.Join(CompareStory(raw, []string{strings.Replace(told, c.old, c.new, 1)}), "\n")
		if !strings.Contains(problems, c.want) {
			t.Errorf("%q for %q: got %q, want %q", c.new, c.old, problems, c.want)
		}
	}
}

func TestInspect_HoldsTheFiguresAgainstTheClaims(t *testing.T) {
	for _, c := range []struct{ more, want string }{
		{`"proof":{"unproven":1}`, ""},
		{`"proof":{"supported":1}`, "the proof counts"},
		{`"proof":{"unproven":1,"struck":1}`, "the proof counts"},
		{`"proof":{"unproven":1,"struck":1},"struck":[{"text":"x"}]`, ""},
		{`"struck":[{"text":"The level is 300."}]`, "was struck and is stated"},
		{`"coverage":{"unread":[{"name":"a.pdf","pages":[1]}]}`, "calls unreadable"},
		{`"coverage":{"unread":[{"name":"a.pdf","pages":[2]}]}`, ""},
	} {
		got := strings.Join(Inspect([]byte(strings.Replace(good, `{"question"`, "{"+c.more+`,"question"`, 1)), onePage).Problems, "\n")
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.more, got, c.want)
		}
	}
}

func TestCompareStory_AClaimToldAsARowBelowItsHead(t *testing.T) {
	raw := []byte(`{"claims":[{"id":"C1","text":"Section 2: Table 1: Duties Class Duty … B open the windows.","citations":[
		{"name":"a.pdf","page":1,"quote":"Table 1: Duties Class Duty"},
		{"name":"a.pdf","page":1,"quote":"B open the windows","table":{"caption":"Table 1: Duties","label":"Class","columns":["Duty"],"rows":[["B","open the windows"]]}}]}]}`)
	const told = "C1 supported: Section 2: Table 1: Duties\n[a.pdf, p. 1]E1\nClass Duty\nB open the windows"
	if problems := CompareStory(raw, []string{told}); len(problems) > 0 {
		t.Errorf("a good rendering: %q", problems)
	}
	for old, want := range map[string]string{"Class Duty": "the column", "open the windows": "the row", "Section 2: Table": "C1 is not told"} {
		if problems := strings.Join(CompareStory(raw, []string{strings.Replace(told, old, "", 1)}), "\n"); !strings.Contains(problems, want) {
			t.Errorf("without %q: got %q, want %q", old, problems, want)
		}
	}
}
