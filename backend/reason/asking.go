package reason

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"rabbithole/backend/event"
	"rabbithole/backend/report/plain"
)

// EventAsking tells of a call under way: when its stage changes, every second, and once when it is over. Data: Asking. Ephemeral.
const EventAsking event.Kind = "step.asking"

// EventWords is what a model writes, word by word, before anybody has checked it. Data: Words. Ephemeral.
const EventWords event.Kind = "step.words"

// The stages of a call.
const (
	AskWaiting = "waiting" // for the model, which another run uses
	AskLoading = "loading" // the model is loaded into memory
	AskReading = "reading" // the model reads the prompt
	AskWriting = "writing"
	AskAbsent  = "absent" // the server of the model does not answer any more, and is waited for
	AskDone    = "done"   // answered, or given up
)

// Asking is how far a call of a model has come, and with it its run.
type Asking struct {
	Step         string        `json:"step"`
	Model        string        `json:"model"`
	Stage        string        `json:"stage"`
	Holder       string        `json:"holder,omitempty"`   // while it waits: the flow of the run that uses the model; "" when that is not known
	Part         int           `json:"part,omitempty"`     // of Parts, where one thing takes several calls
	Parts        int           `json:"parts,omitempty"`    // 0: it takes one
	Call         int           `json:"call"`               // its number in the run
	Calls        int           `json:"calls,omitempty"`    // that the run takes, about; 0 when that is not known
	Elapsed      time.Duration `json:"elapsed"`            // in this stage; reading and writing count as one
	PromptTokens int           `json:"prompt_tokens"`      // of the call, about
	ReplyTokens  int           `json:"reply_tokens"`       // written so far
	Rate         float64       `json:"rate,omitempty"`     // tokens written a second
	Left         time.Duration `json:"left,omitempty"`     // that the run still takes, about; 0 when that is not known. It only falls, unless Long is told with it
	Unusual      bool          `json:"unusual,omitempty"`  // it is Long because of this call, which most such runs do not have or which reads much more than theirs
	Long         bool          `json:"long,omitempty"`     // the run takes longer than was told before, the call longer than such calls do where Left is 0
	GivesUp      time.Duration `json:"gives_up,omitempty"` // until the call is given up if no answer comes; 0 for one that is neither silent nor late
	Made         int           `json:"made"`               // calls of the run so far, this one included as soon as the model is at it
	Tokens       int           `json:"tokens"`             // of these calls
	Time         time.Duration `json:"time"`               // the run has worked so far, waiting left out
	Text         string        `json:"text"`               // the same in a sentence, in English
}

// Words is a stretch of what a model writes. Reset: what came before it is void.
type Words struct {
	Step  string `json:"step"`
	Text  string `json:"text"`
	Reset bool   `json:"reset,omitempty"`
}

type partKey struct{}

// asPart returns a context whose calls are one part of several of the same thing.
func asPart(ctx context.Context, part, parts int) context.Context {
	if parts < 2 {
		return ctx
	}
	return context.WithValue(ctx, partKey{}, [2]int{part, parts})
}

// PartOf is which part of how many a call is under a context, 0 where it is the whole.
func PartOf(ctx context.Context) (part, parts int) {
	p, _ := ctx.Value(partKey{}).([2]int)
	return p[0], p[1]
}

// Line says what happens in a line, with its figures.
func (a Asking) Line(language string) string { return a.Within(language, math.MaxInt) }

