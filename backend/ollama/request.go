package ollama

import (
	"github.com/ollama/ollama/api"

	"rabbithole/prompts"
)

// defaultPredict is reserved for the reply when a call does not say.
const defaultPredict = 1024

// request builds the chat request of a call. Every option that decides the answer is explicit and, num_predict and seed apart, the
// same for all calls of a run: a changed num_ctx would reload the model.
func (m *Model) request(call prompts.Call) (*api.ChatRequest, error) {
	no := false
	tools, err := toolsOf(call)
	if err != nil {
		return nil, err
	}
	said, err := messages(call)
	if err != nil {
		return nil, err
	}
	options := m.client.options(m.card.NumCtx)
	options["temperature"] = 0
	options["seed"] = call.Seed
	options["num_predict"] = call.NumPredict
	return &api.ChatRequest{
		Model:     m.card.Name,
		Messages:  said,
		Tools:     tools,
		Format:    call.Schema,
		KeepAlive: m.client.keepAlive(),
		Options:   options,
		// A model that cannot think answers "does not support thinking" to true; false is always understood.
		Think: &api.ThinkValue{Value: call.Think && m.card.Thinks},
		// Servers before 0.12 ignore these two: there the ledger is the only guard.
		Truncate: &no,
		Shift:    &no,
	}, nil
}

func messages(call prompts.Call) ([]api.Message, error) {
	user := api.Message{Role: "user", Content: call.User}
	for _, image := range call.Images {
		user.Images = append(user.Images, image)
	}
	list := []api.Message{user}
	if call.System != "" {
		list = []api.Message{{Role: "system", Content: call.System}, user}
	}
	for _, t := range call.Turns {
		m := api.Message{Role: string(t.Role), Content: t.Text, ToolName: t.Tool}
		for i, c := range t.Calls {
			asked, err := wireCall(c, i)
			if err != nil {
				return nil, err
			}
			m.ToolCalls = append(m.ToolCalls, asked)
		}
		list = append(list, m)
	}
	return list, nil
}

// options are those that belong to the loaded model, for chat and embeddings alike.
func (c *Client) options(numCtx int) map[string]any {
	options := map[string]any{"num_ctx": numCtx}
	if c.opts.NumThread > 0 {
		options["num_thread"] = c.opts.NumThread
	}
	return options
}
