package step

import (
	"regexp"
	"strings"
)

// mostTopic is the most words with a content of a text that only names a topic.
const mostTopic = 5

// wantsOne matches a text without a verb that still asks for one thing: how much, of when, what tells two things apart, what a word stands for. So
// do duties: of those the rules that state them are the answer.
var wantsOne = regexp.MustCompile(`(?i)\d|\b(?:difference|definition|meaning|number of|amount of|date of|deadlines?|limit|maximum|minimum|unterschied|definition|bedeutung|anzahl|höhe|datum|fristen|frist|höchst\pL*|mindest\pL*)\b`)

// Topical reports whether a question is none, but names a topic: a few words that ask nothing of it. What is wanted then is an overview. In a
// language whose words of asking are not known nothing counts as a topic.
func (q Question) Topical() bool {
	if q.Language != "de" && q.Language != "en" || cjk(q.Text) || asksSomewhere.MatchString(q.Text) || wantsOne.MatchString(q.Text) || duties.asks.MatchString(q.Text) || compares.MatchString(q.Text) {
		return false
	}
	n := len(contentWords(q.Text, wordsFor(q.Language).stop))
	return n > 0 && n <= mostTopic && len(strings.Fields(q.Text)) <= 2*mostTopic
}
