package ollama

import (
	"fmt"
	"sync"
	"unicode"

	"rabbithole/prompts"
)

// ErrTooLong refuses a prompt that does not fit beside its reply. All numbers are tokens.
type ErrTooLong struct {
	Step       string
	Estimate   int // of the prompt
	NumCtx     int
	NumPredict int
}

// Error gives the numbers.
func (e *ErrTooLong) Error() string {
	return fmt.Sprintf("the prompt of step %s has about %d tokens and %d fit (context %d, %d kept for the reply)", e.Step, e.Estimate, e.Room(),
		e.NumCtx, e.NumPredict)
}

// Room is how many tokens a prompt may have.
func (e *ErrTooLong) Room() int { return max(0, e.NumCtx-e.NumPredict) }

// ledger checks prompts against the pinned context before a call and the server's count after it. How many tokens the model makes of
// a text is learned from those counts; it decides only what is refused, never what a prompt contains, so that a resumed run builds the
// same prompts.
type ledger struct {
	numCtx int
	mu     sync.Mutex
	ratio  float64 // real tokens per estimated token
}

func newLedger(numCtx int) *ledger { return &ledger{numCtx: numCtx, ratio: 1} }

const (
	perMessage = 12   // tokens of the chat template around a message
	perImage   = 1500 // tokens of an image, generously
	worthwhile = 200  // estimates below this teach nothing: the template dominates
)

func raw(call prompts.Call) int {
	n := 0
	for _, text := range told(call) {
		n += prompts.EstimateTokens(text)
	}
	return n
}

// told returns the texts of which a prompt is made.
func told(call prompts.Call) []string {
	list := []string{call.System, call.User}
	for _, t := range call.Tools {
		list = append(list, t.Name, t.Description, string(t.Parameters))
	}
	for _, t := range call.Turns {
		list = append(list, t.Text)
		for _, c := range t.Calls {
			list = append(list, c.Name, string(c.Arguments))
		}
	}
	return list
}

func (l *ledger) estimate(call prompts.Call) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return int(float64(raw(call))*l.ratio) + (2+len(call.Turns)+len(call.Tools))*perMessage + perImage*len(call.Images)
}

// admit refuses a prompt that cannot fit.
func (l *ledger) admit(call prompts.Call) error {
	if need := l.estimate(call); need > l.numCtx-call.NumPredict {
		return &ErrTooLong{Step: call.Step, Estimate: need, NumCtx: l.numCtx, NumPredict: call.NumPredict}
	}
	return nil
}

// believable returns a server's count of prompt tokens; 0, which means unknown, for one that the context could not hold
// several times over.
func (l *ledger) believable(count int) int {
	if count > 4*l.numCtx {
		return 0
	}
	return count
}

// settle compares the server's count of prompt tokens with the estimate and reports whether the prompt was cut: the context is full
// although room was kept for the reply, or fewer tokens were read than any tokenizer could make of the text.
func (l *ledger) settle(call prompts.Call, count int, countsAll bool) bool {
	cut := count >= l.numCtx || countsAll && count > 0 && len(call.Images) == 0 && count < fewestTokens(call)
	if countsAll && len(call.Images) == 0 {
		l.learn(raw(call), count, cut)
	}
	return cut
}

// learn moves the ratio up at once and down slowly: an estimate that is too high costs a fallback, one that is too low a cut prompt.
func (l *ledger) learn(estimate, count int, cut bool) {
	if estimate < worthwhile || count <= 0 {
		return
	}
	seen := float64(count) / float64(estimate)
	if cut {
		seen *= 1.5 // it was more than that, nobody knows how much
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case seen >= l.ratio:
		l.ratio = seen
	case !cut:
		l.ratio = max(0.9*l.ratio+0.1*seen, 0.6)
	}
}

// explain turns the server's own refusal of a long prompt into ErrTooLong.
func (l *ledger) explain(call prompts.Call, err error) error {
	if !overlong(err) {
		return err
	}
	return &ErrTooLong{Step: call.Step, Estimate: l.estimate(call), NumCtx: l.numCtx, NumPredict: call.NumPredict}
}

// fewestTokens is a number that no tokenizer falls below: 12 letters or digits per token. Runs of blanks and dots do not count, they
// may be one token. Tools do not count either: a server may put them another way, or leave them out.
func fewestTokens(call prompts.Call) int {
	call.Tools = nil
	n := 0
	for _, text := range told(call) {
		for _, r := range text {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				n++
			}
		}
	}
	return n / 12
}
