package related

import (
	"regexp"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/cite/proof"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// statement is a sentence with what is known of where it stands.
type statement struct {
	text     string
	terms    []string
	profile  step.Profile
	document source.Document
	section  string
	page     string // text of the page
	at       [2]int // bytes of it
}

// The share of a statement's weight that another sentence has to carry.
const (
	sameMatter = 0.34 // to speak of the same
	sameWords  = 0.62 // to say the same
	sameNumber = 0.45 // to say the same where a number of it stands there, too
)

// relate says by rule what a sentence of another source does to a statement of the document; how is 0 when they have nothing to do with
// each other.
func relate(language string, a, b statement) (what Relation, how float64) {
	cover := a.profile.Coverage(b.terms)
	back := b.profile.Coverage(a.terms)
	how = 0.75*cover + 0.25*back
	switch {
	case proof.Clash(a.side(), b.side()):
		return Contradicts, max(how, sameMatter)
	case cover < sameMatter:
		return "", 0
	case replacing.MatchString(b.text) && !replacing.MatchString(a.text):
		return Updates, how
	}
	both, of := shared(a.text, b.text)
	finding := proof.Checker{Language: language}.Check(a.text, []proof.Source{b.source()})
	switch {
	case finding.Verdict == cite.Contradicted && cover >= sameWords && back >= sameNumber:
		return Contradicts, how
	case finding.Conflict && of > 0 && both < of:
		return Adds, how
	case finding.Verdict == cite.Supported, of > 0 && both == of && cover >= sameNumber, of == 0 && cover >= sameWords:
		return Supports, how
	}
	return Adds, how
}

func (s statement) side() proof.Side {
	return proof.Side{Text: s.text, Document: s.document.Hash, Name: s.document.Name, Section: s.section}
}

func (s statement) source() proof.Source {
	return proof.Source{Quote: s.text, Page: s.page, Start: s.at[0], End: s.at[1], Place: s.section}
}

// replacing matches a sentence that says that something took the place of something else.
var replacing = regexp.MustCompile(`(?i)\b(?:obsoletes?|obsoleted|supersed(?:es?|ed)|replaces|replaced by|repealed|repeals|amended|amends|updates (?:rfc|the|section)|is updated by|no longer (?:applies|recommended|valid|used|required)|deprecated|withdrawn|revised|aufgehoben|außer Kraft|an die Stelle|abgelöst|zuletzt geändert|geändert durch|geändert worden|neu gefasst|neue Fassung|nicht mehr (?:anzuwenden|gültig|empfohlen)|überholt)\b`)

var (
	quotedTerm = regexp.MustCompile(`["“„‘'‚»]([^"”“’'‘«]{3,60})["”“’'‘«]\s+(?:means|refers to|is defined as|shall mean|denotes|bezeichnet|bedeutet|ist|sind)\b`)
	plainTerm  = regexp.MustCompile(`(?:^|\n|[.:;…]\s+)(?:\(?\d{1,2}[a-z]?[.)]\s+)?(?:(?:Der|Die|Das|Eine?|The|An?)\s+)?((?:[\pL-]{3,}\s+){0,2}[\pL-]{4,})(?:\s+\([^)]{2,30}\))?\s*(?:\s(?:means|refers to|is defined as|shall mean|denotes|bezeichnet|bedeutet|ist (?:der|die|das|ein|eine|jede[rs]?)|sind (?:die|alle|solche)|(?:is|are) (?:an?|the|any))|:\s(?:der|die|das|eine?|alle|the|an?|any))\s`)
)

// defined returns the words that a sentence says the meaning of, "" for none.
func defined(unit string) string {
	for _, form := range []*regexp.Regexp{quotedTerm, plainTerm} {
		if m := form.FindStringSubmatch(unit); m != nil {
			return strings.TrimSpace(m[1])
		}
	}
	return ""
}
