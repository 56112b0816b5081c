package step

import (
	"path/filepath"
	"rabbithole/backend/step/ask"
	"regexp"
	"slices"
	"strings"
)

// What a clause may call a file that a person gave: words for things that people write themselves and laws do not, behind an article or "our".
var callsFile = regexp.MustCompile(`\b(?i:the|our|my|this|that|attached|der|die|das|dem|den|des|unsere?[nmrs]?|meine?[nmrs]?|diese[nmrs]?|beigefügte[nmrs]?|in|im|vom|zum|am)\b (?:[\pL'’-]+ ){0,2}?` +
	`((?i:letters?|notes?|memo(?:randum)?s?|surveys?|e-?mails?|attachments?|attached files?|files?)|(?:\p{Lu}\pL*(?:notiz|brief|vermerk|umfrage|schreiben|mail|datei)|Notiz|Brief|Vermerk|Umfrage|Schreiben|E-?Mail|Mail|Memo|Datei)(?:en|es|s|e|n)?)\b`)

// ownFiles returns those of a person's files that a clause names, and the clause without the words for them: by all words of a file's name, or by what
// it calls a file. Where the name of none of them says that it is such a thing, all may be meant.
func (k *Kit) ownFiles(clause, language string, files []string) (named []string, rest string) {
	if len(files) == 0 {
		return nil, clause
	}
	rest = clause
	called := ""
	if m := callsFile.FindStringSubmatch(clause); m != nil {
		called, rest = m[1], strings.Replace(rest, m[0], " ", 1)
	}
	terms := ask.Set(k.Lexicon.Terms(clause, language))
	for _, f := range files {
		own := k.nameTerms(f, language)
		both := ask.InCommon(own, terms)
		calls := called != "" && slices.ContainsFunc(k.Lexicon.Terms(called, language), func(t string) bool { return own[t] })
		if calls || both > 1 && both == len(own) { // some of them may be what the question is about
			named = append(named, f)
		}
	}
	if len(named) == 0 && called != "" {
		named = files
	}
	for _, f := range named {
		own := k.nameTerms(f, language)
		rest = strings.Join(slices.DeleteFunc(strings.Fields(rest), func(w string) bool {
			return slices.ContainsFunc(k.Lexicon.Terms(w, language), func(t string) bool { return own[t] })
		}), " ")
	}
	return named, rest
}

var noLetters = regexp.MustCompile(`[^\pL]+`)

func (k *Kit) nameTerms(file, language string) map[string]bool {
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	return ask.Set(k.Lexicon.Terms(noLetters.ReplaceAllString(name, " "), language))
}

// fileOf returns the name of the file that an item of the digest is from.
func fileOf(x ContextItem) string {
	if len(x.Sources) == 0 {
		return ""
	}
	at := strings.LastIndex(x.Sources[0], "::")
	return x.Sources[0][:max(at, 0)]
}

// OwnItems returns the items of the files that some clause of a question names.
func (k *Kit) OwnItems(q Question, items []ContextItem) []ContextItem {
	named := k.filesNamed(q, items)
	return slices.DeleteFunc(slices.Clone(items), func(x ContextItem) bool { return !slices.Contains(named, fileOf(x)) })
}

// filesNamed returns the names of the files that some clause of a question names.
func (k *Kit) filesNamed(q Question, items []ContextItem) []string {
	var out []string
	for _, clause := range q.Standalone() {
		files, _ := k.ownFiles(clause, q.Language, filesOf(items))
		out = append(out, files...)
	}
	return out
}

// filesOf returns the names of the files that items are from.
func filesOf(items []ContextItem) []string {
	var out []string
	for _, x := range items {
		if f := fileOf(x); f != "" && !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}
