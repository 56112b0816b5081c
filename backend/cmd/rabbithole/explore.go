package main

import (
	"context"
	"slices"
	"strings"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/event"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/report"
)

type exploreCommand struct {
	Context []string `help:"A file of yours to take into account, read when the run begins; repeatable." placeholder:"FILE"`
	Depth   int      `help:"How often a question may be taken apart." placeholder:"N"`
	Breadth int      `help:"Into how many questions at most." placeholder:"N"`
	Nodes   int      `help:"How many questions the tree may have." placeholder:"N"`

	inquiry `embed:"" set:"forWhat=for what documents and files do not say" set:"unasked="`
}

// Run explores a question.
func (c *exploreCommand) Run(ctx context.Context, s *shell) error {
	app, web, err := c.open(ctx, "explore", s)
	if err != nil {
		return err
	}
	files, detach, err := attach(ctx, app, c.Context)
	if err != nil {
		detach()
		return err
	}
	run, err := app.StartExplore(ctx, core.Explore{Question: c.question(), Context: files, Collections: c.Collection, Documents: c.Document,
		Engine: settings.Engine(c.Engine), Model: c.Model, Web: web, Hosts: c.Host, Consented: c.Yes, MaxDepth: c.Depth, MaxBreadth: c.Breadth,
		MaxNodes: c.Nodes})
	if err != nil {
		detach()
		return err
	}
	s.oneWord(c.question())
	return s.carry(ctx, app, run.ID, c.Yes)
}

// attach keeps files for the run that is about to begin. If it does not, detach forgets those that did not wait before.
func attach(ctx context.Context, app *core.Core, paths []string) (hashes []string, detach func(), err error) {
	detach = func() {}
	if len(paths) == 0 {
		return nil, detach, nil
	}
	before, err := app.Attachments(ctx)
	if err != nil {
		return nil, detach, err
	}
	list, err := app.Attach(ctx, paths)
	for _, a := range list {
		hashes = append(hashes, a.Hash)
	}
	return hashes, func() {
		for _, a := range list {
			if !slices.ContainsFunc(before, func(b core.Attachment) bool { return b.Hash == a.Hash }) {
				app.Detach(context.WithoutCancel(ctx), a.Hash)
			}
		}
	}, err
}

// narrateExplore says an event of an exploration: the sentence it carries, and what a question was taken apart into.
func narrateExplore(e event.Event) string {
	switch e.Kind {
	case explore.EventContextReady:
		return say(e, func(d explore.ContextData) string { return where(d.Count > 0, d.Text) })
	case explore.EventContextAttached:
		return say(e, func(d explore.AttachedData) string { return where(d.Items > 0, d.Text) })
	case explore.EventParsingStarted:
		return say(e, func(d explore.ParsingData) string { return where(d.Total > 0, d.Text) })
	case explore.EventParsingCompleted: // where files are unusable the warning has said so
		return say(e, func(d explore.ParsingData) string {
			return where(d.Status != explore.ContextUnusable && d.Total > 0, d.Text)
		})
	case explore.EventDoing:
		return oneLine(say(e, sentence), mostOfItem)
	case explore.EventFileCompleted, explore.EventSearched, explore.EventJudged, explore.EventSteered:
		return say(e, sentence)
	case explore.EventDecomposed:
		return say(e, func(d explore.NodeData) string {
			lines := oneLine(d.Text, 200)
			for _, child := range d.Children {
				lines += "\n  " + oneLine(child, 110)
			}
			return lines
		})
	case explore.EventLeafing: // pages are read faster than lines
		return say(e, func(d explore.LeafingData) string { return where(d.Part != 0, "  "+oneLine(d.Text, 110)) })
	case explore.EventWarning:
		return say(e, func(w explore.WarningData) string { return "  ! " + oneLine(w.Text, 160) })
	}
	return ""
}

// where is a text that is told under a condition.
func where(told bool, text string) string {
	if !told {
		return ""
	}
	return text
}

// sentence reads what every event of an exploration has.
func sentence(d explore.WarningData) string { return oneLine(d.Text, 200) }

// treeNode is a question of an exploration as programs get it.
type treeNode struct {
	ID           string   `json:"id"`
	Parent       string   `json:"parent"`
	Question     string   `json:"question"`
	Status       string   `json:"status"`
	Kept         int      `json:"kept"`
	Same         string   `json:"same,omitempty"`
	IsSufficient *bool    `json:"is_sufficient"` // null until it is judged
	Reasoning    string   `json:"reasoning"`
	Gaps         []string `json:"gaps"`
	Mode         string   `json:"mode"` // of its context
	Items        int      `json:"items"`
}

