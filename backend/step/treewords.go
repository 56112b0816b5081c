package step

// treeWords are the twins' words on a tree of questions.
type treeWords struct {
	byWords                                         string
	findings, context, and, enough, partly, nothing string
	ofFiles                                         string    // a heading
	part                                            string    // why a clause is asked that is answered
	facets                                          [3]string // conditions, terms, numbers; %s: what a question is about
}

func wordsOfTree(language string) treeWords {
	if language == "de" {
		return treeWords{byWords: "Nach gemeinsamen Wörtern zugeteilt.", findings: "Fundstellen", context: "Kontext aus Ihren Dateien", and: " und ",
			enough: "Beantwortet durch %s.", partly: "Zum Teil beantwortet durch %s. Es fehlt: %s.", nothing: "Weder Fundstellen noch Kontext sagen etwas dazu.",
			ofFiles: "Was Ihre Dateien dazu sagen", part: "Ein Teil der Frage darüber.", facets: [3]string{"Welche Bedingungen und Ausnahmen gelten für %s?", "Wie bestimmen die Dokumente %s?", "Welche Zahlen, Grenzwerte und Fristen gelten für %s?"}}
	}
	return treeWords{byWords: "Assigned by the words they share.", findings: "the findings", context: "the context from your files", and: " and ",
		enough: "The question is answered by %s.", partly: "A part is said by %s; missing: %s.", nothing: "Neither findings nor context say anything about it.",
		ofFiles: "What your files say", part: "A part of the question above.", facets: [3]string{"Which conditions and exceptions apply to %s?", "How do the documents define %s?", "Which numbers, limits and deadlines apply to %s?"}}
}
