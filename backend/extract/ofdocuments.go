package extract

import (
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite/proof"
	"rabbithole/backend/quote"
	"rabbithole/backend/relevance"
	"rabbithole/backend/source"
)

// OfDocuments is what a question asks of documents that it names: all that they say, or what they say about a topic.
type OfDocuments struct {
	Documents []source.Document // in the order they are named
	Topic     string            // "": all of it
}

// Whole reports whether a question asks for all that documents say.
func (o OfDocuments) Whole() bool { return len(o.Documents) > 0 && o.Topic == "" }

// ofDocuments match questions about documents: a and b are what names them, topic is what is asked of them.
var ofDocuments = compileAll(
	`(?:please )?(?:(?:can|could) you )?(?:summari[sz]e|sum up|outline) (?P<a>.+?)(?: for me)?`,
	`(?:(?:please )?give (?:me |us )?|what is |what's )?(?:an?|the) (?:short |brief )?(?:summary|overview|gist|outline) of (?P<a>.+)`,
	`(?:(?:what|which) (?:are|is) )?(?:the )?(?:main|key|most important|central|essential) (?:points?|messages?|ideas?|findings?|statements?|contents?) (?:of|in|from|made in) (?P<a>.+)`,
	`what (?:is|are) (?P<a>.+) about`,
	`what (?:does|do|did) (?P<a>.+) (?:say|tell us|state|write) (?:about|on|regarding) (?P<topic>.+)`,
	`compare (?P<a>.+?) (?:and|with|to) (?P<b>.+?)(?: (?:on|regarding|in terms of|with regard to) (?P<topic>.+))?`,
	`how (?:do|does) (?P<a>.+?) (?:and|differ from) (?P<b>.+?)(?: (?:differ|compare))?(?: (?:on|regarding|in terms of|with regard to) (?P<topic>.+))?`,
	`(?:(?:what|which) (?:are|is) )?(?:the )?differences? between (?P<a>.+?) and (?P<b>.+?)(?: (?:on|regarding|in terms of|with regard to) (?P<topic>.+))?`,
	`(?:bitte )?fass(?:e|en sie)? (?P<a>.+) zusammen`,
	`(?:(?:gib|geben sie|mach|erstelle|erstellen sie) (?:mir |uns )?)?(?:bitte )?(?:eine |einen )?(?:kurze[n]? )?(?:zusammenfassung|überblick|inhaltsangabe)(?: über)? (?:von|der|des|zu|zum|zur)? ?(?P<a>.+)`,
	`(?:(?:was|welche|welches) (?:sind|ist) )?(?:die )?(?:wichtigsten |zentralen |wesentlichen )?(?:kern|haupt)?(?:punkte|aussagen|inhalte|ergebnisse) (?:von|der|des|in|im|aus) (?P<a>.+)`,
	`(?:worum geht es|was steht|wovon handelt) (?:in |im )?(?P<a>.+?)`,
	`was (?:sagt|sagen|steht in|steht im|schreibt|schreiben) (?P<a>.+?) (?:über|zu|zum|zur|zu den) (?P<topic>.+)`,
	`vergleich(?:e|en sie)? (?P<a>.+?) (?:und|mit) (?P<b>.+?)(?: (?:hinsichtlich|bezüglich|in bezug auf|beim thema) (?P<topic>.+))?`,
	`(?:wie|worin) unterscheide[nt] sich (?P<a>.+?) (?:und|von) (?P<b>.+?)(?: (?:hinsichtlich|bezüglich|in bezug auf|beim thema) (?P<topic>.+))?`,
	`(?:(?:was|welche) (?:ist|sind) )?(?:die |der )?unterschiede? zwischen (?P<a>.+?) und (?P<b>.+?)(?: (?:hinsichtlich|bezüglich|in bezug auf|beim thema) (?P<topic>.+))?`,
)

func compileAll(list ...string) (out []*regexp.Regexp) {
	for _, p := range list {
		out = append(out, regexp.MustCompile(`(?i)^`+p+`$`))
	}
	return out
}

// OfDocuments returns what a question asks of documents that it names by words of their titles or their files' names, nothing where it asks of their subjects.
func (g *Engine) OfDocuments(question, language string, documents []source.Document) OfDocuments {
	question = strings.TrimRight(strings.Join(strings.Fields(question), " "), " ?.!")
	for _, form := range ofDocuments {
		m := form.FindStringSubmatch(question)
		if m == nil {
			continue
		}
		var out OfDocuments
		named := true
		for _, group := range []string{"a", "b"} {
			if i := form.SubexpIndex(group); i >= 0 {
				d, ok := g.documentNamed(m[i], language, documents)
				out.Documents, named = append(out.Documents, d), named && ok && !slices.ContainsFunc(out.Documents, func(o source.Document) bool { return o.Hash == d.Hash })
			}
		}
		if i := form.SubexpIndex("topic"); i >= 0 {
			out.Topic = m[i]
		}
		if named {
			return out
		}
	}
	return OfDocuments{}
}

