package web

import (
	"regexp"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"rabbithole/backend/chunk"
	"rabbithole/backend/markup"
)

// wall is what may stand between a visitor and the text of a page.
type wall struct {
	password bool // a form asks for one
	scripts  int
	noscript bool // the page says that it needs scripts
	words    string
}

var (
	needsScript = regexp.MustCompile(`(?i)(enable|activate|turn on|requires?|aktivieren|benötigt|activer) (sie )?(bitte )?java\s?script|javascript (is )?(disabled|required|deaktiviert|erforderlich|aktivieren)|you need to enable javascript`)
	asksConsent = regexp.MustCompile(`(?i)\b(cookies?|tracking|consent|zustimm\w+|einwillig\w+|privacy (settings|choices)|datenschutz(einstellungen)?)\b`)
	asksAccept  = regexp.MustCompile(`(?i)\b(accept|agree|reject|manage (options|preferences)|akzeptieren|zustimmen|ablehnen|einverstanden|einstellungen verwalten)\b`)
	asksLogin   = regexp.MustCompile(`(?i)\b(log ?in|sign ?in|subscribe|subscribers? only|create an account|anmelden|einloggen|registrieren|abonnieren|abo abschließen|jetzt abonnieren|passwort|password)\b`)
	asksProof   = regexp.MustCompile(`(?i)(verify(ing)? (that )?you are (a )?human|are you a robot|captcha|checking your browser|just a moment|unusual traffic|access denied|sind sie ein (mensch|roboter))`)
)

// wallOf looks at a page before it is pruned.
func wallOf(doc *html.Node) wall {
	var w wall
	walk(doc, func(n *html.Node) bool {
		switch n.DataAtom {
		case atom.Script:
			w.scripts++
			return false
		case atom.Noscript:
			w.noscript = w.noscript || needsScript.MatchString(head(textOf(n), 2000)) || needsScript.MatchString(markup.Attr(n, "data-n-head"))
			return false
		case atom.Input:
			w.password = w.password || markup.Attr(n, "type") == "password"
		}
		return true
	})
	w.words = head(textOf(doc), 20_000)
	return w
}

// shortPage is up to how many characters a page may consist of the wall and nothing else.
const shortPage = 700

// before says why a visitor does not get to see more than these pieces; "" when they are a text.
func (w wall) before(pieces []chunk.Piece) string {
	var text string
	for _, p := range pieces {
		text += p.Text + "\n"
		if len(text) > shortPage {
			return ""
		}
	}
	n := lettersIn(text)
	switch {
	case n < 400 && lettersIn(w.words) < 1500 && asksProof.MatchString(w.words):
		return "the site wants proof that a person is reading"
	case n < fewestLetters && (w.noscript || needsScript.MatchString(w.words)), n < 200 && needsScript.MatchString(text):
		return "the page shows its text only with JavaScript, which is not run"
	case asksConsent.MatchString(text) && asksAccept.MatchString(w.words):
		return "the page shows only a question for consent to cookies"
	case w.password && n < 400, n < 200 && asksLogin.MatchString(text):
		return "the page shows its text only after a login"
	case n < fewestLetters && w.scripts > 0:
		return "the page shows its text only with JavaScript, which is not run"
	case n < fewestLetters:
		return "it holds no text to read"
	}
	return ""
}
