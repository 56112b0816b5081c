package chunk

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/cite/grid"
	"rabbithole/backend/refs"
	"rabbithole/backend/refs/numbering"
	"rabbithole/backend/source"
)

// table is a run of lines that are rows, with the lines above that say what the columns hold.
type table struct {
	first, last int
	header      int           // how many lines from the first one name the table and its columns
	above       []source.Span // what its rows stand under too: the head of a table above on the page, or what leads in of the lines above
	words       bool          // no row has figures
}

// standing is the head that tables further down its page may stand under.
type standing struct {
	page  int
	cells int     // of the line that names its columns
	y     float64 // of that line
	lines []source.Span
}

// names makes a head stand for what follows: lines that end with names of columns.
func (s *standing) names(lines []refs.TextLine) {
	last := lines[len(lines)-1]
	*s = standing{page: last.Page, cells: cellsIn(last.Text), y: last.Y}
	for _, l := range lines {
		s.lines = append(s.lines, span(l))
	}
}

// over reports whether rows hold figures in the columns that a head on their page names, with a name for the column of labels or without. Words
// in as many cells may stand for anything.
func (s *standing) over(rows []refs.TextLine) bool {
	most, figures := 0, 0
	for _, r := range rows {
		most = max(most, cellsIn(r.Text))
		switch {
		case !isRow(r.Text):
		case grid.HoldsFigures(r.Text):
			figures++
		default:
			figures--
		}
	}
	return figures > 0 && s.cells > 1 && s.page == rows[0].Page && s.y <= rows[0].Y && (s.cells == most || s.cells == most-1)
}

func cellsIn(row string) int { return strings.Count(row, "\t") + 1 }

const (
	minRows      = 3 // rows that make a table
	labelLines   = 2 // lines within a table that are no rows: headings of groups, labels that take two lines
	headerLines  = 4 // most lines of a header, those of narrow columns left out
	narrowWords  = 3 // most words of a line in the head of a narrow column: "July 2," above "2023"
	rowLead      = 2.5
	headerTokens = 90  // and most tokens: it is repeated with the rows of every further passage
	mostLabel    = 200 // bytes of a line that a label goes on in
	fullLine     = 100
	leadLine     = 160
)

// findTables finds the tables among the lines of a section, by first line (that of the header, where there is one). One without names of columns
// stands under the head above it where its rows have as many cells and headings only lie between. So many lines at the front are headings. names are
// those of columns where the document sets them apart, nil where it does not.
func findTables(lines []refs.TextLine, heading int, head *standing, names map[string]bool) map[int]table {
	found := map[int]table{}
	var before table
	free := 0 // first line that belongs to no table yet
	for i := 0; i < len(lines); i++ {
		if !isRow(lines[i].Text) {
			if !isLabel(lines[i].Text) {
				*head = standing{}
			}
			continue
		}
		last, rows := extent(lines, i)
		named := naming(texts(lines[i : last+1]))
		t := table{first: i, last: last, header: header(lines[free:i], lines[i].Page)}
		t.words = !slices.ContainsFunc(lines[i:last+1], func(l refs.TextLine) bool { return isRow(l.Text) && grid.HoldsFigures(l.Text) })
		if t.words && names != nil && !names[lines[i].Text] {
			named = 0
		}
		nameless := t.words && named == 0
		goesOn := nameless && before.words && t.header == i-free && goesOnAt(lines, free)
		for nameless && !goesOn && rows >= minRows && t.header > 0 && lines[i].Size > 0 && !leads(lines[i-t.header], lines[i]) {
			t.header--
		}
		if t.first -= t.header; goesOn {
			t.header, t.above = 0, before.head(lines)
		}
		switch t.header += named; {
		case named > 0:
			head.names(lines[t.first : i+named])
		case rows < minRows && grid.Tabbed(lines[last].Text) && t.words && t.above == nil:
			head.names(lines[t.first : last+1])
		case head.over(lines[i : last+1]):
			t.above = head.lines
		}
		if t.above == nil && rows >= minRows {
			t.above = leadIn(lines, max(free, heading), t)
		}
		if rows >= minRows || t.above != nil {
			found[t.first] = t
			before, free = t, last+1
		}
		i = last
	}
	return found
}

// leads reports whether a line leads into the words of a row below it: it says so, is a caption, or is bold and flush with it.
func leads(l, row refs.TextLine) bool {
	word, _ := numbering.CutWord(l.Text)
	if _, _, caption := numbering.CaptionWord(strings.ToLower(word)); caption {
		return true
	}
	return strings.HasSuffix(l.Text, ":") || l.Bold && !row.Bold && math.Abs(l.X-row.X) <= 1
}

// goesOnAt reports whether line i is set like the row above it and stands close below: one whose cells nothing divides.
func goesOnAt(lines []refs.TextLine, i int) bool {
	if i == 0 || lines[i].Size == 0 {
		return false
	}
	l, above := lines[i], lines[i-1]
	lead := l.Y - above.Y
	return l.Page == above.Page && l.Bold == above.Bold && l.Size == above.Size && lead > 0 && lead < rowLead*l.Size
}

