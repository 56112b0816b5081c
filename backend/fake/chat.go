package fake

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ollama/ollama/api"

	"rabbithole/prompts"
)

// ChatRequest is a chat as a script sees it.
type ChatRequest struct {
	Step   string // the step that asks, recognised by its schema, or by how it begins; "" for any other request
	System string
	User   string
	Tools  []string // names of the tools it may ask for
	Told   []Told   // what tools brought so far, in order
	Raw    api.ChatRequest
}

// Told is what a tool brought.
type Told struct{ Tool, Text string }

// ChatReply is what the model says. The zero values of the counts mean plausible ones.
type ChatReply struct {
	Text         string
	Pause        time.Duration // before every part of Text
	Thinking     string        // sent in the field that servers use for it
	Calls        []prompts.ToolCall
	DoneReason   string // "stop" when empty; "length" says that the text was cut
	Looping      bool   // the text ends in one token again and again, on which a server gives up: the stream ends without its final line
	PromptTokens int    // a quarter of the prompt's characters when 0
	ReplyTokens  int
}

// Answer marshals v into a reply.
func Answer(v any) ChatReply {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // a test that cannot write its own script
	}
	return ChatReply{Text: string(text)}
}

// Calling is a reply that asks for tools.
func Calling(calls ...prompts.ToolCall) ChatReply { return ChatReply{Calls: calls} }

// Use is a call of a tool; args must marshal.
func Use(tool string, args any) prompts.ToolCall {
	return prompts.ToolCall{Name: tool, Arguments: json.RawMessage(Answer(args).Text)}
}

func newChatRequest(raw api.ChatRequest) ChatRequest {
	req := ChatRequest{Raw: raw}
	for _, m := range raw.Messages {
		switch m.Role {
		case "system":
			req.System += m.Content
		case "user":
			req.User += m.Content
		case "tool":
			req.Told = append(req.Told, Told{m.ToolName, m.Content})
		}
	}
	for _, t := range raw.Tools {
		req.Tools = append(req.Tools, t.Function.Name)
	}
	switch req.Step = stepOf(raw.Format); {
	case req.Step == "" && strings.HasPrefix(req.User, curiosity):
		req.Step = prompts.Discover.Name
	case req.Step == "" && len(req.Tools) > 0: // a turn with tools carries no schema
		req.Step = prompts.Related.Name
	}
	return req
}

// stepOf recognises a step by the schema it sends.
func stepOf(format json.RawMessage) string {
	for _, t := range []struct {
		name   string
		schema func() (json.RawMessage, error)
	}{
		{prompts.Analyse.Name, prompts.Analyse.Schema}, {prompts.Clarify.Name, prompts.Clarify.Schema},
		{prompts.Plan.Name, prompts.Plan.Schema}, {prompts.Queries.Name, prompts.Queries.Schema},
		{prompts.Judge.Name, prompts.Judge.Schema}, {prompts.Sift.Name, prompts.Sift.Schema},
		{prompts.Draft.Name, prompts.Draft.Schema},
		{prompts.Proof.Name, prompts.Proof.Schema}, {prompts.Trial.Name, prompts.Trial.Schema}, {prompts.Repair.Name, prompts.Repair.Schema},
		{prompts.Seek.Name, prompts.Seek.Schema}, {prompts.Weigh.Name, prompts.Weigh.Schema},
		{prompts.Settle.Name, prompts.Settle.Schema},
		{prompts.Respond.Name, prompts.Respond.Schema},
		{prompts.Digest.Name, prompts.Digest.Schema}, {prompts.Aggregate.Name, prompts.Aggregate.Schema}, {prompts.Split.Name, prompts.Split.Schema},
		{prompts.Related.Name, prompts.Related.Schema}, {prompts.Decompose.Name, prompts.Decompose.Schema},
		{prompts.Sufficiency.Name, prompts.Sufficiency.Schema},
	} {
		if schema, err := t.schema(); err == nil && sameJSON(schema, format) {
			return t.name
		}
	}
	return ""
}

// sameJSON reports whether two schemas are the same but for how many entries their lists may have, which differs from call to call.
func sameJSON(a, b json.RawMessage) bool {
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	p, _ := json.Marshal(uncounted(x))
	q, _ := json.Marshal(uncounted(y))
	return string(p) == string(q)
}

func uncounted(v any) any {
	switch v := v.(type) {
	case map[string]any:
		delete(v, "maxItems")
		for key := range v {
			v[key] = uncounted(v[key])
		}
	case []any:
		for i := range v {
			v[i] = uncounted(v[i])
		}
	}
	return v
}

