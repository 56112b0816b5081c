package core

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"rabbithole/backend/core/askable"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/graph"
	"slices"
	"strings"
)

// Explore is a question that a person wants taken apart until each part is answered: from the library, from files of the person's own and, as
// far as allowed, from the web.
type Explore struct {
	Question    string
	Context     []string        // hashes of files that Attach kept
	Collections []string        // only these; empty: all
	Documents   []string        // names; only these; empty: all
	Engine      settings.Engine // "" is the setting
	Model       string          // "" is the setting
	Web         WebPolicy
	Hosts       []string // that WebListed may read; empty: those of the settings
	Consented   bool     // what is sent to the provider was agreed to: the run does not ask again
	MaxDepth    int      // 0 is the setting, like the next two
	MaxBreadth  int
	MaxNodes    int
}

// StartExplore stores a new run; Resume executes it. Its files are not read before.
func (c *Core) StartExplore(ctx context.Context, e Explore) (graph.Run, error) {
	question := strings.TrimSpace(e.Question)
	if err := askable.Check("explore", question, false); err != nil {
		return graph.Run{}, err
	}
	files, err := c.attachedOnce(ctx, e.Context)
	if err != nil {
		return graph.Run{}, err
	}
	language, err := c.asksIn(ctx, question, e.Collections, e.Documents, "")
	if err != nil {
		return graph.Run{}, err
	}
	meta, err := c.exploreMeta(ctx, language, e)
	if err != nil {
		return graph.Run{}, err
	}
	state := explore.State{Question: question, Language: language, Allow: allowance(e.Web, e.Consented), Attached: files, SessionContextID: contextID(files)}
	if state.Settings, err = e.bounds(c.settings.get().Explore); err != nil {
		return graph.Run{}, err
	}
	state.Settings.MaxCalls, state.Settings.MaxMinutes = c.settings.get().Research.MaxCalls, c.settings.get().Research.MaxMinutes
	nothing := c.nothingToRead("explore", ", attach a file to the question: --context FILE, or allow the web: --web")
	if len(files) > 0 || e.Web != WebOff {
		nothing = nil
	}
	if state.Scope, err = c.scope(ctx, e.Collections, e.Documents, nothing); err != nil {
		return graph.Run{}, err
	}
	if _, err := (exploring{c}).worker(ctx, "", meta); err != nil { // what it needs is there, or it is not begun
		return graph.Run{}, err
	}
	return create(ctx, c, newRun[explore.State]{graph: exploring{c}.graph(), begin: graph.Begin{Title: question}, meta: meta, state: state, files: files})
}

// exploreMeta checks what a person wants a tree to think and read with.
func (c *Core) exploreMeta(ctx context.Context, language string, e Explore) (runMeta, error) {
	web, err := c.allow(language, e.Web, e.Hosts)
	if err != nil {
		return runMeta{}, err
	}
	meta, err := c.choose(ctx, e.Engine, e.Model)
	if web.Web != WebOff {
		meta.Web = &web
	}
	return meta, err
}

// attachedOnce returns the files of a run, each once, if all of them are attached.
func (c *Core) attachedOnce(ctx context.Context, hashes []string) ([]string, error) {
	var out []string
	for _, hash := range hashes {
		if _, err := c.db.Attached(ctx, hash); err != nil {
			return nil, err
		}
		if !slices.Contains(out, hash) {
			out = append(out, hash)
		}
	}
	return out, nil
}

// contextID names what a run was given: the same files in the same order have the same.
func contextID(files []string) string {
	if len(files) == 0 {
		return ""
	}
	sum := sha256.Sum256([]byte(strings.Join(files, " ")))
	return hex.EncodeToString(sum[:6])
}

// bounds are the settings with what this tree is bounded by instead.
func (e Explore) bounds(s explore.Settings) (explore.Settings, error) {
	for _, b := range []struct {
		name  string
		value int
		most  int
		into  *int
	}{{"depth", e.MaxDepth, settings.MostDepth, &s.MaxDepth}, {"breadth", e.MaxBreadth, explore.MostBreadth, &s.MaxBreadth}, {"number of questions", e.MaxNodes, settings.MostNodes, &s.MaxNodes}} {
		if b.value < 0 || b.value > b.most {
			return s, fault.New("explore", fault.Usage, fmt.Sprintf("Name a whole number from 1 to %d, or leave it to the settings.", b.most), fmt.Errorf("the %s cannot be %d", b.name, b.value))
		}
		if b.value > 0 {
			*b.into = b.value
		}
	}
	return s.Filled(), nil
}
