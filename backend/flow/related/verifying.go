package related

import (
	"context"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/backend/flow"
	"rabbithole/backend/reason"
	"rabbithole/backend/write"
	"rabbithole/prompts"
)

// line is a bullet as the model wrote it.
type line struct {
	text     string
	relation Relation
	evidence []string // IDs
}

var (
	bulletMark = regexp.MustCompile(`^\s*(?:[-*•–]|\d{1,2}[.)])\s+`)
	cited      = regexp.MustCompile(`\[\s*E\d+(?:\s*[,;]\s*E\d+)*\s*\]`)
	evidenceID = regexp.MustCompile(`E\d+`)
	numbered   = regexp.MustCompile(`\[\s*(\d{1,2})\s*\]`)
	linked     = regexp.MustCompile(`!?\[([^\]]*)\]\(([^)\s]*)[^)]*\)`)
	naked      = regexp.MustCompile(`(?i)(?:https?://|www\.)\S*`)
	tag        = regexp.MustCompile(`<[^>]{0,200}>`)
	leading    = regexp.MustCompile(`^\s*(?:\*\*|__)?\s*(\pL+)\s*:?\s*(?:\*\*|__)?\s*:?\s+`)
)

// relations are the words by which a bullet may begin.
var relations = map[string]Relation{"contradicts": Contradicts, "contradicted": Contradicts, "widerspricht": Contradicts, "updates": Updates, "updated": Updates, "aktualisiert": Updates,
	"supports": Supports, "supported": Supports, "confirms": Supports, "stützt": Supports, "bestätigt": Supports, "defines": Defines, "defined": Defines, "definiert": Defines,
	"adds": Adds, "added": Adds, "ergänzt": Adds}

// read takes a summary in Markdown apart. What holds no mark of a list and no ID is talk.
func (s State) read(c prompts.RelatedOut) []line {
	var out []line
	for _, raw := range strings.Split(c.SummaryMD, "\n") {
		if !bulletMark.MatchString(raw) && !cited.MatchString(raw) || strings.TrimSpace(raw) == "" {
			continue
		}
		raw = bulletMark.ReplaceAllString(raw, "")
		l := line{relation: Adds}
		for _, group := range cited.FindAllString(raw, -1) {
			for _, id := range evidenceID.FindAllString(group, -1) {
				l.cite(id)
			}
		}
		for _, m := range linked.FindAllStringSubmatch(raw, -1) {
			l.cite(s.at(m[2])...)
		}
		for _, m := range numbered.FindAllStringSubmatch(raw, -1) {
			if n := int(m[1][0] - '0'); len(m[1]) == 1 && n >= 1 && n <= len(c.Sources) {
				l.cite(s.at(c.Sources[n-1].URL)...)
			}
		}
		if m := leading.FindStringSubmatch(raw); m != nil && relations[strings.ToLower(m[1])] != "" {
			l.relation, raw = relations[strings.ToLower(m[1])], raw[len(m[0]):]
		}
		l.text = plainText(raw)
		out = append(out, l)
	}
	return out[:min(len(out), 2*mostBullets)]
}

func (l *line) cite(ids ...string) {
	for _, id := range ids {
		if !slices.Contains(l.evidence, id) {
			l.evidence = append(l.evidence, id)
		}
	}
}

// at returns the IDs of what was found on a web page.
func (s State) at(address string) []string {
	key := flow.Canonical(address)
	for _, p := range s.Fetched {
		if key != "" && flow.Canonical(p.URL) == key {
			return p.Kept
		}
	}
	return nil
}

// plainText takes citations, links, tags and marks of Markdown out of what a model wrote: what is shown holds no link that a model wrote.
func plainText(text string) string {
	text = numbered.ReplaceAllString(linked.ReplaceAllString(cited.ReplaceAllString(text, " "), "$1"), " ")
	for range mostNested { // what is taken out may leave behind what has to be taken out
		before := text
		text = marks.Replace(html.UnescapeString(text))
		text = naked.ReplaceAllString(tag.ReplaceAllString(text, " "), " ")
		if text == before {
			break
		}
	}
	if naked.MatchString(text) || tag.MatchString(text) {
		return ""
	}
	text = strings.ReplaceAll(oneLine(text), " .", ".")
	return strings.TrimSpace(strings.TrimLeft(text, "-*•: "))
}

