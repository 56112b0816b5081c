package related

import (
	"fmt"
	"strings"
)

// fewWords are how a reader is told that little was found.
type fewWords struct {
	page, document string // %s: how much
	much           [fewestBullets]string
	another        string
	others         string    // %d bullets
	searched       string    // %s: documents, pages, web pages
	documents      [2]string // %d: one, several
	pages          [2]string
	websites       [2]string
	foreign        [2]string
	hurried        string
}

func fewWordsFor(language string) fewWords {
	if language == "de" {
		return fewWords{
			page: "Zu dieser Seite %s.", document: "Zu diesem Dokument %s.",
			much:    [fewestBullets]string{"fand sich bei anderen nichts", "fand sich bei anderen nur ein Punkt", "fanden sich bei anderen nur zwei Punkte"},
			another: "Ein weiterer spricht zu einer anderen Seite.", others: "%d weitere sprechen zu anderen Seiten.",
			searched: "Durchsucht: %s.", documents: [2]string{"ein anderes Dokument", "%d andere Dokumente"}, pages: [2]string{"eine Seite", "%d Seiten"},
			websites: [2]string{"eine Webseite", "%d Webseiten"},
			foreign:  [2]string{"Eines ist in einer anderen Sprache; ohne Modell findet sich dort nur, worauf verwiesen wird.", "%d sind in einer anderen Sprache; ohne Modell findet sich dort nur, worauf verwiesen wird."},
			hurried:  "Die Zeit war zu Ende, bevor alles angesehen war.",
		}
	}
	return fewWords{
		page: "Others say %s to this page.", document: "Others say %s to this document.",
		much:    [fewestBullets]string{"nothing that could be found", "only one thing that could be found", "only two things that could be found"},
		another: "One more speaks to another page.", others: "%d more speak to other pages.",
		searched: "Searched: %s.", documents: [2]string{"one other document", "%d other documents"}, pages: [2]string{"one page", "%d pages"},
		websites: [2]string{"one web page", "%d web pages"},
		foreign:  [2]string{"One is in another language; without a model only what is referred to is found there.", "%d are in another language; without a model only what is referred to is found there."},
		hurried:  "The time ended before all was looked at.",
	}
}

// few tells how little was found that speaks to the page being read, how much to others, and in how much was looked: nobody should have to guess whether
// there is nothing or nobody looked.
func (s State) few(here, beyond int) string {
	words := fewWordsFor(s.Language)
	form := words.page
	if s.Page == 0 {
		form = words.document
	}
	told := []string{fmt.Sprintf(form, words.much[here])}
	if beyond > 0 {
		told = append(told, counting([2]string{words.another, words.others}, beyond))
	}
	var looked []string
	if s.Searched.Documents > 0 {
		looked = append(looked, counting(words.documents, s.Searched.Documents), counting(words.pages, s.Searched.Pages))
	}
	if n := s.webPages(); n > 0 {
		looked = append(looked, counting(words.websites, n))
	}
	told = append(told, fmt.Sprintf(words.searched, strings.Join(looked, ", ")))
	if s.Searched.Foreign > 0 && s.Answered == nil {
		told = append(told, counting(words.foreign, s.Searched.Foreign))
	}
	if s.Searched.Hurried {
		told = append(told, words.hurried)
	}
	return strings.Join(told, " ")
}

// webPages is how many pages of the web were read.
func (s State) webPages() (n int) {
	for _, p := range s.Fetched {
		if p.Failed == "" {
			n++
		}
	}
	return n
}

// counting says how many: forms are those for one and for several.
func counting(forms [2]string, n int) string {
	if n == 1 {
		return forms[0]
	}
	return fmt.Sprintf(forms[1], n)
}
