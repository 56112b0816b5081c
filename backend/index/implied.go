package index

import "strings"

// implied returns the words that a query does not say and that stand where its answer does, as groups: who asks for capital
// expenditures finds them as purchases of property, in the statement of cash flows.
func (p parser) implied(ws []word, groups []group, weight float64) []group {
	if weight == 0 {
		return nil
	}
	text := " "
	for _, w := range ws {
		text += w.text + " "
	}
	have := map[string]bool{}
	for _, g := range groups {
		for _, t := range g.terms {
			have[t] = true
		}
	}
	raw, err := stopLists.ReadFile("stop/implied.txt")
	if err != nil {
		return nil
	}
	var out []group
	for line := range strings.Lines(string(raw)) {
		triggers, words, ok := strings.Cut(line, "=")
		if !ok || !triggered(text, triggers) {
			continue
		}
		for _, w := range plainWords(words) {
			terms := p.stems(w)
			if p.stop[w] || have[terms[0]] || len(groups)+len(out) >= maxWords {
				continue
			}
			have[terms[0]] = true
			out = append(out, group{terms: terms, weight: weight, unsaid: true, place: -1})
		}
	}
	return out
}

func triggered(text, triggers string) bool {
	for _, t := range strings.Split(triggers, "|") {
		if strings.Contains(text, " "+strings.Join(plainWords(t), " ")+" ") {
			return true
		}
	}
	return false
}
