// Package budget counts what a run has spent and what it may still spend: model calls, tokens, pages, loops, time.
//
// A limit of zero means "no limit". The package promises that Spend only ever grows and that a share handed to a sub-run can
// never make the whole exceed its limits; it refuses to know what the money is spent on.
package budget

import (
	"sync"
	"time"
)

// Limits bound a run. Zero fields do not bound.
type Limits struct {
	Calls    int           `json:"calls,omitempty"`    // model calls, embeddings not counted
	Tokens   int           `json:"tokens,omitempty"`   // prompt + reply tokens
	Passages int           `json:"passages,omitempty"` // passages read
	Loops    int           `json:"loops,omitempty"`
	Time     time.Duration `json:"time,omitempty"` // working time; waiting for a person does not count
}

// Spend is what was used so far.
type Spend struct {
	Calls        int           `json:"calls"`
	PromptTokens int           `json:"prompt_tokens"`
	ReplyTokens  int           `json:"reply_tokens"`
	Passages     int           `json:"passages"`
	Loops        int           `json:"loops"`
	Truncated    int           `json:"truncated"` // calls whose prompt the server cut, by its own token count
	Replayed     int           `json:"replayed"`  // calls answered by the journal
	Fallbacks    int           `json:"fallbacks"` // steps done by their fallback although a model was chosen
	Time         time.Duration `json:"time"`
}

// Plus returns the sum of both.
func (s Spend) Plus(o Spend) Spend {
	s.Calls += o.Calls
	s.PromptTokens += o.PromptTokens
	s.ReplyTokens += o.ReplyTokens
	s.Passages += o.Passages
	s.Loops += o.Loops
	s.Truncated += o.Truncated
	s.Replayed += o.Replayed
	s.Fallbacks += o.Fallbacks
	s.Time += o.Time
	return s
}

// Minus returns what s has on top of o.
func (s Spend) Minus(o Spend) Spend {
	s.Calls -= o.Calls
	s.PromptTokens -= o.PromptTokens
	s.ReplyTokens -= o.ReplyTokens
	s.Passages -= o.Passages
	s.Loops -= o.Loops
	s.Truncated -= o.Truncated
	s.Replayed -= o.Replayed
	s.Fallbacks -= o.Fallbacks
	s.Time -= o.Time
	return s
}

// Exceeded names the first limit that s has reached, "" when none.
func (l Limits) Exceeded(s Spend) string {
	switch {
	case l.Calls > 0 && s.Calls >= l.Calls:
		return "calls"
	case l.Tokens > 0 && s.PromptTokens+s.ReplyTokens >= l.Tokens:
		return "tokens"
	case l.Passages > 0 && s.Passages >= l.Passages:
		return "passages"
	case l.Loops > 0 && s.Loops >= l.Loops:
		return "loops"
	case l.Time > 0 && s.Time >= l.Time:
		return "time"
	}
	return ""
}

// Meter is a Spend that several goroutines may add to. The zero value works.
type Meter struct {
	mu    sync.Mutex
	spend Spend
}

// Add adds o to the meter.
func (m *Meter) Add(o Spend) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.spend = m.spend.Plus(o)
}

// Spent returns what was added so far.
func (m *Meter) Spent() Spend {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.spend
}
