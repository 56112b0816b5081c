package index

import (
	"regexp"
	"strings"
)

// The forms of a verb that a stemmer leaves apart: a question asks how an officer "is appointed" and the rule says who is "to appoint" one, or
// when a limit "is passed" and the rule speaks of "passing" it. German participles take "ge" and "zu" inside the word and end in "t"; strong
// verbs change their vowel. Strong verbs are a closed class, so they are listed.

// leastVerb is the fewest letters of a stem that a form is led back to by its end alone: shorter ones meet by chance.
const leastVerb = 5

// infixed matches "zu" and "ge" between the prefix of a German verb and its stem: "aufzubewahr", "durchgefuhrt".
var infixed = regexp.MustCompile(`^(ab|an|auf|aus|bei|bekannt|bereit|dar|durch|ein|entgegen|fest|fort|frei|gegenuber|heran|heraus|her|hin|hinaus|los|mit|nach|nieder|sicher|statt|teil|uber|um|unter|vor|voraus|weg|weiter|wieder|zu|zuruck|zusammen)(?:zu|ge)(\pL{3,})$`)

// strongStems are the participle stems of German strong verbs, and what their infinitives have instead.
var strongStems = []struct{ form, infinitive string }{
	{"schritt", "schreit"}, {"schrieb", "schreib"}, {"nomm", "nehm"}, {"hob", "heb"}, {"bot", "biet"}, {"schloss", "schliess"}, {"schied", "scheid"},
	{"troff", "treff"}, {"sproch", "sprech"}, {"broch", "brech"}, {"worf", "werf"}, {"zog", "zieh"}, {"wies", "weis"}, {"lor", "lier"},
	{"bracht", "bring"}, {"nannt", "nenn"},
	{"kannt", "kenn"}, {"wandt", "wend"}, {"stieg", "steig"}, {"blieb", "bleib"}, {"trieb", "treib"}, {"glich", "gleich"}, {"strich", "streich"},
	{"griff", "greif"},
	{"schnitt", "schneid"}, {"stohl", "stehl"}, {"golt", "gelt"}, {"sunk", "sink"}, {"zwung", "zwing"}, {"worb", "werb"}, {"storb", "sterb"},
	{"fohl", "fehl"}, {"wog", "wieg"},
}

// irregular are the past forms of English irregular verbs that are no other word.
var irregular = map[string]string{"rose": "rise", "risen": "rise", "fell": "fall", "fallen": "fall", "grew": "grow", "grown": "grow",
	"sold": "sell", "paid": "pay", "held": "hold",
	"bought": "buy", "spent": "spend", "lost": "lose", "chose": "choose", "chosen": "choose", "wrote": "write", "written": "write",
	"began": "begin", "begun": "begin", "drove": "drive",
	"driven": "drive", "took": "take", "taken": "take", "gave": "give", "given": "give", "broke": "break", "broken": "break", "spoke": "speak",
	"spoken": "speak", "taught": "teach",
	"brought": "bring", "thought": "think", "built": "build", "sent": "send", "kept": "keep", "withheld": "withhold", "withdrew": "withdraw",
	"withdrawn": "withdraw", "forgave": "forgive",
	"forgiven": "forgive", "undertook": "undertake", "undertaken": "undertake", "shown": "show", "known": "know", "knew": "know", "bore": "bear",
	"forbidden": "forbid", "forbade": "forbid"}

// infinitive returns the stem of the infinitive that a German stem is a form of, as far as the library uses it; else the stem itself.
func infinitive(stem string, used func(string) bool) string {
	bases := []string{stem}
	if m := infixed.FindStringSubmatch(stem); m != nil {
		bases = append(bases, m[1]+m[2])
	} else if rest, ok := strings.CutPrefix(stem, "ge"); ok {
		bases = append(bases, rest)
	}
	for i, base := range bases {
		forms := []string{base, strong(base), strings.TrimSuffix(base, "t"), strings.TrimSuffix(base, "et")}
		if strings.HasSuffix(base, "i") {
			forms = append(forms, base+"er") // a stemmer makes "informi" of "informieren", and "informier" of "Informierung"
		} else if before, ok := strings.CutSuffix(strings.TrimSuffix(base, "t"), "ier"); ok && !used(stem) {
			forms = append(forms, before+"i")
		}
		for _, form := range forms {
			if form != stem && len(form) >= leastVerb-i && used(form) {
				return form
			}
		}
	}
	return stem
}

// strong returns a stem with the vowel of its infinitive.
func strong(stem string) string {
	for _, s := range strongStems {
		if before, ok := strings.CutSuffix(stem, s.form); ok && before != "" {
			return before + s.infinitive
		}
	}
	return stem
}