// marks takes the marks of Markdown out.
var marks = strings.NewReplacer("**", "", "__", "", "`", "")

// mostNested is how often a text is cleaned before it is given up.
const mostNested = 8

// mostLine is the most bytes of a bullet that a model wrote.
const mostLine = 400

// draft is a bullet of the model with what it cites.
type draft struct {
	Bullet
	evidence []cite.Evidence
	about    int // the statement of the document that it has most to do with, as an index into State.Points; -1 for none
	stands   bool
	judged   bool // by code, or by the model that checks
}

// verify makes bullets of what the model wrote. What repeats its passages word for word stands; the rest is held against the whole passages by the
// model that checks, and stands where that finds it proved. The warnings say what was left out.
func (f *run) verify(ctx context.Context, s State, c prompts.RelatedOut) (out []Bullet, warnings []string, err error) {
	points, err := f.statements(ctx, s)
	if err != nil {
		return nil, nil, err
	}
	var drafts []*draft
	for _, l := range s.read(c) {
		d, err := f.prove(ctx, s, l)
		if err != nil {
			return nil, nil, err
		}
		of := func(statement) bool { return true }
		d.about, _ = nearest(points, f.Kit.Lexicon.Terms(d.Text, s.Language), leastAbout, of)
		for _, p := range d.Places { // in the words of the source, where the bullet is in another language
			if d.about < 0 {
				d.about, _ = nearest(points, f.Kit.Lexicon.Terms(p.Quote, ""), leastAbout, of)
			}
		}
		drafts = append(drafts, d)
	}
	if err := f.examine(ctx, s, drafts); err != nil {
		return nil, nil, err
	}
	struck, unjudged := 0, 0
	for _, d := range drafts {
		if len(out) == mostBullets {
			break
		}
		switch {
		case slices.ContainsFunc(out, func(o Bullet) bool { return o.Text == d.Text }):
		case d.stands:
			if d.About, err = f.about(ctx, s, d.about); err != nil {
				return nil, nil, err
			}
			out = append(out, d.Bullet)
		case d.judged:
			struck++
		default:
			unjudged++
		}
	}
	if struck > 0 {
		warnings = append(warnings, sayStruck.In(s.Language, struck))
	}
	if unjudged > 0 {
		warnings = append(warnings, sayUnjudged.In(s.Language, unjudged))
	}
	return out, warnings, nil
}

// prove finds the sentences that a line rests on. It stands by code alone where it repeats them; without evidence nobody is asked about it.
func (f *run) prove(ctx context.Context, s State, l line) (*draft, error) {
	d := &draft{Bullet: Bullet{Relation: l.relation, Text: l.text}, about: -1, judged: true}
	if l.text == "" || len(l.text) > mostLine {
		return d, nil
	}
	var kept []flow.Kept
	for _, id := range l.evidence {
		x := s.finding(id)
		if x == nil {
			continue
		}
		k, ok, err := f.requote(ctx, x.Kept, l.text)
		if err != nil {
			return d, err
		}
		if ok {
			kept = append(kept, k)
		}
	}
	evidence, err := flow.Evidence(ctx, f.Kit.Library, kept)
	if err != nil || len(evidence) == 0 {
		return d, err
	}
	sentence := cite.Sentence{Text: l.text, Item: true}
	for _, e := range evidence {
		sentence.Evidence = append(sentence.Evidence, e.ID)
	}
	proved, err := flow.Prove(ctx, f.Kit.ByRule(), ask.Question{Text: l.text, Language: s.Language}, extract.Draft{Answer: []cite.Sentence{sentence}}, evidence)
	if err != nil || len(proved.Claims) == 0 {
		return d, err
	}
	claim := proved.Claims[0]
	d.evidence = evidence
	d.stands = len(claim.Against) > 0 || claim.Verdict == cite.Supported || claim.Verdict == cite.Shortened
	d.cite(claim.Citations)
	return d, nil
}

