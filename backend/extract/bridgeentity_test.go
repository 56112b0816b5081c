package extract_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/backend/relevance"
	"rabbithole/backend/source"
)

// archive is a library of short texts under headings, with a search by shared words and the words' frequencies.
type archive struct {
	blank
	relevance.Lexicon
	passages []source.Passage
}

func newArchive(k *extract.Engine, texts ...[2]string) *archive {
	s := &archive{Lexicon: k.Lexicon}
	for i, t := range texts {
		s.passages = append(s.passages, source.Passage{ID: fmt.Sprintf("p%d", i+1), Document: "d", Headings: []string{t[0]}, Text: t[1]})
	}
	k.Lexicon, k.Library, k.Search = s, s, s
	return s
}

func (s *archive) Passage(_ context.Context, id string) (source.Passage, error) {
	return s.passages[slices.IndexFunc(s.passages, func(p source.Passage) bool { return p.ID == id })], nil
}

func (s *archive) have(p source.Passage) []string {
	return s.Terms(p.Text+" "+strings.Join(p.Headings, " "), "")
}

func (s *archive) Frequencies(_ context.Context, terms []string) ([]int, int, error) {
	counts := make([]int, len(terms))
	for _, p := range s.passages {
		for i, t := range terms {
			if slices.Contains(s.have(p), t) {
				counts[i]++
			}
		}
	}
	return counts, len(s.passages), nil
}

func (s *archive) Search(_ context.Context, q extract.Query) ([]extract.Hit, error) {
	var hits []extract.Hit
	for _, p := range s.passages {
		n := 0
		for _, t := range s.Terms(q.Text, "") {
			if slices.Contains(s.have(p), t) {
				n++
			}
		}
		if n > 0 {
			hits = append(hits, extract.Hit{Passage: p, Score: float64(n)})
		}
	}
	slices.SortStableFunc(hits, func(a, b extract.Hit) int { return cmp.Compare(b.Score, a.Score) })
	return hits[:min(q.Limit, len(hits))], nil
}

// What a question describes and does not name is asked of the names that stand where the description does.
func TestDecompose_AsksOfTheNamesThatFindingsBringIn(t *testing.T) {
	for language, x := range map[string]struct {
		question, name, open string
		texts                [][2]string
	}{
		"en": {"When was the guild founded that built the Amber Tower?", "Salt Guild of Norwick", "When was the guild founded", [][2]string{
			{"Amber Tower", "The Amber Tower is a lighthouse in the north. It was built by the Salt Guild of Norwick, with 640 Bq/m³ in February and E 04 in its cellar, and burned twice."},
			{"Salt Guild of Norwick", "The Salt Guild of Norwick was founded in 1388. In February its house had 90 Bq/m³. The rest is in E 04."}, {"Amber", "Amber is traded in the south by Greta Holm."}}},
		"de": {"Wann wurde die Gilde gegründet, die den Bernsteinturm gebaut hat?", "Norwicker Salzgilde", "Wann wurde die Gilde gegründet", [][2]string{
			{"Bernsteinturm", "Der Bernsteinturm ist ein Leuchtturm im Norden. Gebaut hat den Bernsteinturm die Norwicker Salzgilde, die dort eine Gilde war."},
			{"Norwicker Salzgilde", "Die Norwicker Salzgilde wurde 1388 gegründet."}, {"Bernstein", "Mit Bernstein handelt im Süden Greta Holm."}}},
	} {
		k := newEngine(t)
		newArchive(k, x.texts...)
		out, err := k.Decompose(context.Background(), ask.Question{Text: x.question, Language: language}, extract.Apart{Task: x.question, Gaps: []string{"when"}, Read: []string{"p1", "p3"}, Max: 4})
		if err != nil || len(out.Children) == 0 || out.Children[0].Question != x.open+" – "+x.name+"?" || out.Children[0].Reason != "when" {
			t.Errorf("%s: %+v %v, want %q asked of %q first", language, out.Children, err, x.open, x.name)
		}
		for _, c := range out.Children {
			if strings.Contains(c.Question, "Greta Holm") || strings.ContainsAny(c.Question, "/0") || strings.Contains(c.Question, "February") {
				t.Errorf("%s: a name that stands in one passage alone leads nowhere, and a unit, a month or a number is none: %q", language, c.Question)
			}
		}
		again, err := k.Decompose(context.Background(), ask.Question{Text: x.question, Language: language}, extract.Apart{Task: out.Children[0].Question, Known: []string{x.question}, Read: []string{"p3"}, Max: 4})
		if err != nil || len(again.Children) != 0 {
			t.Errorf("%s: what was read for a name has little to do with it, and was followed: %+v %v", language, again, err)
		}
	}
}

func TestDecompose_ThingsComparedAreAskedOneByOne(t *testing.T) {
	for question, want := range map[string][]string{
		"Which bridge is older, Norwick Bridge or Amber Gate?": {"Which bridge is older, Norwick Bridge", "Which bridge is older, Amber Gate"},
		"Are both Ada Lindqvist and Greta Holm from Uppsala?":  {"Are Ada Lindqvist from Uppsala", "Are Greta Holm from Uppsala"},
		"Was ist älter, das StrlSchG oder das AtG?":            {"Was ist älter, das StrlSchG", "Was ist älter, das AtG"},
	} {
		k := newEngine(t)
		newArchive(k)
		out, err := k.Decompose(context.Background(), ask.Question{Text: question, Language: ask.Language(question)}, extract.Apart{Task: question, Max: 4})
		var got []string
		for _, c := range out.Children {
			got = append(got, c.Question)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q %v, want %q", question, got, err, want)
		}
	}
}

// Two halves in two places answer nothing: one piece must carry the question, say of what it names what is asked, and state that kind of thing.
func TestSuffices_OnePieceMustAnswer(t *testing.T) {
	for name, x := range map[string]struct {
		question, text string
		enough         bool
	}{
		"all":             {"When was the Salt Guild founded?", "The Salt Guild was founded in 1388.", true},
		"no date":         {"When was the Salt Guild founded?", "The Salt Guild was founded by sailors.", false},
		"another name":    {"When was the Salt Guild founded?", "The guild of bakers was founded in 1401.", false},
		"hop missing":     {"When was the employer of Ada Lindqvist founded?", "Ada Lindqvist, born in 1921, works for the Salt Guild.", false},
		"who, by name":    {"Who built the Amber Tower?", "The Amber Tower was built by Greta Holm.", true},
		"wer muss":        {"Wer muss die Körperdosis ermitteln?", "Der Strahlenschutzverantwortliche hat die Körperdosis zu ermitteln.", true},
		"German":          {"Wann wurde die Gilde gegründet?", "Die Gilde wurde 1388 gegründet.", true},
		"German, undated": {"Wann wurde die Gilde gegründet?", "Die Gilde wurde von Seeleuten gegründet.", false},
	} {
		k := newEngine(t)
		newArchive(k, [2]string{"", x.text}, [2]string{"", "Nothing else."})
		found := evidence("E1", "", x.text, 0.9)
		j, err := k.Suffices(context.Background(), ask.Question{Text: x.question, Language: ask.Language(x.question)}, x.question, append([]cite.Evidence{}, found), nil)
		if err != nil || j.IsSufficient != x.enough {
			t.Errorf("%s: %+v %v, want %t", name, j, err, x.enough)
		}
	}
}
