package ask

// TreeWords are the program's words on a tree of questions.
type TreeWords struct {
	ByWords                                         string
	Findings, Context, And, Enough, Partly, Nothing string
	OfFiles                                         string // a heading
	Part                                            string // why a clause is asked that is answered
}

// WordsOfTree returns the words of a language, the English ones for any but German.
func WordsOfTree(language string) TreeWords {
	if language == "de" {
		return TreeWords{ByWords: "Nach gemeinsamen Wörtern zugeteilt.", Findings: "Fundstellen", Context: "Kontext aus Ihren Dateien", And: " und ",
			Enough: "Beantwortet durch %s.", Partly: "Zum Teil beantwortet durch %s. Es fehlt: %s.", Nothing: "Weder Fundstellen noch Kontext sagen etwas dazu.",
			OfFiles: "Was Ihre Dateien dazu sagen", Part: "Ein Teil der Frage darüber."}
	}
	return TreeWords{ByWords: "Assigned by the words they share.", Findings: "the findings", Context: "the context from your files", And: " and ",
		Enough: "The question is answered by %s.", Partly: "A part is said by %s; missing: %s.", Nothing: "Neither findings nor context say anything about it.",
		OfFiles: "What your files say", Part: "A part of the question above."}
}
