package report

import (
	"fmt"
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/report/paper"
)

// A paper says nothing twice: a claim that is its quote is told once, only cited evidence is listed, and what is left out is counted.
func TestCompose_SaysNothingTwice(t *testing.T) {
	r := sampleGerman(t)
	quote := r.Claims[0].Citations[0].Quote
	r.Claims[0].Text = "§ 126 Referenzwert: " + quote + "."
	r.Evidence = append(r.Evidence, cite.Evidence{ID: "E8", Document: "gesetz", Name: "Gesetz über Radon.pdf", Page: 40}, cite.Evidence{ID: "E9", Document: "gesetz", Name: "Gesetz über Radon.pdf", Page: 41})
	for range 40 {
		r.Open = append(r.Open, OpenReference{"§ 9 Baugesetz", "Gesetz über Radon.pdf", 8, "2043", "not in the library", 1})
	}
	md := string(Markdown(r, nil))
	_, list, _ := strings.Cut(md, "## Aussagen und ihre Belege")
	if want := "**C1** belegt: § 126 Referenzwert: „" + quote + "“ [Gesetz über Radon.pdf, S. 2042 (PDF-S. 7)]"; !strings.Contains(list, want) || strings.Count(list, quote) != 1 {
		t.Errorf("no %q, or its quote twice, in\n%s", want, list)
	}
	if strings.Contains(md, "E8") || !strings.Contains(md, "2 weitere Funde werden nicht zitiert") {
		t.Errorf("uncited evidence is listed, or not counted:\n%s", md)
	}
	if n := strings.Count(md, "Baugesetz"); n != mostOpen || !strings.Contains(md, fmt.Sprintf("%d weitere; sie stehen im Export als JSON", 41-mostOpen)) {
		t.Errorf("%d open references are listed", n)
	}
	page, err := HTML(r, nil)
	if err != nil || strings.Contains(string(page), ">E8<") || !strings.Contains(string(page), "2 weitere Funde") {
		t.Errorf("HTML lists uncited evidence, or does not count it (%v)", err)
	}
}

func TestRoomy_LongWordsStayWhole(t *testing.T) {
	word := func(n int) paper.Cell { return cell(paper.Run{Text: "nennt " + strings.Repeat("w", n)}) }
	for _, c := range []struct {
		longest [4]int
		want    [4]int // at least
	}{
		{[4]int{2, 8, 22, 4}, [4]int{5, 11, 25, 7}},
		{[4]int{2, 24, 24, 24}, [4]int{5, 27, 27, 27}},
		{[4]int{2, 5000, 5, 5}, [4]int{5, mostRoom, 8, 8}},
	} {
		row := []paper.Cell{word(c.longest[0]), word(c.longest[1]), word(c.longest[2]), word(c.longest[3])}
		total := 0
		for i, width := range roomy([]int{2, 9, 8, 4}, [][]paper.Cell{row}) {
			if total += width; width < c.want[i] {
				t.Errorf("%v: column %d is %d wide, want %d", c.longest, i, width, c.want[i])
			}
		}
		if total > tableWidth {
			t.Errorf("%v: %d characters wide", c.longest, total)
		}
	}
}
