package server

import (
	"cmp"
	"context"
	"encoding/json"
	"strings"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/event"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/graph"
	"rabbithole/backend/reason"
	"rabbithole/backend/report"
)

// teller streams one answer: a start, the progress of the run, its text, then citations, usage and warnings, and done or an error at the end.
type teller struct {
	listening
	stream

	text     strings.Builder // what the client has of the answer
	language string          // that the run speaks
}

// What a stream says, in the order of docs/http.md. Each message has the name of its type as its event, too.
type (
	startMessage struct {
		ConversationID string `json:"conversationId"`
		MessageID      string `json:"messageId"` // the run
	}
	workingMessage struct {
		Message         string  `json:"message"`
		Stage           string  `json:"stage"`
		Step            string  `json:"step"`
		Holder          string  `json:"holder,omitempty"`
		Call            int     `json:"call"`
		Calls           int     `json:"calls,omitempty"`
		ElapsedMillis   int64   `json:"elapsedMillis"`
		PromptTokens    int     `json:"promptTokens"`
		ReplyTokens     int     `json:"replyTokens"`
		TokensPerSecond float64 `json:"tokensPerSecond,omitempty"`
		LeftMillis      int64   `json:"leftMillis,omitempty"`
	}
	deltaMessage struct {
		Text  string `json:"text"`
		Reset bool   `json:"reset,omitempty"` // what came before is void
	}
	citationsMessage struct {
		Citations []answer.Citation `json:"citations"`
	}
	usageMessage struct {
		ModelCalls        int          `json:"modelCalls"`
		PromptTokens      int          `json:"promptTokens"`
		ReplyTokens       int          `json:"replyTokens"`
		Loops             int          `json:"loops"`
		Queries           int          `json:"queries"`
		SourcesConsidered int          `json:"sourcesConsidered"`
		SourcesRead       int          `json:"sourcesRead"`
		Stats             answer.Stats `json:"stats"`
	}
	warningsMessage struct {
		Warnings []answer.Warning `json:"warnings"`
	}
	doneMessage struct {
		StopReason string         `json:"stopReason"`
		Verdict    report.Outcome `json:"verdict"`
		Missing    []string       `json:"missing"`
		Without    string         `json:"without,omitempty"` // why no model wrote the answer although one was chosen
	}
	errorMessage struct {
		Error problem `json:"error"`
	}
)

// tell streams the run to its end; false when the client went away before.
func (t *teller) tell(client, server context.Context) bool {
	t.begin(false)
	t.send(0, "start", t.start())
	tick := time.NewTicker(heartbeat)
	defer tick.Stop()
	for t.err == nil {
		select {
		case <-client.Done():
			return false
		case <-server.Done():
			return true // the desk pauses the run
		case <-tick.C:
			t.alive()
		case e := <-t.events.C:
			end, err := t.heard(e, t.say)
			if end {
				return true
			}
			t.err = cmp.Or(t.err, err)
		}
	}
	return false
}

func (t *teller) start() startMessage {
	a, _ := t.desk.Asked(t.run)
	t.language = a.Language
	return startMessage{a.Conversation, t.run}
}

// say tells what happened, and reports whether it was the end.
func (t *teller) say(e event.Event) (end bool) {
	switch e.Kind {
	case answer.EventProgress:
		var p answer.Progress
		if json.Unmarshal(e.Data, &p) == nil {
			t.send(0, "progress", p)
		}
	case reason.EventAsking:
		var a reason.Asking
		if json.Unmarshal(e.Data, &a) == nil && a.Stage != reason.AskDone {
			t.send(0, "working", workingMessage{a.Line(t.language), a.Stage, a.Step, a.Holder, a.Call, a.Calls, a.Elapsed.Milliseconds(), a.PromptTokens,
				a.ReplyTokens, a.Rate, a.Left.Milliseconds()})
		}
	case answer.EventToken:
		var token answer.Token
		if json.Unmarshal(e.Data, &token) == nil {
			t.add(deltaMessage(token))
		}
	case graph.RunFinished:
		t.finish()
		return true
	case graph.RunFailed, graph.RunCancelled, graph.RunPaused, graph.RunWaiting:
		t.send(0, "error", errorMessage{stoppedAs(e)})
		return true
	}
	return false
}

// add sends a stretch of the answer.
func (t *teller) add(d deltaMessage) {
	if d.Reset {
		t.text.Reset()
	}
	t.text.WriteString(d.Text)
	t.send(0, "delta", d)
}

// finish tells what the run hands over. The proved answer takes the place of what was streamed where they differ.
func (t *teller) finish() {
	m, err := desk.Ask(t.desk, func(c *core.Core, ctx context.Context) (core.Message, error) {
		run, err := c.Run(ctx, t.run)
		if err != nil {
			return core.Message{}, err
		}
		return c.MessageOf(ctx, run)
	})
	if err != nil {
		t.send(0, "error", errorMessage{problem(desk.FaultOf(err))})
		return
	}
	if written := t.text.String(); written != m.Answer {
		t.add(deltaMessage{Text: m.Answer, Reset: written != ""})
	}
	t.send(0, "citations", citationsMessage{filled(m.Citations)})
	t.send(0, "usage", usageMessage{ModelCalls: m.Spend.Calls, PromptTokens: m.Spend.PromptTokens, ReplyTokens: m.Spend.ReplyTokens,
		Loops:   m.Stats.Loops,
		Queries: m.Stats.Queries, SourcesConsidered: m.Stats.Considered, SourcesRead: m.Stats.SourcesRead, Stats: m.Stats})
	t.send(0, "warnings", warningsMessage{filled(m.Warnings)})
	t.send(0, "done", doneMessage{m.Stats.StopReason, m.Verdict, filled(m.Missing), m.Without})
}

// filled is the list, empty rather than null.
func filled[T any](list []T) []T { return append([]T{}, list...) }
