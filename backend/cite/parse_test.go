package cite

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var testSentence = regexp.MustCompile(`[.!?。](?:\s+|$)|。`)

// splitSentences splits after every full stop that white space follows.
func splitSentences(text string) [][2]int {
	var out [][2]int
	from := 0
	for _, m := range testSentence.FindAllStringIndex(text, -1) {
		out = append(out, [2]int{from, m[1]})
		from = m[1]
	}
	if from < len(text) {
		out = append(out, [2]int{from, len(text)})
	}
	return out
}

func testKnown() map[string]Evidence {
	return map[string]Evidence{
		"E3": {ID: "E3", Name: "act.pdf"}, "E4": {ID: "E4", Name: "Radon guide.pdf"}, "E7": {ID: "E7", Name: "guide.md"}, "E12": {ID: "E12", Name: "x.pdf"},
	}
}

// written prints sentences as "text {E3 E7}".
func written(p Parsed) string {
	var out []string
	for _, s := range p.Sentences {
		out = append(out, fmt.Sprintf("%s {%s}", s.Text, strings.Join(s.Evidence, " ")))
	}
	return strings.Join(out, " | ")
}

func TestParse_IDs(t *testing.T) {
	cases := []struct{ name, in, want string }{
		{"before the stop", "The limit is 20 mSv [E3].", "The limit is 20 mSv. {E3}"},
		{"after the stop", "The limit is 20 mSv. [E3] It is binding. [E7]", "The limit is 20 mSv. {E3} | It is binding. {E7}"},
		{"list", "The limit is 20 mSv [E3, E7].", "The limit is 20 mSv. {E3 E7}"},
		{"semicolon and word", "The limit is 20 mSv [E3; E7 and E12].", "The limit is 20 mSv. {E3 E7 E12}"},
		{"neighbours", "The limit is 20 mSv [E3][E7] [E3].", "The limit is 20 mSv. {E3 E7}"},
		{"range", "The limit is 20 mSv [E3–E4].", "The limit is 20 mSv. {E3 E4}"},
		{"round", "The limit (E3) is 20 mSv.", "The limit is 20 mSv. {E3}"},
		{"round with a word", "The limit is 20 mSv (siehe E3, E7).", "The limit is 20 mSv. {E3 E7}"},
		{"lenticular", "限值为20毫希沃特【E3】。参考水平为300【E7】。", "限值为20毫希沃特。 {E3} | 参考水平为300。 {E7}"},
		{"lenticular with dagger", "The limit is 20 mSv【E3†source】.", "The limit is 20 mSv. {E3}"},
		{"double brackets", "The limit is 20 mSv [[E3]].", "The limit is 20 mSv. {E3}"},
		{"caret", "The limit is 20 mSv [^E3].", "The limit is 20 mSv. {E3}"},
		{"lower case and zero", "The limit is 20 mSv [e03].", "The limit is 20 mSv. {E3}"},
		{"at the beginning", "[E3] The limit is 20 mSv.", "The limit is 20 mSv. {E3}"},
		{"with page", "The limit is 20 mSv [E3, p. 12].", "The limit is 20 mSv. {E3}"},
		{"with file", "The limit is 20 mSv [E3, act.pdf, S. 12 f.].", "The limit is 20 mSv. {E3}"},
		{"behind initials", "It is 20 mSv in the U.S. [E3]. It is binding [E7].", "It is 20 mSv in the U.S. {E3} | It is binding. {E7}"},
		{"none", "The limit is 20 mSv.", "The limit is 20 mSv. {}"},
		{"running text", "According to E3, the limit is 20 mSv.", "According to act, the limit is 20 mSv. {E3}"},
		{"running text, German", "Laut Beleg E4 gilt das.", "Laut Radon guide gilt das. {E4}"},
		{"not an ID", "Petrol of grade E12 is sold [E3].", "Petrol of grade E12 is sold. {E3}"},
		{"bold", "The limit is **20 mSv** and `binding` [E3].", "The limit is 20 mSv and binding. {E3}"},
		{"product is no emphasis", "It is 5*3*2 in all *of them* [E3].", "It is 5*3*2 in all of them. {E3}"},
	}
	for _, c := range cases {
		if got := written(Parse(c.in, testKnown(), splitSentences)); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// The splitter does not see the end of a sentence before a name in lower case; the mark at it does.
func TestParse_AMarkAtAStopEndsItsSentence(t *testing.T) {
	for in, want := range map[string]string{
		"They must not be mixed [E3]. dpkg would ask [E7].":   "They must not be mixed. {E3} | dpkg would ask. {E7}",
		"They must not be mixed. [E3] dpkg would ask. [E7]":   "They must not be mixed. {E3} | dpkg would ask. {E7}",
		"Is it allowed [E3]? debhelper says so [E4]! ok [E7]": "Is it allowed? {E3} | debhelper says so! {E4} | ok {E7}",
		"It is 20 mSv [E3] and binding [E7].":                 "It is 20 mSv and binding. {E3 E7}",
		"It is 20 mSv [E3].":                                  "It is 20 mSv. {E3}",
	} {
		if got := written(Parse(in, testKnown(), func(string) [][2]int { return nil })); got != want {
			t.Errorf("%s\n got %s\nwant %s", in, got, want)
		}
	}
}

func TestParse_StripsWhatOnlyCodeMayWrite(t *testing.T) {
	cases := []struct{ in, want string }{
		{"The limit is 20 mSv [act.pdf, p. 3] [E3].", "The limit is 20 mSv. {E3}"},
		{"The limit is 20 mSv (act.pdf, page 3) [E3].", "The limit is 20 mSv. {E3}"},
		{"The limit is 20 mSv (S. 12) [E3].", "The limit is 20 mSv. {E3}"},
		{"The limit [is](http://evil.example/x) 20 mSv [E3].", "The limit is 20 mSv. {E3}"},
		{"The limit is 20 mSv [act.pdf](file:///act.pdf#page=3) [E3].", "The limit is 20 mSv. {E3}"},
		{"The limit is 20 mSv, see https://evil.example/a?b=c [E3].", "The limit is 20 mSv, see. {E3}"},
		{"See <https://evil.example> for the limit [E3].", "See for the limit. {E3}"},
		{"The limit [click](javascript:alert(1)) is 20 mSv [E3].", "The limit click is 20 mSv. {E3}"},
		{"![x](http://evil.example/p.png) The limit is 20 mSv [E3].", "x The limit is 20 mSv. {E3}"},
		{"The <b>limit</b> is<br/> 20 mSv [E3].", "The limit is 20 mSv. {E3}"},
		{"Values x < 5 and y > 3 occur [E3].", "Values x < 5 and y > 3 occur. {E3}"},
		{"The duty stands in section 5 (see table 2) [E3].", "The duty stands in section 5 (see table 2). {E3}"},
		{"See [12] and (§ 62 Abs. 1) [E3].", "See [12] and (§ 62 Abs. 1). {E3}"},
		{"Radon guide.pdf says so [E4].", "Radon guide.pdf says so. {E4}"},
	}
	split := func(text string) [][2]int { return nil }
	for _, c := range cases {
		if got := written(Parse(c.in, testKnown(), split)); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.in, got, c.want)
		}
	}
}

