package report

import (
	"slices"
	"strings"
	"unicode"

	"rabbithole/backend/cite"
	"rabbithole/backend/cite/grid"
)

// Tabled is a claim that quotes rows of a table word for word, as a person reads it: what leads into them, and the rows.
type Tabled struct {
	Claim  string  `json:"claim"` // ID
	Lead   string  `json:"lead"`
	Sheets []Sheet `json:"sheets"`
}

// Tables returns the claims of a report that quote rows of a table, as a person reads them on a screen: only the rows that the question
// names, where it names some.
func Tables(r Report) []Tabled {
	out := []Tabled{}
	for _, c := range r.Claims {
		if t, ok := tabled(c); ok {
			out = append(out, t.asked(r.Question))
		}
	}
	return out
}

// tables lays out the claims that quote rows of tables, as a person reads them. Rows of one table that several points of the answer or of a section
// quote stand as one table with the first of them, which then cites what all do.
func (v *view) tables() {
	v.sheets = map[string]Tabled{}
	for _, c := range v.Claims {
		if t, ok := tabled(c); ok {
			v.sheets[c.ID] = t
		}
	}
	v.Answer = v.joined(v.Answer)
	v.Sections = slices.Clone(v.Sections)
	for i, s := range v.Sections {
		v.Sections[i].Blocks = v.joined(s.Blocks)
	}
	for id, t := range v.sheets {
		v.sheets[id] = t.asked(v.Question)
	}
}

func (v *view) joined(blocks []Block) (out []Block) {
	var heads []string // claims whose table stands in a block of its own
	for _, b := range blocks {
		for _, s := range b.Sentences {
			v.stated[s.Claim] = true
		}
		id := ""
		if len(b.Sentences) == 1 {
			id = b.Sentences[0].Claim
		}
		t, ok := v.sheets[id]
		i := slices.IndexFunc(heads, func(head string) bool { return ok && v.sameTable(head, id) })
		switch {
		case i < 0 && ok:
			heads = append(heads, id)
			fallthrough
		case i < 0:
			out = append(out, b)
			continue
		}
		into, claim := v.sheets[heads[i]], v.byID[heads[i]]
		into.Sheets = slices.Clone(into.Sheets)
		for _, row := range t.Sheets[0].Rows {
			if !slices.ContainsFunc(into.Sheets[0].Rows, func(other []string) bool { return slices.Equal(row, other) }) {
				into.Sheets[0].Rows = append(slices.Clip(into.Sheets[0].Rows), row)
			}
		}
		claim.Citations = slices.Concat(claim.Citations, v.byID[id].Citations)
		v.sheets[heads[i]], v.byID[heads[i]] = into, claim
	}
	return out
}

// sameTable reports whether two claims quote rows of one table, and are proved alike.
func (v *view) sameTable(one, other string) bool {
	a, b, c, d := v.sheets[one], v.sheets[other], v.byID[one], v.byID[other]
	if one == other || len(a.Sheets) != 1 || len(b.Sheets) != 1 || a.Sheets[0].After+b.Sheets[0].After != "" || !a.Sheets[0].Headed() && a.Lead == "" {
		return false
	}
	of, _ := first(c)
	also, _ := first(d)
	return of == also && a.Lead == b.Lead && a.Sheets[0].Lead == b.Sheets[0].Lead && slices.Equal(a.Sheets[0].Head, b.Sheets[0].Head) &&
		c.Verdict == d.Verdict && len(c.Against)+len(d.Against) == 0
}

// fewRows is how many rows are shown whole.
const fewRows = 2

// asked returns the table with those rows alone whose labels stand in the question: of "class C" row C. All stay where it names none, and
// where rows stand in groups.
func (t Tabled) asked(question string) Tabled {
	t.Sheets = slices.Clone(t.Sheets)
	for i, s := range t.Sheets {
		grouped := slices.ContainsFunc(s.Rows, func(row []string) bool { return strings.Join(row[1:], "") == "" })
		named := slices.DeleteFunc(slices.Clone(s.Rows), func(row []string) bool { return !names(question, row[0]) })
		if len(s.Rows) > fewRows && !grouped && len(named) > 0 {
			t.Sheets[i].Rows = named
		}
	}
	return t
}

