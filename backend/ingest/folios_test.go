package ingest_test

import (
	"fmt"
	"strconv"
	"testing"

	"rabbithole/backend/ingest"
	"rabbithole/backend/source"
)

// numbered makes pages of texts, labelled by their place in the file, or by labels.
func numbered(texts []string, labels ...string) (pages []source.Page) {
	for i, text := range texts {
		p := source.Page{Number: i + 1, Label: strconv.Itoa(i + 1), Text: text}
		if labels != nil {
			p.Label = labels[i]
		}
		pages = append(pages, p)
	}
	return pages
}

func TestNumber_PagesHaveTheNumbersThatArePrintedOnThem(t *testing.T) {
	body := "The mill stands by the river.\nIt grinds from May to June.\nNobody knows who built it.\nIt has three wheels.\nThe fourth one broke.\n"
	var front, law, table []string
	for n := range 20 {
		switch {
		case n < 3:
			front = append(front, "Report of the mill\n"+body)
		case n == 7: // a picture over the whole page
			front = append(front, "The mill in winter")
		case n < 12:
			front = append(front, body+strconv.Itoa(n-2))
		default:
			front = append(front, body+fmt.Sprintf("F - %d", n-11))
		}
		law = append(law, body+fmt.Sprintf("Law on mills § %d", 30+n%5+n/5*9))
		table = append(table, body+strconv.Itoa(2009+n%3))
	}
	var sheet []string
	for n := range 20 {
		sheet = append(sheet, fmt.Sprintf("Law on mills\n%s- Page %d of 20 -", body, n+1))
	}
	var within []string // pages with numbers of their own among the others, which are counted on
	for n := range 20 {
		if within = append(within, body+strconv.Itoa(n-1)); n >= 8 && n < 13 {
			within[n] = body + fmt.Sprintf("F-%d", n-7)
		}
	}
	file := make([]string, 20) // what the file says: two covers, then 1
	right := make([]string, 20)
	for n := range file {
		file[n], right[n] = strconv.Itoa(n-1), strconv.Itoa(n-2)
		if n < 3 {
			file[n], right[n] = "c"+strconv.Itoa(n), "i"
		}
	}
	for name, c := range map[string]struct {
		pages []source.Page
		want  map[int]string
		none  bool
	}{
		"printed below":                    {numbered(front), map[int]string{1: "1", 4: "1", 8: "5", 12: "9", 13: "F-1", 20: "F-8"}, false},
		"the file says otherwise":          {numbered(front, file...), map[int]string{4: "1", 12: "9", 20: "F-8", 1: "1"}, false},
		"the file says the same":           {numbered(front, right...), nil, true},
		"others among them":                {numbered(within), map[int]string{8: "6", 9: "F-1", 13: "F-5", 14: "12"}, false},
		"sections that go up by one":       {numbered(law), nil, true},
		"years":                            {numbered(table), nil, true},
		"numbered as they stand in a file": {numbered(sheet), nil, true},
		"nothing":                          {numbered([]string{"", "a"}), nil, true},
	} {
		changed := ingest.Number(c.pages)
		if c.none != (len(changed) == 0) {
			t.Errorf("%s: %d pages changed", name, len(changed))
		}
		for n, want := range c.want {
			if got := c.pages[n-1].Label; got != want {
				t.Errorf("%s: page %d is %q, want %q", name, n, got, want)
			}
		}
	}
}
