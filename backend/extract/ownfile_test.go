package extract_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/prompts"
)

// Each thing that is asked is a question that can be asked alone: the clause that names what "he", "it" and "there" stand for goes with it.
func TestDecompose_EachClauseCanBeAskedAlone(t *testing.T) {
	for question, want := range map[string][]string{
		"What must the keeper do when a hive swarms, by when, who has to do it, and what does the parish say about money?": {"What must the keeper do when a hive swarms",
			"which deadline applies (“What must the keeper do when a hive swarms”)", "who has to do it (“What must the keeper do when a hive swarms”)", "what does the parish say about money"},
		"Who appoints the honey officer, and which duties does he have?":                  {"Who appoints the honey officer", "which duties does he have (“Who appoints the honey officer”)"},
		"Wer bestellt den Honigbeauftragten, und welche Aufgaben und Rechte hat er?":      {"Wer bestellt den Honigbeauftragten", "welche Aufgaben und Rechte hat er („Wer bestellt den Honigbeauftragten“)"},
		"What must the keeper do with smoke, when may the hive stand open, and who pays?": {"What must the keeper do with smoke", "when may the hive stand open", "who pays"},
		"Wer leitet die Imkerei, und wie groß ist der Garten?":                            {"Wer leitet die Imkerei", "wie groß ist der Garten"},
	} {
		out, err := newEngine(t).Decompose(context.Background(), ask.Question{Text: question, Language: ask.Language(question)}, extract.Apart{Task: question, Max: 5})
		var got []string
		for _, c := range out.Children {
			got = append(got, c.Question)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q %v, want %q", question, got, err, want)
		}
	}
}

// A word that is there by chance answers nothing, and what is said of another person neither.
func TestSuffices_NeedsTheSubject(t *testing.T) {
	for name, x := range map[string]struct {
		question, text string
		enough         bool
	}{
		"a verb by chance": {"Was in der Hofordnung widerspricht dem Brauch?", "Die Behörde beseitigt, was dem Bescheid widerspricht.", false},
		"the person":       {"Wer wählt den Honigbeauftragten, und welche Aufgaben und Rechte hat er?", "Die Gemeinde wählt den Honigbeauftragten. Der Honigbeauftragte hat Aufgaben und Rechte.", true},
	} {
		k := newEngine(t)
		texts := strings.Split(x.text, " … ")
		var found []cite.Evidence
		var archive [][2]string
		for _, text := range append(texts, "Nothing else.") {
			archive = append(archive, [2]string{"", text})
		}
		newArchive(k, archive...)
		for _, text := range texts {
			found = append(found, evidence("E1", "", text, 0.9))
		}
		j, err := k.Suffices(context.Background(), ask.Question{Text: x.question, Language: "de"}, x.question, found, nil)
		if err != nil || j.IsSufficient != x.enough {
			t.Errorf("%s: %+v %v, want %t", name, j, err, x.enough)
		}
	}
}

// A file that one part of a question names does not answer the others: what a memo says the fine is, is asked of the library.
func TestSuffices_AFileNamedElsewhereAnswersNothing(t *testing.T) {
	q := ask.Question{Text: "How high is the highest harbour fine, and what in our memo contradicts that?", Language: "en"}
	clause := "How high is the highest harbour fine"
	item := itemOf("fact", "The highest harbour fine is 40 crowns.", "memo.md::S1")
	for text, enough := range map[string]bool{q.Text: false, clause + "?": true} {
		j, err := newEngine(t).Suffices(context.Background(), ask.Question{Text: text, Language: "en"}, clause, nil, []extract.ContextItem{item})
		if err != nil || j.IsSufficient != enough {
			t.Errorf("%q: %+v %v", text, j, err)
		}
	}
}

// What a question asks of a file that it names, that file alone answers.
func TestTree_AFileThatTheQuestionNames(t *testing.T) {
	for name, x := range map[string]struct {
		question, file, told, beside, says string
	}{
		"en":       {"How often is honey harvested, and what does the board's letter say about money?", "board.md", "The board can spend money, 12,000 euros this year.", "Money is made with honey in the village.", "12,000"},
		"de":       {"Wie oft wird Honig geerntet, und was sagt unsere Hofnotiz über Geld?", "hof.md", "Für den Hof ist Geld da, 4.000 Euro.", "Mit Honig wird im Dorf Geld verdient.", "4.000"},
		"not said": {"How often is honey harvested, and what does the board's letter say about money?", "board.md", "The board meets in June.", "Money is made with honey in the village.", ""},
	} {
		q := ask.Question{Text: x.question, Language: ask.Language(x.question)}
		clause := ask.Clauses(x.question, q.Language)[1]
		item := itemOf("fact", x.told, x.file+"::S1")
		j, err := newEngine(t).Suffices(context.Background(), q, clause, []cite.Evidence{evidence("E1", "", x.beside, 0.9)}, []extract.ContextItem{item})
		if err != nil || j.IsSufficient != (x.says != "") {
			t.Errorf("%s: %+v %v", name, j, err)
		}
		own, beside := evidence("E2", "", x.told, 0.6), evidence("E3", "", x.beside, 0.9)
		own.Name = x.file
		d, err := newEngine(t).TreeReport(context.Background(), q, extract.Material{Evidence: []cite.Evidence{own, beside}}, extract.Brief{Files: []prompts.FileDigest{{Name: x.file}}})
		var answer []string
		for _, line := range d.Answer {
			answer = append(answer, line.Text)
		}
		for _, section := range d.Sections {
			for _, line := range section.Lines {
				if strings.Contains(section.Title, "oney") && strings.Contains(line.Text, x.beside) {
					t.Errorf("%s: %q stands under %q", name, line.Text, section.Title)
				}
			}
		}
		silent := strings.Join(d.Silent, " ")
		if err != nil || x.says != "" != strings.Contains(strings.Join(answer, " "), x.told) || strings.Contains(silent, clause) != (x.says == "") {
			t.Errorf("%s: answer %q, silent %q, %v", name, answer, silent, err)
		}
	}
}
