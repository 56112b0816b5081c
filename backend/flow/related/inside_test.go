package related

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/source"
	"rabbithole/prompts"
)

func TestRead_TakesASummaryApart(t *testing.T) {
	s := State{Fetched: []Page{{URL: "https://a.example/x", Kept: []string{"E4", "E5"}}}}
	c := prompts.RelatedOut{Sources: []prompts.RelatedSource{{URL: "https://a.example/x#part"}, {URL: "https://b.example/"}}, SummaryMD: strings.Join([]string{
		"Here is what I found:",
		"- **Supports:** Glass is cleaned [E1, E2].",
		"* __Widerspricht__: Glas hält zehn Jahre. [E3]",
		"1. Brass is dull ([Ministry](https://www.a.example/x/)).",
		"• Glass breaks [1] and [2] and [9].",
		"- ![tracker](https://evil.example/p.png) <img src=x onerror=alert(1)>&lt;script&gt;Soup&lt;/script&gt; [E1]",
		"- Supports nothing at all",
		"That is all. [E1]",
		""}, "\n")}
	want := []line{
		{"Glass is cleaned.", Supports, []string{"E1", "E2"}},
		{"Glas hält zehn Jahre.", Contradicts, []string{"E3"}},
		{"Brass is dull (Ministry).", Adds, []string{"E4", "E5"}},
		{"Glass breaks and and.", Adds, []string{"E4", "E5"}},
		{"tracker Soup", Adds, []string{"E1"}},
		{"nothing at all", Supports, nil},
		{"That is all.", Adds, []string{"E1"}},
	}
	got := s.read(c)
	if !slices.EqualFunc(got, want, func(a, b line) bool {
		return a.text == b.text && a.relation == b.relation && slices.Equal(a.evidence, b.evidence)
	}) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{"- **Supports:** a [E1]", "- [x](http://a)", "<b>", "- http://a.b/c [E1]", "&lt;a href=x&gt;", "1. [1][2]", "- [[E1]](javascript:x)", "* ** ** [E1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		lines := State{}.read(prompts.RelatedOut{SummaryMD: text})
		if len(lines) > 2*mostBullets {
			t.Fatalf("%d bullets", len(lines))
		}
		for _, l := range lines {
			if low := strings.ToLower(l.text); strings.Contains(low, "http://") || strings.Contains(low, "https://") || strings.Contains(low, "<script") || strings.Contains(l.text, "\n") {
				t.Errorf("%q became %q", text, l.text)
			}
		}
	})
}

func TestShort_EndsWhereAClauseOrAnEntryEnds(t *testing.T) {
	if got := short("One\nsentence."); got != "One sentence." {
		t.Errorf("%q", got)
	}
	long := strings.Repeat("the keeper trims the wick of each lantern, ", 12) + "always."
	if got := short(long); !strings.HasSuffix(got, "each lantern …") || len(got) > longest+len(" …") {
		t.Errorf("%q", got)
	}
	long = strings.Repeat("The keeper trims the wick of each lantern. ", 12)
	if got := short(long); !strings.HasSuffix(got, "each lantern. …") {
		t.Errorf("%q", got)
	}
	if got := short(strings.Repeat("wick ", 120)); !strings.HasSuffix(got, "wick …") {
		t.Errorf("%q", got)
	}
}

func TestPromising_ReputableFirstEachPageOnceTwoOfASite(t *testing.T) {
	var hits []source.WebHit
	for _, a := range []string{"https://blog.example/1", "https://www.blog.example/1#x", "https://blog.example/2", "https://blog.example/3", "https://www.bfs.de/radon", "https://nasa.gov/a", "ftp://x.example/"} {
		hits = append(hits, source.WebHit{URL: a})
	}
	var got []string
	for _, h := range promising(hits, 4) {
		got = append(got, h.URL)
	}
	if want := []string{"https://www.bfs.de/radon", "https://nasa.gov/a", "https://blog.example/1", "https://blog.example/2"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestSummary_QuotesAreTextAndEachSaysWhatItDoes(t *testing.T) {
	bullets := []Bullet{{Relation: Contradicts, Text: "See [this](javascript:x) <b>now</b> *or* never_ever.", Places: []Place{{Source: 2}, {Source: 2}, {Source: 1}}},
		{Relation: Cited, Text: "Two\nlines.", Places: []Place{{Source: 1}}}, {Text: "No word for it.", Places: []Place{{Source: 3}}}}
	want := "- See \\[this\\](javascript:x) \\<b\\>now\\</b\\> \\*or\\* never\\_ever. [2] [1] (contradicts)\n- Two lines. [1] (refers here)\n- No word for it. [3]\n"
	if got := Summary(bullets, "en"); got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
	for _, r := range []Relation{Contradicts, Updates, Supports, Defines, Adds, Refers, Cited} {
		if r.Word("de") == "" || r.Word("en") == "" || r.Word("de") == r.Word("en") {
			t.Errorf("%s has no word of its own in both languages", r)
		}
	}
}
