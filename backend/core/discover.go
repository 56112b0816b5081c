package core

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"rabbithole/backend/core/settings"
	"rabbithole/backend/core/shelf"
	"rabbithole/backend/fault"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/graph"
	"rabbithole/backend/pdf/ocr"
	"rabbithole/backend/source"
)

// Discover is a query that a person is curious about: words, a picture, or both.
type Discover struct {
	Query       string          `json:"query"`       // "" for a picture alone, and for a card: its title
	Image       string          `json:"image"`       // path of a file, or a data URL ("data:image/png;base64,..."); "" for none
	ImageName   string          `json:"image_name"`  // of a data URL's file, for people; "" gives it one
	Source      string          `json:"source"`      // where it was asked: "home", "card" or "document"; "" is home, or card with From
	Web         WebPolicy       `json:"web"`         // "" not at all, "listed" hosts only, "open"
	Hosts       []string        `json:"hosts"`       // that WebListed may read; empty: those of the settings
	Consented   bool            `json:"consented"`   // what is sent to the provider was agreed to: the run does not ask again
	Collections []string        `json:"collections"` // only these; empty: all, or where From looked
	Documents   []string        `json:"documents"`   // names; only these; empty: all, or where From looked
	Engine      settings.Engine `json:"engine"`      // "" is the setting
	Model       string          `json:"model"`       // "" is the setting
	From        string          `json:"from"`        // discovery that it goes on from, "" for none
	Card        string          `json:"card"`        // ID of the card of From that is gone into; "" for none
}

// discoverMeta is what a run of the flow discover keeps of how it was started.
type discoverMeta struct {
	Trail   string `json:"trail,omitempty"` // ID of the run that began its trail; "" when it is this one
	From    string `json:"from,omitempty"`  // run that it goes on from
	Card    string `json:"card,omitempty"`  // ID of a card of that
	Title   string `json:"title,omitempty"` // of that card
	Picture bool   `json:"picture,omitempty"`
}

// StartDiscover stores a new run; Resume executes it. Its picture is not looked at before.
func (c *Core) StartDiscover(ctx context.Context, d Discover) (graph.Run, error) {
	before, err := c.wayTo(ctx, &d)
	if err != nil {
		return graph.Run{}, err
	}
	if d.Query = strings.TrimSpace(d.Query); d.Query != "" || d.Image == "" {
		// What a picture shows, or where one comes from, says what "What is this?" is about.
		if err := c.askable(ctx, d.Query, d.From != "" || d.Image != ""); err != nil {
			return graph.Run{}, err
		}
	}
	language, err := c.discoversIn(ctx, d, before)
	if err != nil {
		return graph.Run{}, err
	}
	meta, err := c.discoverMeta(ctx, language, d, before)
	if err != nil {
		return graph.Run{}, err
	}
	set := c.settings.get().Research
	state := discover.State{Query: d.Query, Language: language, Source: d.Source, Allow: allowance(d.Web, d.Consented), Trail: before.trail,
		Seen:  before.seen,
		Phase: discover.PhaseLooking, Limits: shared.Limits(set.MaxCalls, set.MaxMinutes)}
	if state.Scope, err = c.scopeBeside(ctx, d.Collections, d.Documents, d.Web != WebOff, ", or allow the web for this query: --web"); err != nil {
		return graph.Run{}, err
	}
	if before.run.ID != "" && len(d.Collections)+len(d.Documents) == 0 {
		state.Scope = before.state.Scope
	}
	if err := c.trailWithin(ctx, state.Scope, state.Trail); err != nil {
		return graph.Run{}, err
	}
	if _, err := c.worker(ctx, discovering{c}, "", meta); err != nil { // what it needs is there, or it is not begun
		return graph.Run{}, err
	}
	title, files := d.Query, []string(nil)
	if d.Image != "" {
		if state.Image, err = c.keepPicture(ctx, d); err != nil {
			return graph.Run{}, err
		}
		title, files = cmp.Or(title, state.Image.Name), []string{state.Image.Hash}
	}
	run, err := create(ctx, c, newRun[discover.State]{graph: discovering{c}.graph(), begin: graph.Begin{Title: title}, meta: meta, state: state,
		files: files})
	if err != nil && len(files) > 0 {
		err = errors.Join(err, c.Detach(context.WithoutCancel(ctx), files[0]))
	}
	return run, err
}

