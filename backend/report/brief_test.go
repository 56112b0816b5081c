package report

import (
	"fmt"
	"strings"
	"testing"

	"rabbithole/backend/cite"
)

// A paper says nothing twice: a claim that is its quote stands where it is stated alone, a quote that proves two stands below the first, and what is
// left out is counted.
func TestCompose_SaysNothingTwice(t *testing.T) {
	r := sampleGerman(t)
	quote := r.Claims[0].Citations[0].Quote
	r.Claims[0].Text = "§ 126 Referenzwert: " + quote + "."
	r.Answer[0].Sentences[0].Text = r.Claims[0].Text
	r.Evidence = append(r.Evidence, cite.Evidence{ID: "E8", Document: "gesetz", Name: "Gesetz über Radon.pdf", Page: 40}, cite.Evidence{ID: "E9", Document: "gesetz", Name: "Gesetz über Radon.pdf", Page: 41})
	for range 40 {
		r.Open = append(r.Open, OpenReference{"§ 9 Baugesetz", "Gesetz über Radon.pdf", 8, "2043", "not in the library", 1})
	}
	md := string(Markdown(r, nil))
	if strings.Count(md, quote) != 1 || strings.Contains(md, "C1") || !strings.Contains(md, "- **C2** „") {
		t.Errorf("what stands word for word in the answer is quoted once more:\n%s", md)
	}
	again := r.Claims[1]
	again.ID, again.Text = "C3", "Maßnahmen sind zu ergreifen."
	r.Claims = append(r.Claims, again)
	r.Answer[0].Sentences = append(r.Answer[0].Sentences, Sentence{Text: again.Text, Claim: "C3"})
	if md := string(Markdown(r, nil)); !strings.Contains(md, "- **C3** siehe C2\n") || strings.Count(md, again.Citations[0].Quote) != 1 {
		t.Errorf("a quote that proves two is printed twice:\n%s", md)
	}
	if n := strings.Count(md, "Baugesetz"); n != mostOpen || !strings.Contains(md, fmt.Sprintf("%d weitere; sie stehen im Export als JSON", 41-mostOpen)) {
		t.Errorf("%d open references are listed", n)
	}
	if strings.Contains(md, "E8") {
		t.Errorf("evidence that nothing cites is listed:\n%s", md)
	}
}

// A question that is too long for a title is printed once below it, and the title is what it asks.
func TestCompose_ALongQuestionStandsOnce(t *testing.T) {
	r := sampleGerman(t)
	for question, want := range map[string]string{
		"Wie lange?": "Wie lange?",
		"Our house stands on granite, has a cellar with a floor of clay and was sealed and painted last winter. How long must we measure, and who may read the detectors?": "How long must we measure, and who may read the detectors?",
		strings.Repeat("Welche Werte gelten am Ort, ", 9) + "und wo?": strings.TrimSuffix(strings.Repeat("Welche Werte gelten am Ort, ", 3), ", ") + " …",
	} {
		r.Question = question
		md := string(Markdown(r, nil))
		title, rest, _ := strings.Cut(md, "\n")
		if title != "# "+want || question != want && strings.Count(rest, question) != 1 || question == want && strings.Contains(rest, question) {
			t.Errorf("%q is headed %q:\n%s", question, title, md)
		}
	}
}
