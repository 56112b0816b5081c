package write_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/budget"
	"rabbithole/backend/cite"
	"rabbithole/backend/reason"
	"rabbithole/backend/source"
	"rabbithole/backend/write"
	"rabbithole/prompts"
)

// shelf is one section of one document on one page.
type shelf struct{ passages []source.Passage }

func (s shelf) Passage(_ context.Context, id string) (source.Passage, error) {
	for _, p := range s.passages {
		if p.ID == id {
			return p, nil
		}
	}
	return source.Passage{}, fmt.Errorf("no passage %s", id)
}

func (s shelf) Document(context.Context, string) (source.Document, error) {
	return source.Document{Name: "law.pdf", Language: "en"}, nil
}

func (s shelf) SectionPassages(context.Context, string, string) ([]source.Passage, error) {
	return s.passages, nil
}

func (s shelf) page(string, int) (string, error) {
	var text []string
	for _, p := range s.passages {
		text = append(text, p.Text)
	}
	return strings.Join(text, "\n"), nil
}

// shelve puts texts on a page, each a passage.
func shelve(texts ...string) (shelf, map[string]cite.Evidence) {
	s, known, at := shelf{}, map[string]cite.Evidence{}, 0
	for i, text := range texts {
		p := source.Passage{ID: fmt.Sprint("p", i), Document: "hash", Ordinal: i, Section: "s62", Headings: []string{"Radiation Act", "§ 62 Limits"},
			Spans: []source.Span{{Page: 1, Start: at, End: at + len(text)}}, Text: text}
		s.passages = append(s.passages, p)
		at += len(text) + 1
		id := fmt.Sprint("E", i+1)
		known[id] = cite.Evidence{ID: id, Passage: p.ID, Document: "hash", Name: "law.pdf", Page: 1, Label: "1"}
	}
	return s, known
}

// checker answers each check with what says returns for a claim; it keeps what it was asked.
type checker struct {
	says  func(call int, ref string) prompts.CheckVerdict
	block int // the call that is never answered; 0: none
	asked []string
	last  prompts.CheckOut // what it says besides the claims, where it says anything
}

func (c *checker) Card() prompts.Card { return prompts.Card{NumCtx: 1 << 16, MaxCtx: 1 << 16} }

var ref = regexp.MustCompile(`(?m)^(K\d+) \[`)

func (c *checker) Generate(ctx context.Context, call prompts.Call, _ func(string)) (prompts.Reply, error) {
	c.asked = append(c.asked, call.User)
	if len(c.asked) == c.block {
		<-ctx.Done()
		return prompts.Reply{}, ctx.Err()
	}
	out := prompts.CheckOut{Claims: []prompts.CheckVerdict{}, Conflicts: []prompts.CheckConflict{}, Parts: []prompts.CheckPart{{Part: "the limit", Answered: "yes"}}, Clarity: 80}
	if c.last.Parts != nil {
		out.Parts, out.Conflicts, out.Silent = c.last.Parts, c.last.Conflicts, c.last.Silent
	}
	for _, m := range ref.FindAllStringSubmatch(call.User, -1) {
		v := c.says(len(c.asked), m[1])
		v.Ref = m[1]
		if v.Spans == nil {
			v.Spans = []string{}
		}
		if v.Conditions == nil {
			v.Conditions = []prompts.CheckCondition{}
		}
		out.Claims = append(out.Claims, v)
	}
	raw, err := json.Marshal(out)
	return prompts.Reply{Text: string(raw), DoneReason: "stop"}, err
}

func always(v prompts.CheckVerdict) func(int, string) prompts.CheckVerdict {
	return func(int, string) prompts.CheckVerdict { return v }
}

func examiner(s shelf, known map[string]cite.Evidence, m reason.Model) *write.Examiner {
	return &write.Examiner{Caller: reason.Caller{Model: m, Meter: &budget.Meter{}}, Shelf: reason.Shelf{Library: s}, Pages: s.page, Known: known,
		Asked: prompts.Asked{Question: "What is the limit for 3 years?", Language: "English"}}
}

// Who checks names few spans; the entries of a list that the writer cites of the same passage are shown with them, those of other passages not.
func TestExamine_ShowsWhatTheWriterCitesOfAPassageThatDecides(t *testing.T) {
	s, known := shelve("The limit is 20 mSv in a year. Workers may exceed it once.", "It holds for everybody else.")
	for verdict, want := range map[string][]string{
		"supported":    {"Workers may exceed it once.", "The limit is 20 mSv in a year."},
		"contradicted": {"The limit is 20 mSv in a year."},
	} {
		m := &checker{says: always(prompts.CheckVerdict{Verdict: verdict, Spans: []string{"E1.1"}})}
		found, _, err := examiner(s, known, m).Examine(t.Context(), []write.Statement{{Text: "Workers may exceed it.", Cites: []string{"E1.2", "E2.1", "E1"}}})
		if err != nil {
			t.Fatal(err)
		}
		var quotes []string
		for _, c := range found[0].Citations {
			quotes = append(quotes, c.Quote)
		}
		if !slices.Equal(quotes, want) {
			t.Errorf("%s: %q", verdict, quotes)
		}
	}
}

