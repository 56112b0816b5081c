package chunk

import (
	"strings"
	"testing"

	"rabbithole/backend/source"
)

// printed is a line of a page: its size, its left edge and its height in points, and its text.
type printed struct {
	size, x, y float64
	text       string
}

func typeset(number int, lines ...printed) source.Page {
	p := source.Page{Number: number, Width: 600, Height: 800}
	for _, l := range lines {
		p.Lines = append(p.Lines, source.Line{Start: len(p.Text), End: len(p.Text) + len(l.text), Size: l.size, X: l.x, Y: l.y})
		p.Text += l.text + "\n"
	}
	return p
}

func TestSplit_FootnoteStandsBehindThePassageThatRefersToIt(t *testing.T) {
	pages := []source.Page{
		typeset(1,
			printed{16, 72, 80, "1 Cellars"},
			printed{10, 72, 110, "A cellar is measured in winter.¹ The instrument stays there for a whole year, and nobody opens the window more"},
			printed{16, 72, 140, "2 Gardens"},
			printed{10, 72, 170, "In gardens the instrument hangs under a roof, so that the rain does not reach it, and whoever comes along for the"},
			printed{8, 78, 740, "¹ Winter begins in October,"},
			printed{8, 72, 750, "as the rule says."},
			printed{8, 78, 760, "2 This line has no mark above."}),
		typeset(2,
			printed{10, 72, 80, "fruit leaves it alone. In autumn it is taken down and sent to the laboratory that is named on its label."}),
	}
	passages, _ := split(pages, Options{})
	var texts []string
	for _, p := range passages {
		texts = append(texts, p.Text)
	}
	if len(texts) != 2 {
		t.Fatalf("%q", texts)
	}
	if want := "window more\n\n¹ Winter begins in October,\nas the rule says.\n2 This line has no mark above."; !strings.HasSuffix(texts[0], want) {
		t.Errorf("%q does not end with %q", texts[0], want)
	}
	if want := "comes along for the\nfruit leaves it alone."; !strings.Contains(texts[1], want) {
		t.Errorf("%q does not have %q", texts[1], want)
	}
}

func TestSplit_SmallTypeAtTheFootIsNoFootnoteWithoutItsMark(t *testing.T) {
	page := typeset(1,
		printed{10, 72, 110, "The program below prints its own name and is read by those who want to learn the language in a short time:"},
		printed{8, 72, 140, "1 begin"},
		printed{8, 72, 150, "2 * end"},
		printed{8, 72, 160, "* begins anew"})
	passages, _ := split([]source.Page{page}, Options{})
	if len(passages) != 1 || !strings.HasSuffix(passages[0].Text, "short time:\n1 begin\n2 * end\n* begins anew") {
		t.Errorf("%+v", passages)
	}
}
