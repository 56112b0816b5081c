package ollama

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/ollama/ollama/api"

	"rabbithole/prompts"
)

// toolsOf puts a call's tools as the server takes them.
func toolsOf(call prompts.Call) (api.Tools, error) {
	var list api.Tools
	for _, t := range call.Tools {
		tool := api.Tool{Type: "function", Function: api.ToolFunction{Name: t.Name, Description: t.Description}}
		if err := json.Unmarshal(t.Parameters, &tool.Function.Parameters); err != nil {
			return nil, fmt.Errorf("parameters of tool %s: %w", t.Name, err)
		}
		list = append(list, tool)
	}
	return list, nil
}

// wireCall puts a call that a model made earlier as the server takes it.
func wireCall(c prompts.ToolCall, index int) (api.ToolCall, error) {
	out := api.ToolCall{Function: api.ToolCallFunction{Index: index, Name: c.Name, Arguments: api.NewToolCallFunctionArguments()}}
	if len(c.Arguments) == 0 {
		return out, nil
	}
	if err := json.Unmarshal(c.Arguments, &out.Function.Arguments); err != nil {
		return out, fmt.Errorf("arguments of a call of tool %s: %w", c.Name, err)
	}
	return out, nil
}

// toolCall is a tool call of an answer. The server's random IDs stay out: the same answer is the same turn, in the
// journal too.
type toolCall struct {
	Function struct {
		Name      string
		Arguments json.RawMessage
	}
}

// heard returns the call; false when its arguments are no object.
func (c toolCall) heard() (prompts.ToolCall, bool) {
	if len(c.Function.Arguments) == 0 {
		return prompts.ToolCall{Name: c.Function.Name, Arguments: json.RawMessage("{}")}, true
	}
	args, ok := argumentsOf(c.Function.Arguments)
	return prompts.ToolCall{Name: c.Function.Name, Arguments: args}, ok
}

// argumentsOf returns arguments as the JSON object that they are, or that stands in them as a string; false when there
// is none.
func argumentsOf(args json.RawMessage) (json.RawMessage, bool) {
	var inner string
	if json.Unmarshal(args, &inner) == nil {
		args = json.RawMessage(inner)
	}
	var fields map[string]json.RawMessage
	err := json.Unmarshal(args, &fields)
	return bytes.ToValidUTF8(args, []byte("\uFFFD")), err == nil && fields != nil
}

// mostSpoken bounds the tool calls that are read out of an answer's text, and mostTalk the braces in it that begin none.
const (
	mostSpoken = 8
	mostTalk   = 50
)

// spokenCalls reads tool calls that a model wrote as text, as small ones and those of other templates do: the objects in it that name a tool
// of the call and carry arguments, bare, in a fence or between tags. An answer without any is an answer.
func spokenCalls(text string, tools []prompts.Tool) []prompts.ToolCall {
	if len(tools) == 0 || !strings.Contains(text, "{") {
		return nil
	}
	var list []prompts.ToolCall
	for talk := 0; talk < mostTalk && len(list) < mostSpoken; {
		at := strings.IndexByte(text, '{')
		if at < 0 {
			break
		}
		text = text[at:]
		var object json.RawMessage
		if json.NewDecoder(strings.NewReader(text)).Decode(&object) != nil {
			text, talk = text[1:], talk+1
			continue
		}
		text = text[len(object):]
		call, ok := spokenCall(object, tools)
		if !ok {
			talk++
			continue
		}
		list = append(list, call)
	}
	return list
}

// spoken is a tool call as models write it: the name and the arguments go by several names, and may lie in an object of their own.
type spoken struct {
	Name, Tool                  string
	Function, Action            json.RawMessage
	Arguments, Parameters, Args json.RawMessage
}

// spokenCall reads one object as a tool call.
func spokenCall(object json.RawMessage, tools []prompts.Tool) (prompts.ToolCall, bool) {
	var said spoken
	if json.Unmarshal(object, &said) != nil {
		return prompts.ToolCall{}, false
	}
	for _, named := range []json.RawMessage{said.Function, said.Action} {
		var word string
		if json.Unmarshal(named, &word) == nil {
			said.Name = word
		} else if len(named) > 0 && named[0] == '{' && json.Unmarshal(named, &said) != nil {
			return prompts.ToolCall{}, false
		}
	}
	name := cmp.Or(said.Name, said.Tool)
	if !slices.ContainsFunc(tools, func(t prompts.Tool) bool { return t.Name == name }) {
		return prompts.ToolCall{}, false
	}
	for _, args := range []json.RawMessage{said.Arguments, said.Parameters, said.Args} {
		if args, ok := argumentsOf(args); ok {
			return prompts.ToolCall{Name: name, Arguments: args}, true
		}
	}
	return prompts.ToolCall{}, false
}