// Where a check names as many spans as it may, nothing that the writer cites is left out.
func TestExamine_AFullCheckLeavesNoCitationOut(t *testing.T) {
	s, known := shelve("One pays one crown here. Two pay two crowns here. Three pay three crowns. Four pay four crowns. Five pay five crowns. Six pay six crowns. Seven pay seven crowns. Eight pay eight crowns.",
		"Nine pay nine crowns here.")
	all := strings.Fields("E1.1 E1.2 E1.3 E1.4 E1.5 E1.6 E1.7 E1.8")
	m := &checker{says: always(prompts.CheckVerdict{Verdict: "supported", Spans: all})}
	found, _, err := examiner(s, known, m).Examine(t.Context(), []write.Statement{{Text: "Everybody pays as many crowns as there are.", Cites: append(all, "E2.1")}})
	if err != nil || !slices.ContainsFunc(found[0].Citations, func(c cite.Citation) bool { return c.Quote == "Nine pay nine crowns here." }) {
		t.Errorf("%+v, %v", found[0].Citations, err)
	}
}

// A date that the writer was told of a source is shown to the check too, and may be told.
func TestExamine_TheDateOfASourceMayBeTold(t *testing.T) {
	s, known := shelve("The limit is 20 mSv in a year.", "It holds for everybody.")
	m := &checker{says: func(_ int, ref string) prompts.CheckVerdict {
		return prompts.CheckVerdict{Verdict: "supported", Spans: []string{strings.Replace(ref, "K", "E", 1) + ".1"}}
	}}
	x := examiner(s, known, m)
	x.About = map[string]string{"E1": "2022-10-08"}
	found, _, err := x.Examine(t.Context(), []write.Statement{
		{Text: "The limit is 20 mSv (as of October 2022).", Cites: []string{"E1"}},
		{Text: "It holds for everybody since October 2022.", Cites: []string{"E2"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found[0].Missing) > 0 || !strings.Contains(m.asked[0], "2022-10-08") {
		t.Errorf("%+v, asked\n%s", found[0], m.asked[0])
	}
	if len(found[1].Missing) != 1 {
		t.Errorf("%+v", found[1])
	}
}

func TestExamine_CodeDecidesOnFiguresTheModelOnTheRest(t *testing.T) {
	s, known := shelve("The limit is 20 mSv in a year. Workers may exceed it once.", "It holds for everybody else.")
	m := &checker{says: always(prompts.CheckVerdict{Verdict: "supported", Spans: []string{"E1.1"}})}
	found, coverage, err := examiner(s, known, m).Examine(t.Context(), []write.Statement{
		{Text: "The yearly limit is 20 millisieverts.", Cites: []string{"E1"}},
		{Text: "The limit is 50 mSv.", Cites: []string{"E1"}},
		{Text: "In 3 years these are 60 mSv.", Cites: []string{"E1.1", "E2"}},
		{Text: "Everybody else may receive 20 mSv.", Cites: []string{"E2"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if f := found[0]; f.Verdict != cite.Supported || len(f.Citations) != 1 || f.Citations[0].Quote != "The limit is 20 mSv in a year." {
		t.Errorf("%+v", f)
	}
	if f := found[1]; f.Verdict != cite.Unproven || len(f.Missing) != 1 || f.Missing[0] != "50 mSv" {
		t.Errorf("%+v", f)
	}
	if f := found[2]; f.Verdict != cite.Supported || len(f.Sums) != 1 || !strings.Contains(m.asked[0], f.Sums[0]) {
		t.Errorf("%+v, asked\n%s", f, m.asked[0])
	}
	if f := found[3]; f.Verdict != cite.Supported || len(f.Missing) != 0 || len(f.Citations) != 1 { // the passage that decides has the figure
		t.Errorf("%+v", f)
	}
	if len(coverage.Parts) != 1 || coverage.Clarity != 80 {
		t.Errorf("%+v", coverage)
	}
	for _, part := range []string{"law.pdf > Radiation Act > § 62 Limits", "[1] The limit is 20 mSv in a year. [2] Workers may exceed it once.", "It holds for everybody else."} {
		if !strings.Contains(m.asked[0], part) {
			t.Errorf("the model does not see %q:\n%s", part, m.asked[0])
		}
	}
}

// What a right claim leaves out is said, and shown.
func TestExamine_ConditionsThatAreLeftOut(t *testing.T) {
	s, known := shelve("Whoever passes it on is punished. This holds for those who take money for it. Courts decide.")
	says := prompts.CheckVerdict{Verdict: "supported", Spans: []string{"E1.1"}, Conditions: []prompts.CheckCondition{
		{Text: "for money", Span: "E1.2", Missed: true}, {Text: "decided by courts", Span: "E1.3"}, {Text: "invented", Span: "E1.9", Missed: true}}}
	found, _, err := examiner(s, known, &checker{says: always(says)}).Examine(t.Context(), []write.Statement{{Text: "Passing it on is punished.", Cites: []string{"E1"}}})
	if err != nil {
		t.Fatal(err)
	}
	f := found[0]
	if f.Verdict != cite.Supported || len(f.Left) != 1 || f.Left[0] != "for money [E1.2]" || len(f.Citations) != 2 || !strings.Contains(f.Citations[1].Quote, "take money") {
		t.Errorf("%+v", f)
	}
}

// A section that is named in what was left out is of the law that the passage stands in: where there are several, that is said.
func TestExamine_SaysOfWhichLawWhatIsLeftOutIs(t *testing.T) {
	s, known := shelve("No fines for public bodies within the meaning of § 2(1).")
	says := prompts.CheckVerdict{Verdict: "supported", Spans: []string{"E1.1"}, Conditions: []prompts.CheckCondition{{Text: "within the meaning of § 2(1)", Span: "E1.1", Missed: true}}}
	for want, other := range map[string]string{"within the meaning of § 2(1) [E1.1]": "hash", "within the meaning of § 2(1) [E1.1] (Radiation Act)": "another"} {
		known["E2"] = cite.Evidence{ID: "E2", Document: other, Name: "other.pdf"}
		found, _, err := examiner(s, known, &checker{says: always(says)}).Examine(t.Context(), []write.Statement{{Text: "No fines for public bodies.", Cites: []string{"E1"}}})
		if err != nil || len(found[0].Left) != 1 || found[0].Left[0] != want {
			t.Errorf("%+v, %v, want %q", found, err, want)
		}
	}
}

// A claim that a model calls supported although a condition of it stands nowhere is not, and a contradiction stands somewhere.
func TestExamine_OpinionsHoldTogether(t *testing.T) {
	s, known := shelve("The limit is 20 mSv in a year.")
	for name, c := range map[string]struct {
		says prompts.CheckVerdict
		want cite.Verdict
	}{
		"a condition that stands nowhere":    {prompts.CheckVerdict{Verdict: "supported", Conditions: []prompts.CheckCondition{{Text: "if approved"}}}, cite.Unproven},
		"a condition that the question says": {prompts.CheckVerdict{Verdict: "supported", Conditions: []prompts.CheckCondition{{Text: "for 3 years", Span: "Q"}}}, cite.Supported},
		"a contradiction without a place":    {prompts.CheckVerdict{Verdict: "contradicted"}, cite.Unproven},
		"a contradiction":                    {prompts.CheckVerdict{Verdict: "contradicted", Spans: []string{"E1.1"}}, cite.Contradicted},
		"spans that are not there":           {prompts.CheckVerdict{Verdict: "supported", Spans: []string{"E9.1", "E1.7", "nonsense"}}, cite.Supported},
	} {
		found, _, err := examiner(s, known, &checker{says: always(c.says)}).Examine(t.Context(), []write.Statement{{Text: "It is limited.", Cites: []string{"E1"}}})
		if err != nil || found[0].Verdict != c.want {
			t.Errorf("%s: %+v, %v", name, found, err)
		}
	}
}

// What leads into a passage, and the end of a sentence that runs on, are shown.
func TestExamine_ShowsWhatStandsBesideAPassage(t *testing.T) {
	s, known := shelve("The limit does not apply to:", "1. workers who consent, as long as they are", "informed beforehand.")
	m := &checker{says: always(prompts.CheckVerdict{Verdict: "supported"})}
	if _, _, err := examiner(s, known, m).Examine(t.Context(), []write.Statement{{Text: "Workers may consent.", Cites: []string{"E2"}}}); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"The limit does not apply to:", "informed beforehand."} {
		if !strings.Contains(m.asked[0], part) {
			t.Errorf("the model does not see %q:\n%s", part, m.asked[0])
		}
	}
}

// Time ends within the check: what was said until then counts, and the rest has no opinion.
func TestExamine_WhatWasSaidInTimeCounts(t *testing.T) {
	s, known := shelve("The limit is 20 mSv in a year.")
	var statements []write.Statement
	for i := range 20 {
		statements = append(statements, write.Statement{Text: strings.Repeat("So ", i+1) + "it is limited.", Cites: []string{"E1"}})
	}
	ctx, done := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer done()
	m := &checker{says: always(prompts.CheckVerdict{Verdict: "supported", Spans: []string{"E1.1"}}), block: 2}
	found, _, err := examiner(s, known, m).Examine(ctx, statements)
	if err != nil {
		t.Fatal(err)
	}
	if found[0].Verdict != cite.Supported || len(found[0].Citations) != 1 || found[19].Verdict != "" {
		t.Errorf("first %+v, last %+v", found[0], found[19])
	}
}

// A sentence that ends on the next page is one quote over both.
func TestExamine_ASentenceOverTwoPagesIsOneQuote(t *testing.T) {
	s, known := shelve("The licence holder shall tell the authority at", "once, and keep the record for five years.")
	s.passages[0].Text += "\n" + s.passages[1].Text
	s.passages[0].Spans = append(s.passages[0].Spans, source.Span{Page: 2, End: len(s.passages[1].Text)})
	s.passages = s.passages[:1]
	x := examiner(s, known, &checker{says: always(prompts.CheckVerdict{Verdict: "supported", Spans: []string{"E1.1"}})})
	x.Pages = func(_ string, page int) (string, error) { return strings.Split(s.passages[0].Text, "\n")[page-1], nil }
	found, _, err := x.Examine(t.Context(), []write.Statement{{Text: "The record is kept for five years.", Cites: []string{"E1.1"}}})
	if err != nil || len(found[0].Citations) != 2 {
		t.Fatalf("%+v, %v", found, err)
	}
	if read := cite.Whole(found[0].Citations); len(read) != 1 || read[0].Quote != strings.ReplaceAll(s.passages[0].Text, "\n", " ") || read[0].Label != "1–2" {
		t.Errorf("a person reads %+v", read)
	}
}

// An entry of two words cannot be quoted alone. What is shown for it is the entry with its neighbour, never another quote of its passage.
func TestExamine_AShortSpanIsQuotedWithItsNeighbour(t *testing.T) {
	s, known := shelve("The classes of ids are as follows. These ids are allocated on demand by the project. Reserved: 65000. The user nobody has this one.")
	m := &checker{says: func(int, string) prompts.CheckVerdict {
		return prompts.CheckVerdict{Verdict: "supported", Spans: []string{"E1.3"}}
	}}
	found, _, err := examiner(s, known, m).Examine(t.Context(), []write.Statement{{Text: "The number 65000 is reserved.", Cites: []string{"E1.3"}}})
	if err != nil || len(found[0].Citations) != 1 || found[0].Citations[0].Quote != "Reserved: 65000. The user nobody has this one." {
		t.Errorf("%+v, %v", found, err)
	}
}

// The head of a table that goes on further down is quoted beside the row, without the rows of another passage between them.
func TestExamine_AHeadFurtherUpReachesNoFurther(t *testing.T) {
	head, above, rows := "\t2022\t2021", "Divestitures\t1.0\t0.7\nLitigation costs\t1.4\t1.0", "Russia exit charges\t0.3\t0.1\nManufacturing exit costs\t2.4\t1.2\nTotal special items\t1.7\t1.4"
	page := head + "\n" + above + "\n" + rows
	s, known := shelve(head + "\n" + rows)
	at := len(page) - len(rows)
	s.passages[0].Role = source.Table
	s.passages[0].Spans = []source.Span{{Page: 1, End: len(head), Lead: true}, {Page: 1, Start: at, End: len(page)}}
	x := examiner(s, known, &checker{says: always(prompts.CheckVerdict{Verdict: "supported", Spans: []string{"E1.3"}})})
	x.Pages = func(string, int) (string, error) { return page, nil }
	found, _, err := x.Examine(t.Context(), []write.Statement{{Text: "Manufacturing exit costs were 2.4 in 2022.", Cites: []string{"E1.3"}}})
	if err != nil || len(found[0].Citations) == 0 {
		t.Fatalf("%+v, %v", found, err)
	}
	for _, c := range found[0].Citations {
		if strings.Contains(c.Quote, "Litigation") {
			t.Errorf("%q", c.Quote)
		}
	}
	if last := found[0].Citations[len(found[0].Citations)-1].Quote; !strings.HasPrefix(last, "Manufacturing exit costs") {
		t.Errorf("%q", last)
	}
}