// Within is Line in at most width characters: what a reader can do without is left out, first the tokens a second, then the tokens or the number
// of the call, then both, then the end of what the model does. The clock and the time left stay, or when a silent call is given up. What is left out
// is the same as long as the call is in its stage, whatever its figures.
func (a Asking) Within(language string, width int) string {
	wide := a
	wide.Elapsed, wide.ReplyTokens, wide.Rate = max(a.Elapsed, time.Minute), max(a.ReplyTokens, 1000), max(a.Rate, 10)
	wide.PromptTokens = max(a.PromptTokens, 1000)
	switch {
	case a.GivesUp > 0:
		wide.Left, wide.GivesUp = 0, max(a.GivesUp, time.Minute)
	case a.Left > 0: // where it is not known as a call begins, it is not known before its end
		wide.Left = max(a.Left, time.Minute)
	}
	forms, widest := a.forms(language), wide.forms(language)
	for i, line := range forms {
		if utf8.RuneCountInString(line) <= width && (width == math.MaxInt || utf8.RuneCountInString(widest[i]) <= width || i == len(forms)-1) {
			return line
		}
	}
	doing, _, clock, left, _, silent := a.parts(language)
	signs := shown(clock, cmp.Or(silent, left))
	room := width - utf8.RuneCountInString(signs) - 4
	if room < 1 && utf8.RuneCountInString(signs) <= width {
		return signs
	}
	return shown(plain.Shorten(doing, max(1, room)), signs)
}

// forms are the lines that say less and less.
func (a Asking) forms(language string) []string {
	doing, call, clock, left, tokens, silent := a.parts(language)
	count, _, _ := strings.Cut(tokens, ", ")
	return []string{shown(doing, call, clock, left, tokens, silent), shown(doing, call, clock, left, count, silent), shown(doing, call, clock, left, silent),
		shown(doing, clock, left, count, silent), shown(doing, clock, cmp.Or(silent, left))}
}

// shown puts the parts of a line together that there are.
func shown(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ", ")
}

// parts are what a line consists of, "" for what is not known.
func (a Asking) parts(language string) (doing, call, clock, left, tokens, silent string) {
	say := sayings[language]
	if say.call == "" {
		say = sayings["en"]
	}
	if clock = ticking(a.Elapsed); a.GivesUp > 0 {
		silent = fmt.Sprintf(say.silent, ticking(a.GivesUp))
	}
	switch a.Stage {
	case AskWaiting:
		if doing = say.waits[a.Holder]; doing == "" {
			doing = say.waits[""]
		}
		return doing, "", clock, "", "", silent
	case AskLoading:
		return fmt.Sprintf(say.loads, a.Model), "", clock, "", "", silent
	case AskAbsent:
		return say.absent, "", clock, "", "", silent
	}
	if doing = say.steps[a.Step]; doing == "" {
		doing = say.steps[""]
	}
	if doing = a.Model + " " + doing; a.Parts > 0 {
		doing += fmt.Sprintf(say.part, a.Part, a.Parts)
	}
	if call = fmt.Sprintf(say.call, a.Call); a.Calls >= a.Call {
		call += fmt.Sprintf(say.calls, a.Calls)
	}
	if a.Left > 0 {
		left = fmt.Sprintf(say.left, ticking(a.Left))
	}
	if why := cmp.Or(say.unusual[a.Step], say.long); a.Long && a.Unusual {
		left = why + ", " + left
	} else if a.Long {
		left = strings.TrimSuffix(say.long+", "+left, ", ")
	}
	switch {
	case a.Stage == AskReading:
		tokens = fmt.Sprintf(say.reads, a.PromptTokens)
	case a.Stage == AskWriting && a.Rate > 0:
		tokens = fmt.Sprintf(say.writes, a.ReplyTokens, strings.Replace(fmt.Sprintf("%.1f", a.Rate), ".", say.point, 1))
	}
	return doing, call, clock, left, tokens, silent
}

// Doing is what a step of that name does, as a part of an English sentence: "judging passages".
func Doing(step string) string {
	return strings.TrimPrefix(cmp.Or(sayings["en"].steps[step], sayings["en"].steps[""]), "is ")
}