// discoversIn returns the language a query is in: a card's title, which has too few words to tell, is in that of its discovery.
func (c *Core) discoversIn(ctx context.Context, d Discover, before way) (string, error) {
	if before.run.ID != "" && d.Query == before.title {
		return before.state.Language, nil
	}
	return c.asksIn(ctx, d.Query, d.Collections, d.Documents, "")
}

// discoverMeta checks what a person wants a query to be thought and read with.
func (c *Core) discoverMeta(ctx context.Context, language string, d Discover, before way) (runMeta, error) {
	meta, err := c.means(ctx, language, d.Web, d.Hosts, d.Engine, d.Model)
	meta.Discover = &discoverMeta{From: before.run.ID, Card: d.Card, Title: before.title, Picture: d.Image != ""}
	if before.run.ID != "" {
		meta.Discover.Trail = trailOf(before.run)
	}
	return meta, err
}

// way is how a person came to a query that goes on from another.
type way struct {
	run   graph.Run // zero for a first query
	state discover.State
	title string // of the card that is gone into
	trail []discover.Crumb
	seen  []string // passages that the cards of the way stand on
}

// sources are where a query can be asked; whatever else a program says is not kept.
var sources = []string{"home", "card", "document"}

// wayTo reads the way to a query, and fills in what the query takes over from there.
func (c *Core) wayTo(ctx context.Context, d *Discover) (w way, err error) {
	if !slices.Contains(sources, d.Source) {
		d.Source = ""
	}
	if d.From == "" {
		if d.Card != "" {
			return w, fault.New("go into card "+d.Card, fault.Usage, "Name the discovery that the card is of.", nil)
		}
		d.Source = cmp.Or(d.Source, "home")
		return w, nil
	}
	if w.run, err = c.Run(ctx, d.From); err != nil {
		return w, err
	}
	if w.state, err = c.DiscoverState(ctx, w.run.ID); err != nil {
		return w, err
	}
	d.Source = cmp.Or(d.Source, "card")
	last := discover.Crumb{Run: w.run.ID, Query: cmp.Or(w.state.Query, w.run.Title)}
	if d.Card != "" {
		card, ok := w.state.Card(d.Card)
		if !ok {
			return w, fault.New("go into card "+d.Card, fault.NotFound, "`rabbithole show "+w.run.ID+"` shows the cards there are.",
				fmt.Errorf("run %s has no such card", w.run.ID))
		}
		w.title = card.Title
		d.Query = cmp.Or(strings.TrimSpace(d.Query), w.title)
		last.Title, last.Caption = card.Title, card.Caption
		last.Passages = card.Passages()
	}
	w.trail = append(slices.Clone(w.state.Trail), last)
	for _, crumb := range w.trail {
		s, err := c.DiscoverState(ctx, crumb.Run)
		if fault.KindOf(err) == fault.NotFound { // deleted
			continue
		}
		if err != nil {
			return w, err
		}
		for _, card := range s.Cards {
			for _, p := range card.Places {
				w.seen = append(w.seen, p.Passage)
			}
		}
	}
	return w, nil
}

// trailWithin removes from a trail the captions and passages of cards that rest on anything outside the scope.
func (c *Core) trailWithin(ctx context.Context, scope source.Scope, trail []discover.Crumb) error {
	if scope.Whole() {
		return nil
	}
	for i, crumb := range trail {
		passages, err := c.db.Within(scope, crumb.Run).PassagesByID(ctx, crumb.Passages)
		if err != nil {
			return err
		}
		if len(passages) < len(crumb.Passages) {
			trail[i].Caption, trail[i].Passages = "", nil
		}
	}
	return nil
}

// DiscoverState returns the state of a run of the flow discover.
func (c *Core) DiscoverState(ctx context.Context, id string) (discover.State, error) {
	return stateOf(ctx, c, discovering{c}.graph(), id, 0)
}

// discovering is the flow discover.
type discovering struct{ *Core }

