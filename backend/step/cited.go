package step

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/refs"
	"rabbithole/backend/refs/detect"
	"rabbithole/backend/source"
)

// asksWhatItSays matches what stands before a reference whose content is asked for: "What does Article 9 require?", "according to § 3", "in § 5".
var asksWhatItSays = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:laut|in|im|regelt|regeln|sagt|sagen|besagt|bestimmt|verlangt|fordert|schreibt|enthält|nennt|erlaubt|verbietet|bedeutet|` +
	`according to|per|does|do|did|say|says|require|requires|means|mean|contains?)(?:\s+(?:der|die|das|dem|den|the))?\s*$`)

// citedIn returns the references of a text to numbered places of documents it names, by which it says what something is about: "Who publishes an
// application under § 7 LampG?" What it asks for itself, "What does § 7 LampG say?", is not among them.
func citedIn(text string) []string {
	if asksForReferences.MatchString(text) { // who refers to it is told by its name
		return nil
	}
	var out []string
	for _, m := range places(text) {
		if !asksWhatItSays.MatchString(text[:m.Start]) {
			out = append(out, text[m.Start:m.End])
		}
	}
	return out
}

// places returns the references of a text to numbered places of documents it names.
func places(text string) []refs.Mention {
	all := detect.Detect(source.Document{Hash: "question"}, []source.Page{{Number: 1, Text: text}}, nil)
	var out []refs.Mention
	for _, m := range all {
		numbered := slices.ContainsFunc(m.Pointers, func(p refs.Pointer) bool { return p.Number != "" && slices.Contains(provisions, p.Kind) })
		named := slices.ContainsFunc(m.Pointers, func(p refs.Pointer) bool { return p.Qualifier != "" })
		if !numbered || m.Start >= m.End || m.End > len(text) {
			continue
		}
		if !named { // "§ 7 of LampV": German and English mixed, or a name that only the library knows
			behind := nameBehind.FindString(text[m.End:])
			m.End += len(behind)
			named = behind != ""
		}
		if named {
			out = append(out, m)
		}
	}
	return out
}

// provisions are the places of a document by which something is said to be regulated; what a table or a figure shows is asked for itself.
var provisions = []refs.Kind{refs.KindSection, refs.KindArticle, refs.KindAnnex, refs.KindParagraph, refs.KindPart, refs.KindChapter, refs.KindRecital}

// nameBehind matches the name of a document behind a reference to a place of it.
var nameBehind = regexp.MustCompile(`^(?: of(?: the)?| des| der)(?: \p{Lu}[\pL\d]*(?:-[\pL\d]+)*\b)+`)

// besideCited returns a text without the references that only say what it is about, and these; the text itself where hardly another word is left.
func besideCited(text, language string) (rest string, cited []string) {
	cited = citedIn(text)
	rest = text
	for _, n := range cited {
		rest = strings.ReplaceAll(rest, n, " ")
	}
	if len(cited) > 0 && len(contentWords(rest, wordsFor(language).stop)) < 2 {
		return text, nil
	}
	return rest, cited
}

// asksOutright reports whether a question asks for what a place of a document says, or has hardly a word besides.
func asksOutright(q Question) bool {
	_, cited := besideCited(q.Text, q.Language)
	return len(cited) == 0 && len(places(q.Text)) > 0
}

// matterOf returns what a question or a clause of one is about, for a profile.
func matterOf(text, language string) []Part {
	rest, cited := besideCited(text, language)
	parts := []Part{{essence(rest), 1}}
	if len(cited) > 0 {
		parts = append(parts, Part{strings.Join(cited, " "), citedWeight})
	}
	return parts
}

// named returns the evidence, by ID, that stands in a section to which the question itself points.
func (k *Kit) named(ctx context.Context, q Question, evidence []cite.Evidence) (map[string]bool, error) {
	if len(places(q.Text)) == 0 {
		return map[string]bool{}, nil
	}
	mentions, err := k.Library.Pointed(ctx, q.Text)
	if err != nil {
		return nil, err
	}
	type place struct{ document, section string }
	within, documents := map[place]bool{}, map[string]bool{}
	for _, m := range mentions {
		for _, t := range m.Targets {
			if t.Document != "" && t.Section != "" {
				within[place{t.Document, t.Section}], documents[t.Document] = true, true
			}
		}
	}
	out := map[string]bool{}
	for _, e := range evidence {
		if !documents[e.Document] {
			continue
		}
		p, err := k.Library.Passage(ctx, e.Passage)
		if err != nil {
			return nil, err
		}
		out[e.ID] = within[place{p.Document, p.Section}]
	}
	return out, nil
}
