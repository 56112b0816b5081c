package core

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/fault"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// WebPolicy says how far a run may leave this computer.
type WebPolicy string

// The policies. Whatever is allowed, addresses of this computer and of private networks are never read.
const (
	WebOff    WebPolicy = ""       // not at all
	WebListed WebPolicy = "listed" // to the search provider, and to the hosts that the person listed
	WebOpen   WebPolicy = "open"   // to the search provider, and to the pages it finds
)

// Ask is a question that a person wants an answer to: now, in a conversation, from the library and as far as allowed from the web.
type Ask struct {
	Question    string
	Profile     answer.Profile // "" is Chat
	Web         WebPolicy
	Hosts       []string // that WebListed may read; empty: those of the settings
	Consented   bool     // what is sent to the provider was agreed to: the run does not ask again
	Collections []string // only these; empty: all
	Documents   []string // names; only these; empty: all
	Engine      Engine   // "" is the setting
	Model       string   // "" is the setting
	Follows     string   // a conversation, or a run of one, that the question goes on with
}

// askMeta is what a run of the flow answer keeps of how it was started.
type askMeta struct {
	Profile      answer.Profile `json:"profile"`
	Conversation string         `json:"conversation,omitempty"` // ID of the run that began it; "" when it is this one
	Web          WebPolicy      `json:"web,omitempty"`
	Hosts        []string       `json:"hosts,omitempty"`
	Provider     string         `json:"provider,omitempty"` // one for the whole run
	Language     string         `json:"language,omitempty"` // that it is asked in
}

// StartAnswer stores a new run that answers; Resume executes it.
func (c *Core) StartAnswer(ctx context.Context, a Ask) (graph.Run, error) {
	question := strings.TrimSpace(a.Question)
	if err := checkQuestion("ask", question); err != nil {
		return graph.Run{}, err
	}
	meta, err := c.askMeta(ctx, a)
	if err != nil {
		return graph.Run{}, err
	}
	state := answer.State{Question: question, Language: step.Language(question), Profile: meta.Ask.Profile, Settings: c.settings.get().Answer,
		Phase: answer.PhasePlanning, Allow: allowance(a)}
	if state.Scope, err = c.askScope(ctx, a); err != nil {
		return graph.Run{}, err
	}
	if state.Turns, err = c.turns(ctx, meta.Ask.Conversation); err != nil {
		return graph.Run{}, err
	}
	raw, err := json.Marshal(meta)
	if err != nil {
		return graph.Run{}, err
	}
	if _, err := (answering{c}).worker(ctx, "", meta); err != nil { // what it needs is there, or it is not begun
		return graph.Run{}, err
	}
	r, err := graph.NewRunner(answering{c}.graph(), c.db, c.running())
	if err != nil {
		return graph.Run{}, err
	}
	return r.Create(ctx, graph.Begin{Title: question, Meta: raw}, state)
}

func allowance(a Ask) shared.Allow {
	switch {
	case a.Web == WebOff:
		return shared.AllowLibrary
	case a.Consented:
		return shared.AllowRun
	}
	return shared.AllowAsk
}

// askMeta checks what a person asked with.
func (c *Core) askMeta(ctx context.Context, a Ask) (runMeta, error) {
	ask := askMeta{Profile: a.Profile, Web: a.Web, Language: step.Language(a.Question)}
	switch a.Profile {
	case "":
		ask.Profile = answer.Chat
	case answer.Chat, answer.Deep:
	default:
		return runMeta{}, fault.New("ask in mode "+string(a.Profile), fault.Usage, "The modes are chat and deep_research.", nil)
	}
	if err := c.allow(&ask, a.Hosts); err != nil {
		return runMeta{}, err
	}
	var err error
	if ask.Conversation, err = c.conversationOf(ctx, a.Follows); err != nil {
		return runMeta{}, err
	}
	meta, err := c.choose(ctx, a.Engine, a.Model)
	meta.Ask = &ask
	return meta, err
}

// allow fills in whom a run may speak to, or says why it cannot.
func (c *Core) allow(ask *askMeta, hosts []string) error {
	switch ask.Web {
	case WebOff:
		return nil
	case WebListed:
		if ask.Hosts = hosts; len(hosts) == 0 {
			ask.Hosts = c.settings.get().Web.Hosts
		}
		if len(ask.Hosts) == 0 {
			return fault.New("ask the web", fault.Usage, "Name the hosts that may be read, or list them in the setting WEB_ALLOWED_HOSTS.", errors.New("no host is listed"))
		}
		for _, host := range ask.Hosts {
			if err := checkHost(host); err != nil {
				return fault.New("allow the host "+host, fault.Usage, "Write it as in who.int, without https:// and path.", err)
			}
		}
	case WebOpen:
	default:
		return fault.New("ask the web", fault.Usage, "The web is off, listed or open.", fmt.Errorf("there is no policy %q", ask.Web))
	}
	ask.Provider = c.settings.get().Web.Provider
	_, err := c.canSearch(ask.Provider, ask.Language)
	return err
}

// askScope is what of the library a question looks at. With the web allowed there may be nothing in it.
func (c *Core) askScope(ctx context.Context, a Ask) (step.Scope, error) {
	live, err := c.db.Documents(ctx, source.DocumentFilter{Live: true})
	if err != nil {
		return step.Scope{}, err
	}
	if len(live) == 0 && len(a.Collections)+len(a.Documents) == 0 {
		if a.Web != WebOff {
			return step.Scope{}, nil
		}
		return step.Scope{}, fault.New("ask", fault.NotFound, "Add documents first (rabbithole add FOLDER), or allow the web for this question (--web).",
			errors.New("the library is empty and the web is not allowed"))
	}
	if err := c.haveCollections(ctx, a.Collections); err != nil {
		return step.Scope{}, err
	}
	return c.scope(ctx, Begin{Collections: a.Collections, Documents: a.Documents})
}

// AnswerState returns the state of a run of the flow answer.
func (c *Core) AnswerState(ctx context.Context, id string) (answer.State, error) {
	return stateOf(ctx, c, answering{c}.graph(), id, 0)
}

// AskOf returns the ID of the conversation a run belongs to, and what it may ask of the web; false for a run of another flow.
func AskOf(run graph.Run) (conversation string, web WebPolicy, hosts []string, ok bool) {
	var meta runMeta
	if run.Flow != answer.Name || json.Unmarshal(run.Meta, &meta) != nil || meta.Ask == nil {
		return "", "", nil, false
	}
	if meta.Ask.Conversation == "" {
		return run.ID, meta.Ask.Web, slices.Clone(meta.Ask.Hosts), true
	}
	return meta.Ask.Conversation, meta.Ask.Web, slices.Clone(meta.Ask.Hosts), true
}