// ticking is a time as a clock shows it: 0:41, 1:02:03.
func ticking(d time.Duration) string {
	s := int(d.Round(time.Second).Seconds())
	if s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

// saying is how calls are spoken of in a language.
type saying struct {
	call, calls, loads, absent, reads, writes, point, left, long, silent, part string
	waits, steps                                                               map[string]string // by flow, by step; "" for any other
	unusual                                                                    map[string]string // why it takes longer, by step
}

var sayings = map[string]saying{
	"en": {call: "call %d", calls: " of about %d", loads: "%s is being loaded into memory", absent: "Ollama does not answer any more: trying again", reads: "reading about %d tokens", writes: "%d tokens, %s per second", point: ".", left: "about %s left", long: "longer than expected",
		silent: "given up in %s if no answer comes", part: ", part %d of %d",
		unusual: map[string]string{"weigh": "there is more to read", "settle": "there is more to read", "sift": "there is more to read", "queries": "a part is still open", "decompose": "a part is still open",
			"draft": "there is much to tell", "report": "there is much to tell", "respond": "there is much to tell", "check": "there is more to check", "repair": "there is more to check"},
		waits: map[string]string{"": "Waiting for the model: another run is using it", "research": "Waiting for the model: a research is using it",
			"answer": "Waiting for the model: a question is using it", "explore": "Waiting for the model: an exploration is using it",
			"discover": "Waiting for the model: a discovery is using it", "related": "Waiting for the model: the search beside a document is using it"},
		steps: map[string]string{"": "is thinking", "analyse": "is reading the question", "clarify": "is looking for what to ask you", "plan": "is taking the question apart",
			"queries": "is choosing what to search for", "seek": "is choosing what to search for", "judge": "is judging passages", "weigh": "is judging passages", "settle": "is reading and answering",
			"sift": "is judging passages", "sufficiency_node": "is looking for what is missing",
			"draft": "is writing the report", "report": "is writing the report", "respond": "is writing the answer", "check": "is checking what was written",
			"repair": "is correcting sentences", "context_preprocess_per_file": "is reading your files", "context_preprocess_aggregate": "is reading your files",
			"context_split": "is sharing out your files", "decompose": "is splitting the question", "look": "is looking at the picture", "discover": "is looking for subjects",
			"discover_found": "is writing the cards", "related": "is comparing documents"}},
	"de": {call: "Aufruf %d", calls: " von etwa %d", loads: "%s wird in den Speicher geladen", absent: "Ollama antwortet nicht mehr: neuer Versuch", reads: "liest etwa %d Tokens", writes: "%d Tokens, %s je Sekunde", point: ",", left: "noch etwa %s", long: "länger als erwartet",
		silent: "wird in %s aufgegeben, wenn keine Antwort kommt", part: ", Teil %d von %d",
		unusual: map[string]string{"weigh": "es ist mehr zu lesen", "settle": "es ist mehr zu lesen", "sift": "es ist mehr zu lesen", "queries": "ein Teil ist noch offen", "decompose": "ein Teil ist noch offen",
			"draft": "es gibt viel zu sagen", "report": "es gibt viel zu sagen", "respond": "es gibt viel zu sagen", "check": "es ist mehr zu prüfen", "repair": "es ist mehr zu prüfen"},
		waits: map[string]string{"": "Wartet auf das Modell: Ein anderer Lauf benutzt es", "research": "Wartet auf das Modell: Eine Recherche benutzt es",
			"answer": "Wartet auf das Modell: Eine Frage benutzt es", "explore": "Wartet auf das Modell: Eine Erkundung benutzt es",
			"discover": "Wartet auf das Modell: Eine Entdeckung benutzt es", "related": "Wartet auf das Modell: Die Suche neben einem Dokument benutzt es"},
		steps: map[string]string{"": "denkt nach", "analyse": "liest die Frage", "clarify": "überlegt, was es Sie fragen soll", "plan": "zerlegt die Frage",
			"queries": "wählt Suchanfragen", "seek": "wählt Suchanfragen", "judge": "beurteilt Textstellen", "weigh": "beurteilt Textstellen", "settle": "liest und antwortet",
			"sift": "beurteilt Textstellen", "sufficiency_node": "sucht, was fehlt",
			"draft": "schreibt den Bericht", "report": "schreibt den Bericht", "respond": "schreibt die Antwort", "check": "prüft das Geschriebene",
			"repair": "verbessert Sätze", "context_preprocess_per_file": "liest Ihre Dateien", "context_preprocess_aggregate": "liest Ihre Dateien",
			"context_split": "verteilt Ihre Dateien", "decompose": "zerlegt die Frage", "look": "sieht das Bild an", "discover": "sucht Themen",
			"discover_found": "schreibt die Karten", "related": "vergleicht Dokumente"}},
}
