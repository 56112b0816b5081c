package step

import (
	"context"
)

// family is a set of words that say one thing where a question has one of them: who asks what is allowed is answered by what is permitted. They are not one word in
// the index: a permit is searched for as such.
type family struct {
	in    matcher // the questions in which they do; nil for all
	words string  // German and English, in the forms that texts have
	light bool    // they say how a rule binds, not what it is about
}

// families of words. What is allowed and what is prohibited are two: their words never stand for each other.
var families = []family{
	{words: "allowed permitted permissible erlaubt zulässig gestattet genehmigt", light: true},
	{words: "prohibited forbidden banned disallowed impermissible verboten unzulässig untersagt", light: true},
	{words: "required obliged obligated obligatory mandatory compulsory verpflichtet vorgeschrieben", light: true},
	{words: "exceed exceeded exceeds exceeding above surpass überschreiten überschritten überschreitet Überschreitung übersteigen übersteigt oberhalb"},
	{words: "below undercut unterschreiten unterschritten unterschreitet Unterschreitung unterhalb"},
	{in: lasting.asks, words: "last stay remain persist continue take duration period dauern dauert bleiben bleibt Dauer Zeitraum"},
}

// kin finds for the words of a profile those that stand for them, and weighs them together: they are as common as the most common of them. A word that the question has
// itself stands for itself alone.
func (k *Kit) kin(ctx context.Context, p *Profile, counts []int, parts []Part) error {
	asked := map[string]int{}
	for i, t := range p.order {
		asked[t] = i
	}
	for _, f := range families {
		if !f.within(parts) {
			continue
		}
		members := k.Lexicon.Subject(f.words, "")
		if p.language != "" {
			members = append(members, k.Lexicon.Subject(f.words, p.language)...)
		}
		first, most := "", 0
		for _, t := range members {
			if _, ok := asked[t]; ok && first == "" {
				first = t
			}
		}
		if first == "" {
			continue
		}
		common, _, err := k.Lexicon.Frequencies(ctx, members)
		if err != nil {
			return err
		}
		for i, t := range members {
			most = max(most, common[i])
			if _, ok := asked[t]; !ok {
				p.kin[t] = first
			} else if f.light {
				p.light = append(p.light, t)
			}
		}
		counts[asked[first]] = max(counts[asked[first]], most)
	}
	return nil
}

func (f family) within(parts []Part) bool {
	if f.in == nil {
		return true
	}
	for _, part := range parts {
		if f.in.MatchString(part.Text) {
			return true
		}
	}
	return false
}

// weight returns the word of the profile that a term is or stands for, and what it weighs.
func (p Profile) weight(term string) (string, float64) {
	if of, ok := p.kin[term]; ok {
		term = of
	}
	return term, p.Weight[term]
}

// literal returns the profile of the words themselves, without those that stand for them.
func (p Profile) literal() Profile {
	p.kin = nil
	return p
}