// names reports whether a question holds a label word for word. A short one keeps its capitals: "A" is no article.
func names(question, label string) bool {
	words := func(text string) string { return " " + strings.Join(strings.FieldsFunc(text, apart), " ") + " " }
	asked, wanted := words(question), words(label)
	if len(label) > 2 {
		asked, wanted = strings.ToLower(asked), strings.ToLower(wanted)
	}
	return strings.TrimSpace(wanted) != "" && strings.Contains(asked[1:], wanted)
}

// apart reports whether a sign stands between words.
func apart(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// tabled parts a claim into its lead and the rows it quotes; false where it says anything besides.
func tabled(c cite.Claim) (Tabled, bool) {
	text := strings.Join(strings.Fields(c.Text), " ")
	out := Tabled{Claim: c.ID}
	lead, from, at := "", -1, 0
	for _, x := range c.Citations {
		if x.Table == nil {
			continue
		}
		t := *x.Table
		t.Rows = nil
		for _, row := range x.Table.Rows {
			words := strings.TrimSpace(strings.Join(row, " "))
			i := within(text[at:], words, len(row) == 1)
			if i < 0 || len(t.Rows) > 0 && strings.Trim(text[at:at+i], " …") != "" {
				continue
			}
			if len(t.Rows) == 0 {
				head := withoutHead(strings.Trim(text[at:at+i], " …"), t)
				if from >= 0 && head != "" {
					return Tabled{}, false
				}
				if from < 0 {
					lead, from = head, at+i
				}
			}
			t.Rows, at = append(t.Rows, row), at+i+len(words)
		}
		if rest := strings.TrimSpace(text[at:]); t.After == "" || !strings.HasPrefix(rest, t.After) {
			t.After = ""
		} else {
			at = len(text) - len(rest) + len(t.After)
		}
		if slices.ContainsFunc(t.Rows, func(row []string) bool { return len(row) > 1 }) {
			s := sheetOf(t)
			s.evidence = x.Evidence
			if n := len(out.Sheets); n == 0 || !out.Sheets[n-1].joined(s) {
				out.Sheets = append(out.Sheets, s)
			}
		}
	}
	if len(out.Sheets) == 0 || strings.Trim(text[at:], " .…") != "" {
		return Tabled{}, false
	}
	first := &out.Sheets[0]
	out.Lead = clean(strings.TrimRight(lead, " :"))
	if above := strings.TrimRight(out.Lead, "…"); first.Lead != "" && strings.HasPrefix(first.Lead, above) { // a heading that the table begins with
		out.Lead, first.Lead = first.Lead, ""
	}
	switch {
	case out.Lead != "":
	case first.named:
		out.Lead, first.Lead = first.Lead, ""
	default:
		out.Lead, first.Head[0] = first.Head[0], ""
	}
	return out, true
}

// within returns where the words of a row stand in a text, -1 where they do not; a heading stands behind what was left out before it.
func within(text, words string, heading bool) int {
	if heading {
		if i := strings.Index(text, "… "+words+" "); i >= 0 {
			return i + len("… ")
		}
	}
	if i := strings.Index(text+" ", words+" "); i >= 0 {
		return i
	}
	return strings.Index(text+" ", words+". ")
}

// withoutHead drops from the text before a row what the table repeats above it, and keeps the heading of a group of rows.
func withoutHead(text string, t grid.Table) string {
	above := strings.Join(strings.Fields(t.Caption+" "+t.Label+" "+strings.Join(t.Columns, " ")), " ")
	head := strings.Fields(above)
	var kept []string
	for _, part := range strings.Split(text, " … ") {
		if before, behind, ok := strings.Cut(part, above); ok {
			part = before + behind
		}
		words := strings.Fields(part)
		for len(words) > 0 && slices.Contains(head, words[len(words)-1]) {
			words = words[:len(words)-1]
		}
		kept = append(kept, words...)
	}
	return strings.Join(kept, " ")
}
