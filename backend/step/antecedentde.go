package step

import (
	"regexp"
	"strings"
)

// A determiner tells a German noun's gender by its ending: those of the article are the others' too.
var (
	germanEnding     = regexp.MustCompile(`^(?:welch|dies|jed|jen|unser|kein|mein|all)(e[rsnm]?)$`)
	germanArticleOf  = map[string]string{"er": "der", "e": "die", "es": "das", "en": "den", "em": "dem", "am": "dem", "im": "dem", "vom": "dem", "zum": "dem", "beim": "dem", "zur": "der", "ins": "das", "ans": "das"}
	germanGenders    = map[string]gender{"der": masculine, "die": feminine | plural, "das": neuter, "den": masculine | plural, "dem": masculine | neuter, "des": masculine | neuter, "ein": masculine | neuter, "unser": masculine | neuter, "kein": masculine | neuter, "eine": feminine, "einer": feminine, "eines": masculine | neuter, "einen": masculine, "einem": masculine | neuter}
	germanBefore     = wordSet("für von mit nach bei aus auf in an über unter gegen ohne bis um durch während wegen seit vor hinter neben zwischen gemäß laut zu")
	germanContracted = wordSet("am im vom zum beim zur ins ans")

	// What the ending of a noun tells of it: no feminine singular ends as the plural does.
	germanFeminine = regexp.MustCompile(`(?:(?:[^rw]|[^p]r)ung|heit|keit|schaft|[ts]ion|tät)$`)
	germanPlural   = regexp.MustCompile(`(?:en|ern|eln)$`)
)

// germanNouns returns the nouns of a clause that stand behind an article or a word of its kind, and the persons of a plural, which may have none.
func germanNouns(clause string, stop map[string]bool) []noun {
	var out []noun
	fields := strings.Fields(clause)
	last := -1 // index of the word that ended a noun
	for i := 0; i < len(fields); i++ {
		article := strings.ToLower(fields[i])
		asked := strings.HasPrefix(article, "welch")
		behind := germanContracted[article] || i > 0 && germanBefore[strings.ToLower(fields[i-1])]
		shown := fields[i]
		if m := germanEnding.FindStringSubmatch(article); m != nil {
			if article = germanArticleOf[m[1]]; asked {
				shown = article
			}
		} else if a := germanArticleOf[article]; a != "" {
			article, shown = a, a
		}
		genders, known := germanGenders[article]
		if !known {
			if word := strings.Trim(fields[i], ",;"); i > 0 && capital(word) && persons.states.MatchString(word) {
				out = append(out, noun{text: word, genders: plural, behind: behind})
				last = i
			}
			continue
		}
		end := i + 1
		for end < len(fields)-1 && end < i+3 && !capital(fields[end]) && !stop[strings.ToLower(fields[end])] && !strings.ContainsAny(fields[end], ",;") {
			end++
		}
		if end == len(fields) || !capital(fields[end]) {
			continue
		}
		head := strings.Trim(fields[end], ",;")
		switch {
		case article == "der" && behind:
			genders = feminine
		case article == "der" && i > 0 && last == i-1:
			genders, behind = masculine|feminine|plural, true // "the height of the fee"
		case article == "des":
			behind = true
		}
		if ending := strings.ToLower(head); genders&feminine != 0 && germanFeminine.MatchString(ending) {
			genders = feminine
		} else if genders == feminine|plural && germanPlural.MatchString(ending) {
			genders = plural
		}
		text := strings.Join(append([]string{shown}, append(append([]string{}, fields[i+1:end]...), head)...), " ")
		out = append(out, noun{text: text, genders: genders, behind: behind, asked: asked})
		i, last = end, end
	}
	return out
}