// tree reads the questions of an exploration.
func tree(ctx context.Context, app *core.Core, run string) (explore.State, []treeNode, error) {
	s, err := app.ExploreState(ctx, run)
	if err != nil {
		return s, nil, err
	}
	records, err := app.ExploreRecords(ctx, run)
	out := []treeNode{}
	for _, n := range s.Tree {
		r := records[n.ID]
		node := treeNode{ID: n.ID, Parent: n.Parent(), Question: r.Question, Status: n.Status, Kept: n.Kept, Same: n.Same, Gaps: []string{}}
		if n.Question != "" {
			node.Question = n.Question
		}
		if j := r.Judgement; j != nil {
			node.IsSufficient, node.Reasoning, node.Gaps = &j.IsSufficient, j.Reasoning, append(node.Gaps, j.Gaps...)
		}
		if r.Slice != nil {
			node.Mode, node.Items = r.Slice.Mode, len(r.Slice.SelectedItems)
		}
		out = append(out, node)
	}
	return s, out, err
}

// printTree prints files and questions of an exploration, each question under its parent.
func (s *shell) printTree(state explore.State, nodes []treeNode) {
	words := treeWordsFor(state.Language)
	for _, f := range state.Files {
		s.printf("%s: %s, %s", words.file, oneLine(f.Name, 120), words.files[f.Status])
		if why := f.Why(state.Language); why != "" {
			s.printf(" (%s)", oneLine(why, 160))
		}
		s.printf("\n")
	}
	children := map[string][]treeNode{}
	for _, n := range nodes {
		children[n.Parent] = append(children[n.Parent], n)
	}
	var under func(parent, indent string)
	under = func(parent, indent string) {
		for _, n := range children[parent] {
			s.printf("%s%s %s\n", indent, n.ID, oneLine(n.Question, 120))
			s.printf("%s%s %s\n", indent, strings.Repeat(" ", len(n.ID)), words.standing(n))
			under(n.ID, indent+"  ")
		}
	}
	under("", "")
}

// treeWords are the words of a printed tree in one language; other languages are served in English.
type treeWords struct {
	file, kept, asks, items string
	files, nodes            map[string]string
}

func (w treeWords) standing(n treeNode) string {
	if n.Status == explore.NodeMerged {
		return w.asks + " " + n.Same
	}
	out := w.nodes[n.Status] + ", " + plural(n.Kept, w.kept, w.kept)
	if n.Items > 0 {
		out += ", " + plural(n.Items, w.items, w.items)
	}
	return out
}

func treeWordsFor(language string) treeWords {
	if language == "de" {
		return treeWords{file: "Kontextdatei", kept: "behalten", asks: "fragt dasselbe wie", items: "aus dem Kontext",
			files: map[string]string{explore.FileAttached: "noch nicht gelesen", explore.FileReady: "gelesen", explore.FileError: "nicht lesbar"},
			nodes: map[string]string{explore.NodeOpen: "offen", explore.NodeSearched: "gesucht", explore.NodeJudged: "beurteilt",
				explore.NodeSufficient: "beantwortet",
				explore.NodeGaps:       "lückenhaft", explore.NodeDecomposed: "zerlegt", explore.NodeStopped: "angehalten",
				explore.NodeUnsearched: "nicht gesucht", explore.NodeDropped: "verworfen"}}
	}
	return treeWords{file: "Context file", kept: "kept", asks: "asks the same as", items: "from the context",
		files: map[string]string{explore.FileAttached: "not read yet", explore.FileReady: "read", explore.FileError: "cannot be read"},
		nodes: map[string]string{explore.NodeOpen: "open", explore.NodeSearched: "searched", explore.NodeJudged: "judged",
			explore.NodeSufficient: "answered",
			explore.NodeGaps:       "gaps left", explore.NodeDecomposed: "taken apart", explore.NodeStopped: "stopped", explore.NodeUnsearched: "not searched",
			explore.NodeDropped: "dropped"}}
}

// exploredState is an exploration as it is exported.
type exploredState struct {
	Question string           `json:"question"`
	Settings explore.Settings `json:"settings"`
	Summary  explore.Summary  `json:"summary"`
	Tree     []treeNode       `json:"tree"`
}

// sentences are the words of an answer, or what the documents do not say.
func sentences(r report.Report) string {
	var out []string
	for _, b := range r.Answer {
		for _, s := range b.Sentences {
			out = append(out, s.Text)
		}
	}
	if len(out) == 0 {
		out = r.Silent
	}
	return strings.Join(out, " ")
}
