package ask

import (
	"regexp"
	"slices"
	"strings"

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
	if AsksForReferences.MatchString(text) { // who refers to it is told by its name
		return nil
	}
	var out []string
	for _, m := range Places(text) {
		if !asksWhatItSays.MatchString(text[:m.Start]) {
			out = append(out, text[m.Start:m.End])
		}
	}
	return out
}

// Places returns the references of a text to numbered places of documents it names.
func Places(text string) []refs.Mention {
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
	if len(cited) > 0 && len(ContentWords(rest, WordsFor(language).Stop)) < 2 {
		return text, nil
	}
	return rest, cited
}

// AsksOutright reports whether a question asks for what a place of a document says, or has hardly a word besides.
func AsksOutright(q Question) bool {
	_, cited := besideCited(q.Text, q.Language)
	return len(cited) == 0 && len(Places(q.Text)) > 0
}

// MatterOf returns what a question or a clause of one is about, for a profile.
func MatterOf(text, language string) []Part {
	rest, cited := besideCited(text, language)
	parts := []Part{{Essence(rest), 1}}
	if len(cited) > 0 {
		parts = append(parts, Part{strings.Join(cited, " "), citedWeight})
	}
	return parts
}

// AsksForReferences matches a question about who refers to a place, which is answered without the place itself.
var AsksForReferences = regexp.MustCompile(`(?i)\b(?:refers?|referr\w+|references?|cites?|cited|verweis\w*|bezieht sich|beziehen sich|zitier\w*|bezug)\b`)
