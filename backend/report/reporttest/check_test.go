package reporttest

import (
	"strings"
	"testing"
)

const good = `{"question":"q","answer":[{"sentences":[{"text":"In short:"},{"text":"The level is 300.","claim":"C1"}]}],
"sections":[{"title":"t","blocks":[{"sentences":[{"text":"The level is 300.","claim":"C1"}]}]}],
"claims":[{"id":"C1","text":"The level is 300.","verdict":"unproven","citations":[
{"evidence":"E1","document":"d","name":"a.pdf","page":1,"quote":"reference level is 300 Bq","span":{"page":1,"start":4,"end":29}}]}],
"evidence":[{"id":"E1","document":"d"}]}`

func onePage(document string, page int) (string, bool) {
	return "The reference level is 300 Bq.", document == "d" && page == 1
}

func TestInspect_AGoodReport(t *testing.T) {
	got := Inspect([]byte(good), onePage)
	if len(got.Problems) > 0 || got.Claims != 1 || got.Citations != 1 {
		t.Errorf("got %+v", got)
	}
}

func TestInspect_FindsWhatIsWrong(t *testing.T) {
	cases := []struct{ name, old, new, want string }{
		{"replaced word", `"quote":"reference`, `"quote":"limiting`, "does not stand on page 1"},
		{"another number", `is 300 Bq"`, `is 3000 Bq"`, "does not stand on page 1"},
		{"word cut short", `is 300 Bq"`, `is 300 B"`, "does not stand on page 1"},
		{"no such page", `"page":1,"quote"`, `"page":2,"quote"`, "which does not exist"},
		{"no such document", `"document":"d","name"`, `"document":"x","name"`, "no evidence of this report"},
		{"span elsewhere", `"start":4`, `"start":0`, "the span of"},
		{"span outside", `"end":29`, `"end":290`, "does not fit page 1"},
		{"span of another page", `"span":{"page":1`, `"span":{"page":2`, "does not fit page 1"},
		{"no span", `,"span":{"page":1,"start":4,"end":29}`, ``, "has no span"},
		{"no quote", `"quote":"reference level is 300 Bq"`, `"quote":""`, "does not stand on page 1"},
		{"no name", `"name":"a.pdf"`, `"name":""`, "without a name"},
		{"unknown evidence", `"evidence":"E1"`, `"evidence":"E9"`, "no evidence of this report"},
		{"unknown claim", `"text":"The level is 300.","claim":"C1"}]}],`, `"text":"The level is 300.","claim":"C9"}]}],`, "which does not exist"},
		{"other text", `"sentences":[{"text":"The level is 300."`, `"sentences":[{"text":"The level is 400."`, "which says"},
		{"ID left", `In short:`, `In short [E1]:`, `prints "[E1"`},
		{"link left", `In short:`, `See https://x.example`, `prints "https://"`},
		{"numbering", `"id":"C1"`, `"id":"C2"`, "want \"C1\""},
		{"verdict", `unproven`, `maybe`, "has the verdict"},
		{"no JSON", `{"question"`, `"question"`, "is not JSON"},
	}
	for _, c := range cases {
		if !strings.Contains(good, c.old) {
			t.Fatalf("%s: %q is not in the good report", c.name, c.old)
		}
		got := strings.Join(Inspect([]byte(strings.Replace(good, c.old, c.new, 1)), onePage).Problems, "\n")
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: want a problem with %q, got %q", c.name, c.want, got)
		}
	}
	bare := `{"claims":[{"id":"C1","text":"x","verdict":"unproven","citations":[]}]}`
	if got := Inspect([]byte(bare), onePage).Problems; len(got) != 1 || !strings.Contains(got[0], "has no citation") {
		t.Errorf("a claim without citations: %q", got)
	}
}

func TestStands_TypesettingAside(t *testing.T) {
	for _, c := range []struct {
		quote, page string
		want        bool
	}{
		{"radiation protection", "radia-\ntion pro\u00ad\ntection", true},
		{"short-lived dose", "short-\nlived  dose", true},
		{"the operator's duty", "“the operator’s duty”", true},
		{"efficient filter", "eﬃcient ﬁlter", true},
		{"参考水平为300", "参考\n水平为300", true},
		{"20 mSv", "120 mSv", false},
		{"20 mSv", "0.20 mSv", false},
		{"1.5 mSv", "15 mSv", false},
		{"limited", "unlimited", false},
		{"a b", "a c b", false},
		{"", "text", false},
	} {
		if got := stands(c.quote, c.page); got != c.want {
			t.Errorf("%q on %q: %v", c.quote, c.page, got)
		}
	}
}
