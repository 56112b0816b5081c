package step

import (
	"cmp"
	"regexp"
)

// informing is a kind: what somebody has to be told. Whoever asks says "tell"; rules say "inform", "provide with information", "notify".
var informing = kind{
	asks: regexp.MustCompile(`(?i)^\W*(?:what|which|whom?|when|how|of what)\b.* (?:tell|told|inform|informed|notify|notified)\b|` +
		`^\W*(?:was|wen|wem|worüber|wann|wie|welche[nrs]?)\b.* (?:sagen|mitteilen|mitgeteilt|mitzuteilen|informieren|informiert|unterrichten|unterrichtet|aufklären|aufgeklärt)\b`),
	states: regexp.MustCompile(letKnow.String() + `|(?i)\b(?:information(?:en)?|notification|communicate[sd]?|unterrichtung|aufzuklären|aufgeklärt|auskunft)\b`),
}

// letKnow matches the verbs of letting somebody know. Each stands for all: who asks to whom a loss is reported is answered by whom to inform of it.
var letKnow = regexp.MustCompile(`(?i)\b(?:notif\w+|inform(?:s|ed|ing)?|report(?:s|ed|ing)?|tell|told|\pL*(?:meld|mitteil|mitzuteil|unterricht|benachrichtig|informier|anzuzeig|anzeig)\pL*)\b`)

// matterTold returns the words by which an answer to a clause is known: where it asks what somebody is told of it, those for the matter. Rules have other names for whom.
func (q Question) matterTold(clause string) string {
	if informing.asks.MatchString(clause) {
		return cmp.Or(q.referent(clause), clause)
	}
	return clause
}
