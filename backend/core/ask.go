package core

import (
	"cmp"
	"context"
	"encoding/json"
	"rabbithole/backend/core/askable"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/graph"
	"strings"
)

// Ask is a question that a person wants an answer to: now, in a conversation, from the library and as far as allowed from the web.
type Ask struct {
	Question    string
	Profile     answer.Profile // "" is Chat
	Web         WebPolicy
	Hosts       []string        // that WebListed may read; empty: those of the settings
	Consented   bool            // what is sent to the provider was agreed to: the run does not ask again
	Collections []string        // only these; empty: all
	Documents   []string        // names; only these; empty: all
	Engine      settings.Engine // "" is the setting
	Model       string          // "" is the setting
	Follows     string          // a conversation, or a run of one, that the question goes on with
}

// askMeta is what a run of the flow answer keeps of how it was started.
type askMeta struct {
	Profile      answer.Profile `json:"profile"`
	Conversation string         `json:"conversation,omitempty"` // ID of the run that began it; "" when it is this one
	webMeta
}

// StartAnswer stores a new run that answers; Resume executes it.
func (c *Core) StartAnswer(ctx context.Context, a Ask) (graph.Run, error) {
	question := strings.TrimSpace(a.Question)
	if err := askable.Check("ask", question, a.Follows != ""); err != nil {
		return graph.Run{}, err
	}
	meta, language, err := c.askMeta(ctx, a)
	if err != nil {
		return graph.Run{}, err
	}
	state := answer.State{Question: question, Language: language, Profile: meta.Ask.Profile, Settings: c.settings.get().Answer,
		Phase: answer.PhasePlanning, Allow: allowance(a.Web, a.Consented)}
	nothing := c.nothingToRead("ask", ", or allow the web for this question: --web")
	if a.Web != WebOff {
		nothing = nil
	}
	if state.Scope, err = c.scope(ctx, a.Collections, a.Documents, nothing); err != nil {
		return graph.Run{}, err
	}
	if state.Turns, err = c.turns(ctx, meta.Ask.Conversation, state.Scope); err != nil {
		return graph.Run{}, err
	}
	if meta.Engine == settings.Extractive { // a model understands such questions, and searches where it likes
		if state.Scope, state.Topic, state.Openings, err = c.ofDocuments(ctx, question, language, state.Scope); err != nil {
			return graph.Run{}, err
		}
	}
	if _, err := (answering{c}).worker(ctx, "", meta); err != nil { // what it needs is there, or it is not begun
		return graph.Run{}, err
	}
	return create(ctx, c, newRun[answer.State]{graph: answering{c}.graph(), begin: graph.Begin{Title: question}, meta: meta, state: state})
}

// askMeta checks what a person asked with, and finds the language it is asked in.
func (c *Core) askMeta(ctx context.Context, a Ask) (runMeta, string, error) {
	ask := askMeta{Profile: a.Profile}
	switch a.Profile {
	case "":
		ask.Profile = answer.Chat
	case answer.Chat, answer.Deep:
	default:
		return runMeta{}, "", fault.New("ask in mode "+string(a.Profile), fault.Usage, "The modes are chat and deep_research.", nil)
	}
	var err error
	if ask.Conversation, err = c.conversationOf(ctx, a.Follows); err != nil {
		return runMeta{}, "", err
	}
	before, err := c.languageOfConversation(ctx, ask.Conversation)
	if err != nil {
		return runMeta{}, "", err
	}
	language, err := c.asksIn(ctx, a.Question, a.Collections, a.Documents, before)
	if err != nil {
		return runMeta{}, "", err
	}
	if ask.webMeta, err = c.allow(language, a.Web, a.Hosts); err != nil {
		return runMeta{}, "", err
	}
	meta, err := c.choose(ctx, a.Engine, a.Model)
	meta.Ask = &ask
	return meta, language, err
}

// AnswerState returns the state of a run of the flow answer.
func (c *Core) AnswerState(ctx context.Context, id string) (answer.State, error) {
	return stateOf(ctx, c, answering{c}.graph(), id, 0)
}

// AskOf returns the ID of the conversation a run belongs to; false for a run of another flow.
func AskOf(run graph.Run) (conversation string, ok bool) {
	var meta runMeta
	if run.Flow != answer.Name || json.Unmarshal(run.Meta, &meta) != nil || meta.Ask == nil {
		return "", false
	}
	return cmp.Or(meta.Ask.Conversation, run.ID), true
}