func (c discovering) worker(ctx context.Context, run string, meta runMeta) (runner, error) {
	scope, err := scopeOfRun(ctx, c.Core, c.graph(), run, func(s discover.State) source.Scope { return s.Scope })
	if err != nil {
		return nil, err
	}
	kit, making, err := c.kit(ctx, run, scope, meta)
	if err != nil {
		return nil, err
	}
	t := discover.Tools{Tools: shared.Tools{Kit: kit, Making: making, Reports: wholeCost{c.db, c.Core}, Now: c.config.Now}, Inquire: c.inquire(meta), Summary: answer.Text,
		Picture: c.picture(run), Drawing: &c.drawing, Cited: func(ctx context.Context, document string) (map[int]int, error) {
			return c.db.MarkedPagesBeside(ctx, document, run)
		}}
	if meta.Discover != nil && meta.Discover.Picture {
		t.Recognise = c.recognising(ctx)
	}
	return graph.NewRunner(discover.New(t), c.db, c.running())
}

func (c discovering) reader() (runner, error) { return graph.NewRunner(c.graph(), c.db, c.running()) }

// graph is that of runs which are looked at but not executed.
func (c discovering) graph() *graph.Graph[discover.State] {
	return discover.New(discover.Tools{})
}

// picture hands a run the picture of its query.
func (c discovering) picture(run string) func(context.Context, string) (string, []byte, error) {
	return func(ctx context.Context, hash string) (string, []byte, error) {
		f, err := c.db.AttachedTo(ctx, run, hash)
		if err != nil {
			return "", nil, err
		}
		image, err := os.ReadFile(c.files.Path(shelf.DocumentOf(f)))
		if err != nil {
			return "", nil, fault.New("read the picture "+f.Name, fault.NotFound, "The library's copy is gone. Ask again with the picture.", err)
		}
		return "/files/" + hash, image, nil
	}
}

// screenDPI is how fine a picture is taken to be: what stands on a screen, or on a photograph of a page.
const screenDPI = 150

// recognising returns what reads the text of a picture, nil where nothing that could is installed.
func (c discovering) recognising(ctx context.Context) func(ctx context.Context, png []byte, language string) (string, error) {
	t := &ocr.Tesseract{Program: c.ocr.Program}
	if t.Ready(ctx) != nil {
		return nil
	}
	return func(ctx context.Context, png []byte, language string) (string, error) {
		page, err := t.Recognise(ctx, png, screenDPI, language)
		return page.Text, err
	}
}

// finished leaves the run its beginning and where it was researched: the other checkpoints served to resume it.
func (c discovering) finished(ctx context.Context, r runner, run string) error {
	return r.Prune(ctx, run, func(p graph.Checkpoint) bool { return p.Seq == 1 || p.Node == "research" })
}

// inherit gives a fork the articles that were read, the pages cited and the answer of the research; its picture it has had since it exists.
func (c discovering) inherit(ctx context.Context, from, to string) error {
	s, err := c.DiscoverState(ctx, to)
	if err != nil {
		return err
	}
	if s.Inquiry != "" {
		if err := c.db.HoldArticlesOf(ctx, s.Inquiry, to); err != nil {
			return err
		}
	}
	return c.pass(ctx, c, from, to, written(0, s.Inquiry != ""))
}

// hold cites what was found and what the cards stand on.
func (c discovering) hold(ctx context.Context, run string) error {
	s, err := c.DiscoverState(ctx, run)
	if err != nil {
		return err
	}
	passages := s.Findings
	for _, card := range s.Cards {
		for _, p := range card.Places {
			passages = append(passages, p.Passage)
		}
	}
	return c.citePassages(ctx, run, passages)
}

func (c discovering) stands(ctx context.Context, run string) (Stands, error) {
	s, err := c.DiscoverState(ctx, run)
	return Stands{Phase: s.Phase, Kept: len(s.Findings), Spend: s.Spend}, err
}

func (c discovering) phase(node string, status graph.Status) string {
	return phaseOr(discover.PhaseOf(node), status, discover.PhaseLooking, discover.PhaseDone)
}

// read returns what its research has judged.
func (c discovering) read(ctx context.Context, run string) ([]string, error) {
	sub, err := c.InquiryOf(ctx, run)
	if err != nil || sub == "" {
		return nil, err
	}
	return answering(c).read(ctx, sub)
}

// reports: the report is that of its research.
func (c discovering) reports(ctx context.Context, run string) bool {
	s, err := c.DiscoverState(ctx, run)
	return err == nil && s.Inquiry != ""
}

func (c discovering) hints() Hints {
	return Hints{"Finish its research, or cancel it and ask again; once it is done, go into one of its cards.",
		"Go into one of its cards, or discover again."}
}