// thisDocument matches what names the one document that there is.
var thisDocument = regexp.MustCompile(`(?i)^(?:this|the|my|that|das|dieses|dem|diesem|mein|des|dieser|diese[ns]?) (?:documents?|pdf|files?|text|paper|dokument(?:s|es)?|datei|textes)$`)

// joints are what stands between the words of a file's name.
var joints = strings.NewReplacer("-", " ", "_", " ", ".", " ")

// documentNamed returns the one document whose title and name hold all words of a name.
func (g *Engine) documentNamed(name, language string, documents []source.Document) (source.Document, bool) {
	if len(documents) == 1 && thisDocument.MatchString(name) {
		return documents[0], true
	}
	words := g.Lexicon.Terms(joints.Replace(name), language)
	var found []source.Document
	for _, d := range documents {
		title := ask.Set(g.Lexicon.Terms(joints.Replace(d.Title+" "+d.Name), d.Language))
		own := g.Lexicon.Terms(joints.Replace(name), d.Language)
		if len(words) > 0 && len(own) > 0 && !slices.ContainsFunc(own, func(w string) bool { return !title[w] }) {
			found = append(found, d)
		}
	}
	if len(found) != 1 {
		return source.Document{}, false
	}
	return found[0], true
}

// How long a sentence is that tells what a part of a document says, in bytes.
const (
	leastTold   = 40
	longestTold = 360
)

// partedAt is the level of headings at which a document has parts, -1 where it has none.
func partedAt(passages []source.Passage) int {
	for depth := range 3 {
		heads := map[string]bool{}
		for _, p := range passages {
			if len(p.Headings) > depth {
				heads[p.Headings[depth]] = true
			}
		}
		if len(heads) > 2 {
			return depth
		}
	}
	return -1
}

// alone matches what ends as a sentence does.
var alone = regexp.MustCompile(`[.;]["”“»)]?$`)

// leansBack matches a sentence that begins with a word for what stands before it.
var leansBack = regexp.MustCompile(`^(?:It|They|He|She|This|These|Those|Such|Er|Sie|Es|Dies|Diese[rmns]?|Dabei|Dazu|Damit|Dafür|Auch)\b`)

// besideText matches what stands beside the text of a document and not in it: a note or a source, a caption, a sentence that says what a table or a figure shows.
var besideText = regexp.MustCompile(`(?i)^[¹²³⁰⁴-⁹]|^\W*(?:(?:(?:foot)?notes?|sources?|legend|anmerkung(?:en)?|hinweise?|fußnoten?|quellen?|legende)\b(?:\s*\d+)?\s*[:.–—]|` +
	`(?:tables?|figures?|fig\.|charts?|exhibits?|diagrams?|tabellen?|tab\.|abbildung(?:en)?|abb\.|schaubild|diagramm)\s*\d|` +
	`(?:the|die|der|das) (?:(?:following|above|accompanying|folgende|nachfolgende|obige|nachstehende)\s+)?(?:table|figure|chart|tabelle|abbildung|grafik|übersicht)s?\b)`)

// inContents matches an entry of a table of contents.
var inContents = regexp.MustCompile(`(?m)^.*(?:\.{4,}|(?:\. ){4,}|…{2,}).*$`)

// TopicSentence returns the first sentence of a passage that states something of its document's subject, "" where none does.
func (g *Engine) TopicSentence(d source.Document, p source.Passage) string {
	if inContents.MatchString(p.Text) {
		return ""
	}
	for _, u := range quote.Units(p, d.Language) {
		u = inCapitals.ReplaceAllString(u, "")
		if len(u) >= leastTold && !leansBack.MatchString(u) && g.states(d, u, longestTold) {
			return u
		}
	}
	return ""
}

// Tells reports whether a unit states something and can be read without what stands before it.
func (g *Engine) Tells(d source.Document, u string) bool {
	return len(u) >= leastTold && (!leansBack.MatchString(u) || saysOfItself.MatchString(u)) && !proof.Leans(u) && g.states(d, u, 2*longestTold)
}

// states reports whether a unit of at most so many bytes states something of its document's subject.
func (g *Engine) states(d source.Document, u string, most int) bool {
	return len(u) <= most && strings.Count(u, " · ") < 2 && !quote.IsRow(u) && !announces(u) && !quote.BegunElsewhere(u) && !quote.CutShort(u) &&
		alone.MatchString(u) && !besideText.MatchString(u) && !g.StatesNothing(relevance.Profile{Language: d.Language}, u) && (conjugated.MatchString(u) || verbal.MatchString(u))
}