func TestParse_Removes(t *testing.T) {
	cases := []struct {
		in     string
		reason Reason
		ids    []string
	}{
		{"The limit is 20 mSv [E99].", UnknownID, []string{"E99"}},
		{"The limit is 20 mSv [E3, E99].", UnknownID, []string{"E99"}},
		{"other.pdf says that the limit is 20 mSv [E3].", OtherSource, []string{"E3"}},
		{"[E3] .", Empty, []string{"E3"}},
		{"## The limit", Heading, nil},
	}
	for _, c := range cases {
		got := Parse(c.in+"\n\nThis stays [E3].", testKnown(), splitSentences)
		if written(got) != "This stays. {E3}" {
			t.Errorf("%q: kept %s", c.in, written(got))
		}
		if len(got.Removed) != 1 || got.Removed[0].Reason != c.reason || !slices.Equal(got.Removed[0].IDs, c.ids) {
			t.Errorf("%q: removed %+v, want %s %v", c.in, got.Removed, c.reason, c.ids)
		}
	}
}

func TestParse_BlocksAndItems(t *testing.T) {
	got := Parse("First line\nof a paragraph [E3].\n\n- one [E3]\n- two,\n  longer [E7]\n1. three [E99]\n2) four [E3]\n***\nLast [E3].\n", testKnown(), splitSentences)
	var lines []string
	for _, s := range got.Sentences {
		lines = append(lines, fmt.Sprintf("%d %v %s", s.Block, s.Item, s.Text))
	}
	want := []string{"0 false First line of a paragraph.", "1 true one", "2 true two, longer", "3 true four", "4 false Last."}
	if !slices.Equal(lines, want) {
		t.Errorf("got %q\nwant %q", lines, want)
	}
}

func TestAdmit_IDsBesideTheText(t *testing.T) {
	s, _, ok := Admit("The limit is 20 mSv [E7].", []string{"[E3]", "e7"}, testKnown())
	if !ok || s.Text != "The limit is 20 mSv." || !slices.Equal(s.Evidence, []string{"E3", "E7"}) {
		t.Errorf("got %+v, %v", s, ok)
	}
	if _, removed, ok := Admit("The limit is 20 mSv.", []string{"act.pdf"}, testKnown()); ok || removed.Reason != UnknownID {
		t.Errorf("a file name passed as an ID: %+v", removed)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("The limit is **20 mSv** [E3, E99]. See (act.pdf, p. 3) https://x.example [[E3]]\n- a 【E3】")
	f.Fuzz(func(t *testing.T, text string) {
		for _, s := range Parse(text, testKnown(), splitSentences).Sentences {
			if strings.Contains(s.Text, stand) || strings.Contains(s.Text, "[E3]") {
				t.Errorf("%q left in a sentence of %q", s.Text, text)
			}
		}
	})
}

// A model goes on below a list without an empty line.
func TestParse_TextBelowAListIsNoPartOfItsLastItem(t *testing.T) {
	known := map[string]Evidence{"E1": {ID: "E1"}, "E2": {ID: "E2"}}
	got := Parse("It needs: [E1.1]\n- glass [E1.2]\n- oil that\n  burns [E1.3].\nThe keeper pays [E2.1].", known, splitSentences)
	var said []string
	for _, s := range got.Sentences {
		said = append(said, fmt.Sprint(s.Block, s.Item, " ", s.Text))
	}
	if want := []string{"0 false It needs:", "1 true glass", "2 true oil that burns.", "3 false The keeper pays."}; !slices.Equal(said, want) {
		t.Errorf("%q, want %q", said, want)
	}
}