// cite sets the places of a draft. The document that is read is no source for what others say to it.
func (d *draft) cite(citations []cite.Citation) {
	places := d.Places
	d.Places = nil
	for _, x := range citations {
		if !slices.ContainsFunc(d.evidence, func(e cite.Evidence) bool { return e.Document == x.Document }) {
			continue
		}
		p := Place{Document: x.Document, Name: x.Name, Page: x.Page, Label: x.Label, Quote: x.Quote}
		if at := slices.IndexFunc(d.evidence, func(e cite.Evidence) bool { return e.ID == x.Evidence }); at >= 0 {
			p.Passage, p.URL = d.evidence[at].Passage, d.evidence[at].Locator.URL
		}
		d.Places = append(d.Places, p)
	}
	if len(d.Places) == 0 {
		d.Places = places
	}
}

// firstRead is the ID, behind the E, of the first statement of the document that is read: findings are numbered from 1.
const firstRead = 1000

// examine asks the model about the drafts that do not stand by themselves, and shows it what each speaks to as well. Where it has no opinion they fall: a bullet has no mark that says so.
func (f *run) examine(ctx context.Context, s State, drafts []*draft) error {
	d, err := f.Kit.Library.Document(ctx, s.Document)
	if err != nil {
		return err
	}
	asked := prompts.Asked{Question: "What do other documents say to " + d.Name + "?", Language: ask.LanguageName(s.Language)}
	x := write.Examiner{Caller: f.Kit.Caller, Shelf: reason.Shelf{Library: f.Kit.Library}, Pages: flow.Pages(ctx, f.Kit.Library),
		Asked: asked, Known: map[string]cite.Evidence{}}
	var open []*draft
	var statements []write.Statement
	for _, d := range drafts {
		switch {
		case d.stands:
			x.Aside.Right = append(x.Aside.Right, d.Text)
		case len(d.Places) > 0:
			st := write.Statement{Text: d.Text}
			evidence := d.evidence
			if d.about >= 0 {
				read, err := flow.Hydrate(ctx, f.Kit.Library, s.Points[d.about].Kept)
				if err != nil {
					return err
				}
				read.ID = fmt.Sprintf("E%d", firstRead+d.about)
				evidence = append(slices.Clone(evidence), read)
			}
			for _, e := range evidence {
				x.Known[e.ID] = e
				st.Cites = append(st.Cites, e.ID)
			}
			d.judged = false
			open, statements = append(open, d), append(statements, st)
		}
	}
	if len(open) == 0 {
		return nil
	}
	work, cancel := f.clock(ctx, s, checkShare)
	defer cancel()
	found, _, err := x.Examine(work, statements)
	if err != nil {
		f.log("related information for article %d: what the model wrote could not be checked: %v", s.Article, err)
		return ctx.Err()
	}
	for i, finding := range found {
		open[i].stands, open[i].judged = finding.Verdict == cite.Supported, finding.Verdict != ""
		if len(finding.Citations) > 0 {
			open[i].cite(finding.Citations)
		}
		if len(finding.Lacks) > 0 {
			open[i].Text = sayLeft.In(s.Language, open[i].Text, plainText(strings.Join(finding.Lacks, "; ")))
		}
	}
	return nil
}

// quotesPer is how many sentences of a passage a bullet is held against.
const quotesPer = 2

// requote keeps those sentences of a passage that a bullet rests on.
func (f *run) requote(ctx context.Context, k flow.Kept, text string) (flow.Kept, bool, error) {
	p, err := f.Kit.Library.Passage(ctx, k.Passage)
	if err != nil {
		return k, false, err
	}
	d, err := f.Kit.Library.Document(ctx, p.Document)
	if err != nil {
		return k, false, err
	}
	about, err := f.Kit.Matter(ctx, d.Language, ask.Part{Text: text, Factor: 1})
	if err != nil {
		return k, false, err
	}
	again, ok, err := f.quote(ctx, p, d, about, quotesPer)
	again.ID = k.ID
	return again, ok, err
}

// leastAbout is how much a bullet has to have to do with a statement of the document to be set against it.
const leastAbout = 0.25
