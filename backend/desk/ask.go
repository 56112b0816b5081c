package desk

import (
	"context"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/flow"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
)

// Asked is everything about a run that answers, at one moment. What happens later is told by events after Seq.
type Asked struct {
	Run          Run               `json:"run"`
	Seq          int64             `json:"seq"` // of the last durable event it includes
	Conversation string            `json:"conversation"`
	Question     string            `json:"question"`
	Language     string            `json:"language"` // of the question and of what is said in it; "" until that is known
	Mode         string            `json:"mode"`
	Web          string            `json:"web"`
	Hosts        []string          `json:"hosts"`
	Phase        string            `json:"phase"`    // under the specification's names, or "done"
	Timeline     []Moment          `json:"timeline"` // the phases it went through, in order
	Decisions    []answer.Decision `json:"decisions"`
	Queries      []answer.Searched `json:"queries"`
	Sources      []AskedSource     `json:"sources"` // found so far, in the order of finding
	Near         []answer.KeptData `json:"near"`    // the passages that come nearest to the question so far; none once it is answered
	Warnings     []answer.Warning  `json:"warnings"`
	Text         string            `json:"text"`   // the answer so far, with [1], [2], ... once it is proved
	Proved       bool              `json:"proved"` // Text is what the run hands over
	Citations    []answer.Citation `json:"citations"`
	Verdict      report.Outcome    `json:"verdict"` // how far Text answers; "" while nothing is proved
	Missing      []string          `json:"missing"` // parts of the question without a full answer
	Without      string            `json:"without"` // why no model wrote Text although one was chosen: "slow", "gone", "declined" or "unusable"; "" where one did
	StopReason   string            `json:"stop_reason"`
	Consent      *Consent          `json:"consent"` // what it asks before anything leaves; null when it does not
	Stats        answer.Stats      `json:"stats"`
	Limit        int64             `json:"limit"`       // milliseconds that it may work at most
	Connections  []Connection      `json:"connections"` // that it opened or was refused, the first one first
}

// Moment is the beginning of a phase.
type Moment struct {
	answer.Progress
	At time.Time `json:"at" ts_type:"string"`
}

// AskedSource is a document or page that was found, with what its best evidence is worth.
type AskedSource struct {
	answer.Source
	Quality float64 `json:"quality"` // 0..1; 0 when nothing of it was kept
	Why     string  `json:"why"`     // the quality in words
	Number  int     `json:"number"`  // of its citation, 0 when the answer does not cite it
}

// Consent is what a run wants to send, and to whom.
type Consent struct {
	Question string          `json:"question"` // ID to answer
	Text     string          `json:"text"`     // the sentence for people
	Provider source.Provider `json:"provider"`
	Queries  []string        `json:"queries"`
	Hosts    []string        `json:"hosts"` // pages may be read of these alone; empty: of whatever host the search finds
	Loop     int             `json:"loop"`
	Node     string          `json:"node"` // of a tree: the question the queries are for, "" otherwise
}

// StartAsk stores a new run that answers and begins to execute it.
func (d *Desk) StartAsk(q core.Ask) (Run, error) {
	return start(d, (*core.Core).StartAnswer, q)
}

// Asked returns a run that answers as it stands.
func (d *Desk) Asked(run string) (Asked, error) {
	return with(d, d.asked, run)
}

// AnswerWithoutModel has a run that answers go on without its model, which is slow or works for another run.
func (d *Desk) AnswerWithoutModel(run string) error {
	return tell(d, func(c *core.Core, ctx context.Context) error { return c.WithoutModel(ctx, run) })
}

// AnswerConsent answers what a run asks before anything leaves: "these" queries, everything that this "run" needs, or nothing ("library"). The
// queries may come back edited or shortened.
func (d *Desk) AnswerConsent(run, question, decision string, queries []string) error {
	told, err := ask(d, func(c *core.Core, ctx context.Context) ([]graph.Message, error) {
		return c.Consent(ctx, run, question, flow.ConsentAnswer{Decision: decision, Queries: queries})
	})
	if err != nil {
		return err
	}
	return d.answer(run, question, told[0], told[1:]...)
}

// Conversation is a row of the list of conversations.
type Conversation struct {
	ID      string    `json:"id"`
	Title   string    `json:"title"` // the first question
	Created time.Time `json:"created" ts_type:"string"`
	Updated time.Time `json:"updated" ts_type:"string"`
	Turns   int       `json:"turns"`
	Last    string    `json:"last"` // ID of its last run
	Live    bool      `json:"live"` // which is being answered
}

// Conversations returns the conversations, the one that was gone on with last first.
func (d *Desk) Conversations() ([]Conversation, error) {
	return ask(d, func(c *core.Core, ctx context.Context) ([]Conversation, error) {
		list, err := c.Conversations(ctx)
		out := make([]Conversation, 0, len(list))
		for _, v := range list {
			out = append(out, rowOf(c, v))
		}
		return out, err
	})
}

func rowOf(c *core.Core, v core.Conversation) Conversation {
	last := v.Runs[len(v.Runs)-1].ID
	return Conversation{v.ID, v.Title, v.Created, v.Updated, len(v.Runs), last, c.Live(last)}
}

// Talk is a conversation with all that was said in it.
type Talk struct {
	Conversation
	Messages []core.Message `json:"messages"` // the oldest first
}

// Conversation returns a conversation by its ID or by a run of it.
func (d *Desk) Conversation(id string) (Talk, error) {
	return ask(d, func(c *core.Core, ctx context.Context) (Talk, error) {
		v, err := c.Conversation(ctx, id)
		if err != nil {
			return Talk{}, err
		}
		out := Talk{Conversation: rowOf(c, v)}
		for _, run := range v.Runs {
			m, err := c.MessageOf(ctx, run)
			if err != nil {
				return out, err
			}
			out.Messages = append(out.Messages, m)
		}
		return out, nil
	})
}

// DeleteConversation deletes a conversation for good, with every run of it. One that is being executed is refused.
func (d *Desk) DeleteConversation(id string) error {
	return tell(d, func(c *core.Core, ctx context.Context) error {
		v, err := c.Conversation(ctx, id)
		if err != nil {
			return err
		}
		return d.deleteAll(c, ctx, v.Runs)
	})
}
