package reason

import (
	"strings"
	"testing"

	"rabbithole/prompts"
)

// grown is what a reply tells that comes in pieces of n bytes.
func grown(reply string, n int, marked bool) string {
	g := Growing{Marked: marked}
	var out strings.Builder
	for len(reply) > 0 {
		n := min(n, len(reply))
		out.WriteString(g.Hear(reply[:n]))
		reply = reply[n:]
	}
	return out.String()
}

const draft = `Sure: {"answer": "Up to 100 mSv [E3.2, E4] are allowed.\nNot \u201ealways\u201c [see above].", "sections": [{"title": "Exceptions", "text": "Volunteers\u0007 may exceed it [E1.1]."},
 {"text": "Last.", "title": "T"}], "conflicts": ["E1 says 3", "x"], "silent": ["answer: nothing"]}`

func TestGrowing_WordsOfAReplyInPieces(t *testing.T) {
	want := "Up to 100 mSv are allowed.\nNot „always“ [see above].\n\nExceptions\n\nVolunteers may exceed it.\n\nLast.\n\nT"
	for n := range 40 {
		if got := grown(draft, n+1, false); got != want {
			t.Fatalf("in pieces of %d: %q", n+1, got)
		}
	}
	if got := grown(draft, 3, true); !strings.HasPrefix(got, "Up to 100 mSv [E3.2, E4] are allowed.") {
		t.Errorf("with its marks: %q", got)
	}
}

func TestGrowing_OtherRepliesSayNothing(t *testing.T) {
	for _, reply := range []string{"", "no object", `{"passages": [{"id": "E1", "relevance": 3, "text": 4}]}`, `{"queries": ["text", "answer"]}`, `[{"title": "x"}]`,
		`{"deep": [{"er": [{"text": "x"}]}]}`, `{"answer": ["x"]}`} {
		if got := grown(reply, 2, false); got != "" {
			t.Errorf("%s tells %q", reply, got)
		}
	}
	if got := grown(`{"answer": "`+strings.Repeat("word ", 100_000)+`"}`, 1000, false); len(got) > mostGrowing+2000 {
		t.Errorf("%d bytes were told", len(got))
	}
}

// More of a reply only ever adds to its words.
func FuzzGrowing(f *testing.F) {
	f.Add(draft)
	f.Add(`{"answer": "\ud83d\ude00 [E1`)
	f.Add(prompts.Draft.Name)
	f.Fuzz(func(t *testing.T, reply string) {
		before := ""
		for n := range len(reply) + 1 {
			now := words(reply[:n])
			if !strings.HasPrefix(now, before) {
				t.Fatalf("%q became %q", before, now)
			}
			before = now
		}
	})
}
