package core

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"rabbithole/backend/budget"
	"rabbithole/backend/fault"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
)

// Conversation is a chain of questions, each asked with the answers before it in mind. It has the ID of the run that began it.
type Conversation struct {
	ID      string      `json:"id"`
	Title   string      `json:"title"` // the first question that is left
	Created time.Time   `json:"created" ts_type:"string"`
	Updated time.Time   `json:"updated" ts_type:"string"`
	Runs    []graph.Run `json:"runs"` // the oldest first
}

// Conversations returns the conversations, the one that was gone on with last first.
func (c *Core) Conversations(ctx context.Context) ([]Conversation, error) {
	whole := "" // a sub-run is said in no conversation
	runs, err := c.db.Runs(ctx, graph.Filter{Flow: answer.Name, Parent: &whole})
	if err != nil {
		return nil, err
	}
	at := map[string]int{}
	out := []Conversation{}
	for _, run := range slices.Backward(runs) {
		id, ok := AskOf(run)
		if !ok {
			continue
		}
		i, known := at[id]
		if !known {
			i = len(out)
			at[id] = i
			out = append(out, Conversation{ID: id, Title: run.Title, Created: run.Created})
		}
		out[i].Runs = append(out[i].Runs, run)
		if run.Updated.After(out[i].Updated) {
			out[i].Updated = run.Updated
		}
	}
	slices.SortStableFunc(out, func(a, b Conversation) int { return b.Updated.Compare(a.Updated) })
	return out, nil
}

// Conversation returns a conversation by its ID or by a run of it.
func (c *Core) Conversation(ctx context.Context, id string) (Conversation, error) {
	all, err := c.Conversations(ctx)
	if err != nil {
		return Conversation{}, err
	}
	if id, err = c.conversationOf(ctx, id); err != nil {
		return Conversation{}, err
	}
	i := slices.IndexFunc(all, func(v Conversation) bool { return v.ID == id })
	if i < 0 {
		return Conversation{}, noConversation(id)
	}
	return all[i], nil
}

// conversationOf returns the ID of the conversation that id names: its own, or that of a run of it. "" names none.
func (c *Core) conversationOf(ctx context.Context, id string) (string, error) {
	if id == "" {
		return "", nil
	}
	run, err := c.Run(ctx, id)
	if err == nil {
		if conversation, ok := AskOf(run); ok {
			return conversation, nil
		}
		return "", noConversation(id)
	}
	if fault.KindOf(err) != fault.NotFound {
		return "", err
	}
	all, err := c.Conversations(ctx) // the run that began it may be deleted
	if err != nil {
		return "", err
	}
	if !slices.ContainsFunc(all, func(v Conversation) bool { return v.ID == id }) {
		return "", noConversation(id)
	}
	return id, nil
}

func noConversation(id string) error {
	return fault.New("find conversation "+id, fault.NotFound, "`rabbithole runs` lists the runs; those of the flow answer belong to conversations.", errors.New("there is none"))
}

// turns returns the questions and answers of a conversation as far as a run remembers them. Answers that cite anything
// outside the scope are left out.
func (c *Core) turns(ctx context.Context, conversation string, scope source.Scope) ([]answer.Turn, error) {
	if conversation == "" {
		return nil, nil
	}
	v, err := c.Conversation(ctx, conversation)
	if err != nil {
		return nil, err
	}
	var turns []answer.Turn
	for _, run := range v.Runs {
		if run.Status != graph.Finished {
			continue
		}
		s, err := c.AnswerState(ctx, run.ID)
		if err != nil {
			return nil, err
		}
		r, err := c.carried(ctx, run.ID, scope)
		if err != nil {
			return nil, err
		}
		turns = append(turns, answer.TurnOf(run.ID, s, r))
	}
	return answer.Recall(turns), nil
}

// Message is a question of a conversation and what was answered.
type Message struct {
	Run       string            `json:"run"`
	Question  string            `json:"question"`
	Profile   answer.Profile    `json:"mode"`
	Web       WebPolicy         `json:"web"`
	Status    graph.Status      `json:"status"`
	At        time.Time         `json:"at" ts_type:"string"`
	Answer    string            `json:"answer"` // text with [1], [2], ...; "" while there is none
	Citations []answer.Citation `json:"citations"`
	Verdict   report.Outcome    `json:"verdict"`           // how far it answers; "" while there is none
	Missing   []string          `json:"missing"`           // parts of the question without a full answer
	Without   string            `json:"without,omitempty"` // why no model wrote it although one was chosen: "slow", "gone", "declined" or "unusable"
	Warnings  []answer.Warning  `json:"warnings"`
	Stats     answer.Stats      `json:"stats"`
	Spend     budget.Spend      `json:"spend"`
	Error     string            `json:"error,omitempty"`
	Hint      string            `json:"hint,omitempty"`
}

// MessageOf returns a run of a conversation as a message.
func (c *Core) MessageOf(ctx context.Context, run graph.Run) (Message, error) {
	s, err := c.AnswerState(ctx, run.ID)
	if err != nil {
		return Message{}, err
	}
	var meta runMeta
	if err := json.Unmarshal(run.Meta, &meta); err != nil {
		return Message{}, err
	}
	m := Message{Run: run.ID, Missing: []string{}, Question: s.Question, Profile: s.Profile, Status: run.Status, At: run.Created,
		Without: s.Without, Warnings: s.Warnings, Stats: s.Stats, Spend: s.Spend, Error: run.Error, Hint: run.Hint}
	if meta.Ask != nil {
		m.Web = meta.Ask.Web
	}
	if run.Status != graph.Finished {
		return m, nil
	}
	r, err := c.db.Report(ctx, run.ID, 0)
	if err == nil {
		r, err = c.moved(ctx, r)
	}
	if err != nil {
		return m, err
	}
	m.Answer, m.Citations, m.Verdict, m.Missing = answer.Text(r), answer.Citations(r), r.Verdict, append([]string{}, r.Missing...)
	return m, nil
}

// Consent returns what a run is to be told when a person says what may leave: the answer, and the same to its other branches that ask, when it holds
// for the whole run.
func (c *Core) Consent(ctx context.Context, run, question string, a shared.ConsentAnswer) ([]graph.Message, error) {
	out := []graph.Message{graph.Answer(question, a)}
	if a.Decision == shared.ConsentThese {
		return out, nil
	}
	asking, err := c.asksConsent(ctx, run)
	for _, q := range asking {
		if q.id != question {
			out = append(out, graph.Answer(q.id, shared.ConsentAnswer{Decision: a.Decision, Queries: q.Queries}))
		}
	}
	return out, err
}

// Unasked returns what a run is to be told about the questions of its tree under a node, when nobody works on them any more: what they would send
// is not sent.
func (c *Core) Unasked(ctx context.Context, run, node string) ([]graph.Message, error) {
	var out []graph.Message
	asking, err := c.asksConsent(ctx, run)
	for _, q := range asking {
		if q.Node == node || strings.HasPrefix(q.Node, node+".") {
			out = append(out, graph.Answer(q.id, shared.ConsentAnswer{Decision: shared.ConsentThese}))
		}
	}
	return out, err
}

// asking is an open question of a run whether something may leave.
type asking struct {
	id string
	shared.ConsentData
}

func (c *Core) asksConsent(ctx context.Context, run string) ([]asking, error) {
	questions, err := c.Questions(ctx, run)
	if err != nil {
		return nil, err
	}
	var out []asking
	for _, q := range questions {
		if q.Kind != shared.QuestionConsent {
			continue
		}
		a := asking{id: q.ID}
		if err := json.Unmarshal(q.Data, &a.ConsentData); err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}
