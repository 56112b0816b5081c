package core

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/extract"
	"rabbithole/backend/fault"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// Ask is a question that a person wants an answer to: now, in a conversation, from the library and as far as allowed from the web.
type Ask struct {
	Question    string          `json:"question"`
	Profile     answer.Profile  `json:"mode"`        // "chat" or "deep_research"; "" is chat
	Web         WebPolicy       `json:"web"`         // "" not at all, "listed" hosts only, "open"
	Hosts       []string        `json:"hosts"`       // that WebListed may read; empty: those of the settings
	Consented   bool            `json:"consented"`   // what is sent to the provider was agreed to: the run does not ask again
	Collections []string        `json:"collections"` // only these; empty: all
	Documents   []string        `json:"documents"`   // names; only these; empty: all
	Engine      settings.Engine `json:"engine"`      // "" is the setting
	Model       string          `json:"model"`       // "" is the setting
	Follows     string          `json:"follows"`     // a conversation, or a run of one, that the question goes on with; "" for a new one
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
	if err := c.askable(ctx, question, a.Follows != ""); err != nil {
		return graph.Run{}, err
	}
	meta, language, err := c.askMeta(ctx, a)
	if err != nil {
		return graph.Run{}, err
	}
	state := answer.State{Question: question, Language: language, Profile: meta.Ask.Profile, Settings: c.settings.get().Answer,
		Phase: answer.PhasePlanning, Allow: allowance(a.Web, a.Consented)}
	if state.Scope, err = c.scopeBeside(ctx, a.Collections, a.Documents, a.Web != WebOff, ", or allow the web for this question: --web"); err != nil {
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
	return begin(ctx, c, answering{c}, newRun[answer.State]{graph: answering{c}.graph(), begin: graph.Begin{Title: question}, meta: meta, state: state})
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

// asksIn returns the language a person asks in, for all flows: a few words may not tell it, but the documents that say them. before is that
// of what the question goes on with, "" for none. What cannot be searched is told by whoever begins the run; then the words alone decide.
func (c *Core) asksIn(ctx context.Context, question string, collections, documents []string, before string) (string, error) {
	scope, err := c.scope(ctx, collections, documents, c.nothingToRead(""))
	if err != nil {
		return ask.Language(question), ctx.Err()
	}
	kit, _, err := c.kit(ctx, "", scope, runMeta{Engine: settings.Extractive})
	if err != nil {
		return "", err
	}
	return kit.LanguageOf(ctx, question, before)
}

// languageOfConversation returns the language of the last question of a conversation that was answered, "" without one.
func (c *Core) languageOfConversation(ctx context.Context, conversation string) (string, error) {
	turns, err := c.turns(ctx, conversation, source.All())
	if err != nil || len(turns) == 0 {
		return "", err
	}
	s, err := c.AnswerState(ctx, turns[len(turns)-1].Run)
	return s.Language, err
}

// answering is the flow answer.
type answering struct{ *Core }

func (c answering) worker(ctx context.Context, run string, meta runMeta) (runner, error) {
	t, err := equip(ctx, c.Core, c.graph(), run, meta, func(s answer.State) source.Scope { return s.Scope })
	if err != nil {
		return nil, err
	}
	return executing(c.Core, answer.New(t), t.Web)
}

func (c answering) reader() (runner, error) { return graph.NewRunner(c.graph(), c.db, c.running()) }

// graph is that of runs which are looked at but not executed.
func (c answering) graph() *graph.Graph[answer.State] {
	return answer.New(answer.Tools{})
}

// finished leaves the run its beginning and where its rounds ended: the other checkpoints served to resume it. Its report is written into
// files when somebody exports it.
func (c answering) finished(ctx context.Context, r runner, run string) error {
	s, err := c.AnswerState(ctx, run)
	if err == nil {
		err = c.wrote(ctx, run, s.Without != "")
	}
	return errors.Join(err, r.Prune(ctx, run, func(p graph.Checkpoint) bool { return p.Seq == 1 || p.Node == "plan" || p.Node == "evaluate" }))
}

// inherit gives a fork the articles that were read, the pages cited, and what was written.
func (c answering) inherit(ctx context.Context, from, to string) error {
	s, err := c.AnswerState(ctx, to)
	if err != nil {
		return err
	}
	return c.pass(ctx, c, from, to, append(written(0, s.Phase == answer.PhaseDone), written(1, s.Drafted)...))
}

func (c answering) hold(ctx context.Context, run string) error {
	s, err := c.AnswerState(ctx, run)
	if err != nil {
		return err
	}
	return c.citeKept(ctx, run, shared.Refs(s.Evidence))
}

func (c answering) stands(ctx context.Context, run string) (Stands, error) {
	s, err := c.AnswerState(ctx, run)
	return Stands{Phase: s.Phase, Kept: len(s.Evidence), Spend: s.Spend}, err
}

func (c answering) phase(node string, status graph.Status) string {
	return phaseOr(answer.PhaseOf(node), status, answer.PhasePlanning, answer.PhaseDone)
}

func (c answering) read(ctx context.Context, run string) ([]string, error) {
	s, err := c.AnswerState(ctx, run)
	return s.Read, err
}

func (c answering) reports(context.Context, string) bool { return true }

func (c answering) hints() Hints {
	return Hints{"Finish it, or cancel it and ask again.", "Fork it, or ask further about its report."}
}

// How many lines tell what a document says as a whole: of one, and of each of several.
const (
	linesOfOne  = 8
	linesOfEach = 4
)

// ofDocuments narrows the scope of a question to the documents that it asks about by their titles, and returns what it asks of them: a topic, or a summary, and the passages that summarise them.
func (c *Core) ofDocuments(ctx context.Context, question, language string, scope source.Scope) (only source.Scope, topic string, openings []string, err error) {
	kit, asked, only, err := c.documentsAsked(ctx, question, language, scope)
	if err != nil || !asked.Whole() {
		return only, asked.Topic, nil, err
	}
	most := linesOfOne
	if len(asked.Documents) > 1 {
		most = linesOfEach
	}
	for _, d := range asked.Documents {
		passages, err := c.db.PassagesOf(ctx, d.Hash)
		if err != nil {
			return scope, "", nil, err
		}
		for _, p := range kit.Openings(d, passages, most) {
			openings = append(openings, p.ID)
		}
	}
	return only, "", openings, nil
}

// outline makes the plan of a summary, where a question wants one of documents that it names, and narrows its scope to them.
func (c *Core) outline(ctx context.Context, question, language string, scope source.Scope, most int) (source.Scope, []research.Chapter, error) {
	kit, asked, only, err := c.documentsAsked(ctx, question, language, scope)
	if err != nil || !asked.Whole() {
		return scope, nil, err
	}
	passages := func(d source.Document) ([]source.Passage, error) { return c.db.PassagesOf(ctx, d.Hash) }
	chapters, err := research.Outline(kit, language, asked.Documents, passages, most)
	if err != nil || len(chapters) == 0 {
		return scope, nil, err
	}
	return only, chapters, nil
}

// documentsAsked returns what a question asks of documents that it names by their titles, and the scope that holds them alone; the scope as it is where it names none.
func (c *Core) documentsAsked(ctx context.Context, question, language string, scope source.Scope) (*step.Kit, extract.OfDocuments, source.Scope, error) {
	kit, _, err := c.kit(ctx, "", scope, runMeta{Engine: settings.Extractive})
	if err != nil {
		return nil, extract.OfDocuments{}, scope, err
	}
	documents, err := kit.Library.Documents(ctx)
	if err != nil {
		return nil, extract.OfDocuments{}, scope, err
	}
	asked := kit.OfDocuments(question, language, documents)
	var hashes []string
	for _, d := range asked.Documents {
		hashes = append(hashes, d.Hash)
	}
	if len(hashes) == 0 {
		return kit, asked, scope, nil
	}
	return kit, asked, scope.Only(hashes...), nil
}