// namesOf returns the lines that name columns in a document that mostly sets such lines bold, and rows not: those, and what comes again. nil where
// a document does not.
func namesOf(lines []refs.TextLine) map[string]bool {
	bold, plain, count, names := 0, 0, map[string]int{}, map[string]bool{}
	for i, l := range lines {
		if !grid.Tabbed(l.Text) {
			continue
		}
		if !l.Bold && (i == 0 || !grid.Tabbed(lines[i-1].Text)) && grid.NamesColumns(texts(lines[i:min(i+1+minRows, len(lines))])) {
			plain++
		}
		if count[l.Text]++; l.Bold || count[l.Text] > 1 {
			names[l.Text] = true
		}
		if l.Bold && i+1 < len(lines) && !lines[i+1].Bold && grid.Tabbed(lines[i+1].Text) {
			bold++
		}
	}
	if bold < minRows || bold <= plain {
		return nil
	}
	return names
}

// naming counts the lines that a table's rows begin with and that name its columns, none where they are too long to be repeated.
func naming(rows []string) int {
	n := grid.Names(rows, isRow)
	if Tokens(strings.Join(rows[:n], " ")) > headerTokens {
		return 0
	}
	return n
}

// extent returns the last row of the table that may begin at row i, and the number of its rows. Names of columns below figures begin another.
func extent(lines []refs.TextLine, i int) (last, rows int) {
	last, rows = i, 1
	figures := grid.HoldsFigures(lines[i].Text)
	for k := i + 1; k < len(lines) && k-last <= labelLines+1; k++ {
		holds := isRow(lines[k].Text) && grid.HoldsFigures(lines[k].Text)
		figures = figures || holds
		switch {
		case figures && !holds && rows >= minRows && grid.NamesOthers(texts(lines[k:min(k+minRows, len(lines))])):
			return last, rows
		case isRow(lines[k].Text):
			last, rows = k, rows+1
		case !isLabel(lines[k].Text):
			return last, rows
		}
	}
	return last, rows
}

// isLabel reports whether a line within a table can be a heading of a group of rows or the beginning of a long label.
func isLabel(s string) bool {
	return len(s) < mostLabel && !grid.Ends(s) && !beginsItem(s)
}

// header counts the lines at the end of before that name a table on this page and its columns, from the line that leads into it on. What a page ends
// with names nothing on the next one: its last line may be a footnote, or stand beside the text.
func header(before []refs.TextLine, page int) int {
	n, wide, tokens := 0, 0, 0
	for n < len(before) && before[len(before)-1-n].Page == page {
		line := before[len(before)-1-n].Text
		if len(strings.Fields(line)) > narrowWords {
			wide++
		}
		leads := strings.HasSuffix(line, ":") && len(line) < leadLine && !beginsItem(line)
		if tokens += Tokens(line); tokens > headerTokens || wide > headerLines || !namesColumns(line) && !leads {
			break
		}
		n++
		if leads && n > 1 {
			break
		}
	}
	return n
}

var broken = regexp.MustCompile(`^\pL{3,9}\.? \d{1,2},$`) // a date that goes on in the next line: "July 2,"

// isRow reports whether a line looks like a row: cells between bars or tabs, or a label with numbers at its end.
func isRow(s string) bool { return strings.Count(s, "|") >= 2 || grid.IsRow(s) }

func texts(lines []refs.TextLine) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = l.Text
	}
	return out
}

// namesColumns reports whether a line can belong to a table's header: some words that are no sentence and no full line of running text.
func namesColumns(s string) bool {
	return len(s) < fullLine && !grid.Ends(s) && (!strings.HasSuffix(s, ",") || broken.MatchString(s)) && !beginsItem(s)
}

// head returns what the rows of a table stand under.
func (t table) head(lines []refs.TextLine) []source.Span {
	out := slices.Clone(t.above)
	for _, l := range lines[t.first : t.first+t.header] {
		out = append(out, span(l))
	}
	return out
}

// blocks makes a block of each row with the lines above it that are its label or the heading of its group, the first one with the header: nothing is
// read in a head without a row. Further rows bring the header and the headings of the groups that they are in along.
func (t table) blocks(lines []refs.TextLine) []block {
	header := t.head(lines)
	var rows []source.Span
	var out []block
	var open groups
	tokens := 0
	for i := t.first; i <= t.last; i++ {
		rows, tokens = append(rows, span(lines[i])), tokens+Tokens(lines[i].Text)
		if i < t.first+t.header || i < t.last && !isRow(lines[i].Text) {
			open.heads(lines, i, t)
			continue
		}
		open.holds(lines[i])
		b := block{ranges: rows, tokens: tokens, level: item, table: true, header: append(slices.Clip(header), open.above(rows[0])...)}
		if len(out) == 0 {
			b.level, b.header = paragraph, t.above
		}
		out, rows, tokens = append(out, b), nil, 0
	}
	return out
}
