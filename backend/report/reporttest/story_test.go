package reporttest

import (
	"strings"
	"testing"
)

const told = "q\n1 January\nThe level\nis 300 [a, p. 1]C1.\nClaims\nC1 (unproven) “reference level\nis 300 Bq” [1, § 4, p. 1]\nq 1 / 1"

// spoilt is a rendering in which something stands in the place of what was told.
type spoilt struct{ old, new, want string }

func (c spoilt) isFound(t *testing.T, raw []byte, told string) {
	t.Helper()
	if !strings.Contains(told, c.old) {
		t.Fatalf("%q is not in the rendering", c.old)
	}
	problems := strings.Join(CompareStory(raw, []string{strings.Replace(told, c.old, c.new, 1)}), "\n")
	if !strings.Contains(problems, c.want) {
		t.Errorf("%q for %q: got %q, want %q", c.new, c.old, problems, c.want)
	}
}

func TestCompareStory_FindsWhatIsNotTold(t *testing.T) {
	raw := []byte(strings.ReplaceAll(good, `"question":"q"`, `"question":"q 1 January"`))
	if problems := CompareStory(raw, []string{told}); len(problems) > 0 {
		t.Errorf("a good rendering: %q", problems)
	}
	for _, c := range []spoilt{
		{"q\n1 January", "", "the question is not told"},
		{"The level\nis 300", "The level\nis 400", "C1 is not told"},
		{"level\nis 300 Bq", "level\nis 400 Bq", "is not told with its page"},
		{"[1, § 4, p. 1]", "[1, § 4, p. 2]", "is not told with its page"},
		{"[1, § 4, p. 1]", "[another document.pdf, p. 1]", "is not told with its page"},
		{"[a, p. 1]", "[b, p. 1]", "stands no a.pdf, page 1"},
		{"[a, p. 1]", "[a, p. 2]", "stands no a.pdf, page 1"},
	} {
		c.isFound(t, raw, told)
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
	const told = "Section 2 Results\n[a.pdf, p. 1]\nCraft room 690 538\nOffice 150 117"
	if problems := CompareStory(raw, []string{told}); len(problems) > 0 {
		t.Errorf("a good rendering: %q", problems)
	}
	for _, c := range []spoilt{
		{"690 538\nOffice 150 117", "691 539", "no row"},
		{"[a.pdf, p. 1]", "", "a.pdf, page 1"},
	} {
		c.isFound(t, raw, told)
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
	const told = "Section 2: Table 1: Duties\n[a.pdf, p. 1]\nClass Duty\nB open the windows"
	if problems := CompareStory(raw, []string{told}); len(problems) > 0 {
		t.Errorf("a good rendering: %q", problems)
	}
	for old, want := range map[string]string{"Class Duty": "above the table", "open the windows": "no row", "Table 1: Duties": "above the table"} {
		if problems := strings.Join(CompareStory(raw, []string{strings.Replace(told, old, "", 1)}), "\n"); !strings.Contains(problems, want) {
			t.Errorf("without %q: got %q, want %q", old, problems, want)
		}
	}
}