func (s *Server) chat(w http.ResponseWriter, r *http.Request) {
	var raw api.ChatRequest
	if err := json.NewDecoder(r.Body).Decode(&raw); err != nil {
		writeJSON(w, http.StatusBadRequest, map[string]string{"error": err.Error()})
		return
	}
	if req := newChatRequest(raw); req.Step == prompts.Trial.Name {
		trial := s.Trial
		if trial == nil {
			trial = Discerning
		}
		s.stream(w, r, raw, completed(req, trial(r.Context())), Failure{})
		return
	}
	failure := s.note(Request{Path: r.URL.Path, Chat: &raw})
	if !s.suffer(w, r, failure) {
		return
	}
	if _, ok := s.model(raw.Model); !ok {
		writeJSON(w, http.StatusNotFound, map[string]string{"error": "model '" + raw.Model + "' not found"})
		return
	}
	if len(raw.Messages) == 0 {
		writeJSON(w, http.StatusOK, api.ChatResponse{Model: raw.Model, Done: true, DoneReason: "load"})
		return
	}
	s.stream(w, r, raw, s.reply(newChatRequest(raw)), failure)
}

func (s *Server) reply(req ChatRequest) ChatReply {
	s.mu.Lock()
	handle := s.Handle
	s.mu.Unlock()
	if handle == nil {
		handle = Sensible
	}
	return completed(req, handle(req))
}

// completed fills in what a reply leaves open.
func completed(req ChatRequest, reply ChatReply) ChatReply {
	if reply.DoneReason == "" {
		reply.DoneReason = "stop"
	}
	if reply.PromptTokens == 0 {
		for _, m := range req.Raw.Messages {
			reply.PromptTokens += utf8.RuneCountInString(m.Content)
		}
		reply.PromptTokens = reply.PromptTokens/4 + 1
	}
	if reply.ReplyTokens == 0 {
		reply.ReplyTokens = utf8.RuneCountInString(reply.Text)/4 + 1
	}
	return reply
}

// stream sends thinking, then the text in small parts, then the final line with the counts.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, raw api.ChatRequest, reply ChatReply, failure Failure) {
	out := json.NewEncoder(w)
	send := func(m api.Message) {
		m.Role = "assistant"
		out.Encode(api.ChatResponse{Model: raw.Model, CreatedAt: time.Unix(0, 0).UTC(), Message: m})
		w.(http.Flusher).Flush()
	}
	if reply.Thinking != "" {
		send(api.Message{Thinking: reply.Thinking})
	}
	parts := split(reply.Text)
	for i, part := range parts {
		if i == len(parts)/2 && !s.breakOff(r, out, failure) {
			return
		}
		if reply.Pause > 0 && !s.stall(r, Failure{Stall: reply.Pause}) {
			return
		}
		send(api.Message{Content: part})
	}
	if len(reply.Calls) > 0 {
		send(api.Message{ToolCalls: wireCalls(reply.Calls)})
	}
	if reply.Looping {
		for range 30 {
			send(api.Message{Content: " so"})
		}
		return
	}
	out.Encode(api.ChatResponse{Model: raw.Model, Message: api.Message{Role: "assistant"}, Done: true, DoneReason: reply.DoneReason,
		Metrics: api.Metrics{PromptEvalCount: reply.PromptTokens, EvalCount: reply.ReplyTokens}})
}

// breakOff acts out what goes wrong after half of a reply; false when the reply ends there.
func (s *Server) breakOff(r *http.Request, out *json.Encoder, failure Failure) bool {
	switch {
	case failure.Die:
		panic(http.ErrAbortHandler)
	case failure.Message != "":
		out.Encode(map[string]string{"error": failure.Message})
		return false
	}
	return !failure.Midway || s.stall(r, failure)
}

// Parts is how many parts a text is sent in.
func Parts(text string) int { return len(split(text)) }

// split cuts a text into parts of about 16 bytes at blanks, at least one.
func split(text string) []string {
	var parts []string
	for len(text) > 16 {
		at := strings.IndexByte(text[16:], ' ')
		if at < 0 {
			break
		}
		parts = append(parts, text[:16+at])
		text = text[16+at:]
	}
	return append(parts, text)
}

// wireCalls puts tool calls as the server sends them; arguments that are no object cannot be sent by any.
func wireCalls(calls []prompts.ToolCall) []api.ToolCall {
	var list []api.ToolCall
	for i, c := range calls {
		w := api.ToolCall{ID: "call_" + c.Name, Function: api.ToolCallFunction{Index: i, Name: c.Name}}
		if err := json.Unmarshal(c.Arguments, &w.Function.Arguments); err != nil {
			panic(err) // a test that cannot write its own script
		}
		list = append(list, w)
	}
	return list
}
