package discover

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/chunk"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/backend/flow"
	"rabbithole/backend/reason"
	"rabbithole/backend/write"
	"rabbithole/prompts"
)

// mostPlaces is the most passages that a card stands on.
const mostPlaces = 3

// mostSought is how many passages a search for the words of one card brings.
const mostSought = 6

// bind turns the pairs of a model into cards: each stands on one to three passages that say it, in whatever words, as the model finds that checks
// it. Pairs that are too long, repeat another or stand on nothing are dropped, and so are those of which it has no opinion.
func (m *material) bind(ctx context.Context, pairs []Pair, have []Card) ([]Card, error) {
	var out []Card
	var bound []binding
	for _, h := range pairs {
		if words(h.Title) > titleWords || words(h.Caption) > captionWords || address.MatchString(h.Title+" "+h.Caption) || strings.ContainsAny(h.Title+h.Caption, "<>{}") {
			continue
		}
		c := Card{Title: h.Title, Caption: h.Caption, Kind: KindModel}
		if repeats(m, c, have) || repeats(m, c, out) {
			continue
		}
		on, err := m.places(ctx, h)
		if err != nil {
			return nil, err
		}
		if len(on.chosen) > 0 {
			out, bound = append(out, c), append(bound, on)
		}
	}
	if err := m.examine(ctx, out, bound); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(out, func(c Card) bool { return len(c.Places) == 0 }), nil
}

// binding is a pair with the passages that it may stand on.
type binding struct {
	headline Headline
	chosen   []*passage
	spans    map[*passage][]string // that the model named, by their positions from 1
}

// examine fills in the places of cards, none of those that do not stand.
func (m *material) examine(ctx context.Context, cards []Card, bound []binding) error {
	x := write.Examiner{Caller: m.Caller, Shelf: reason.Shelf{Library: m.Library}, Pages: flow.Pages(ctx, m.Library),
		Asked: prompts.Asked{Question: m.subject, Language: ask.LanguageName(m.language), Today: m.Today}, Known: map[string]cite.Evidence{}, About: map[string]string{}}
	by, ids := map[string]*passage{}, map[string]string{}
	var statements []write.Statement
	for _, b := range bound {
		s := write.Statement{Text: b.headline.Title + ": " + b.headline.Caption}
		for _, p := range b.chosen {
			if ids[p.ID] == "" {
				ids[p.ID] = "E" + strconv.Itoa(len(ids)+1)
				by[ids[p.ID]] = p
				x.Known[ids[p.ID]] = p.evidence(ids[p.ID])
				x.About[ids[p.ID]] = p.document.Date
			}
			if len(b.spans[p]) == 0 {
				s.Cites = append(s.Cites, ids[p.ID])
			}
			for _, n := range b.spans[p] {
				s.Cites = append(s.Cites, ids[p.ID]+"."+n)
			}
		}
		statements = append(statements, s)
	}
	found, _, err := x.Examine(ctx, statements)
	if err != nil {
		return err
	}
	for i, f := range found {
		switch {
		case f.Verdict != cite.Supported:
			continue
		case len(f.Citations) == 0:
			for _, p := range bound[i].chosen {
				cards[i].Places = append(cards[i].Places, p.place(m.quote(p, statements[i].Text)))
			}
		}
		for _, condition := range f.Lacks {
			if text := plain(condition); text != "" && !address.MatchString(text) {
				cards[i].Left = append(cards[i].Left, text)
			}
		}
		for _, c := range f.Citations {
			if len(cards[i].Places) == mostSpans {
				break
			}
			place := by[c.Evidence].place(flow.ClippedWords(strings.Join(strings.Fields(c.Quote), " "), mostSpan))
			place.Page = c.Page
			if !slices.Contains(cards[i].Places, place) {
				cards[i].Places = append(cards[i].Places, place)
			}
		}
	}
	return nil
}

// address matches what would be a link: a card is none, whoever wrote it.
var address = regexp.MustCompile(`(?i)\b(?:https?://|www\.|mailto:)|\b[\w-]+\.(?:com|org|net|de|io)/`)

// places returns the passages that a pair may stand on: those that the model named, else those that a search for it finds first.
func (m *material) places(ctx context.Context, h Pair) (binding, error) {
	on := binding{headline: h.Headline, spans: map[*passage][]string{}}
	if !m.fresh(h.Title + " " + h.Caption) { // nothing but the query again, or no words at all
		return on, nil
	}
	for _, name := range h.Spans {
		of, span, _ := strings.Cut(name, ".")
		n, err := strconv.Atoi(of[1:])
		if err != nil || n < 1 || n > len(m.shown) {
			continue
		}
		p := m.shown[n-1]
		if !slices.Contains(on.chosen, p) && len(on.chosen) < mostPlaces {
			on.chosen = append(on.chosen, p)
		}
		if span != "" && slices.Contains(on.chosen, p) {
			on.spans[p] = append(on.spans[p], span)
		}
	}
	if len(on.chosen) > 0 {
		return on, nil
	}
	hits, err := m.Search.Search(ctx, extract.Query{Text: h.Title + ". " + h.Caption, Limit: mostSought, Language: m.language})
	if err != nil {
		return on, err
	}
	for _, hit := range hits {
		x := m.known[hit.Passage.ID]
		if x == nil {
			x, err = m.read(ctx, hit.Passage)
		}
		if err != nil {
			return on, err
		}
		if x != nil && len(on.chosen) < mostPlaces {
			on.chosen = append(on.chosen, x)
		}
	}
	return on, nil
}

// fresh reports whether a text says something that the query does not say itself.
func (m *material) fresh(text string) bool {
	return slices.ContainsFunc(m.Lexicon.Terms(text, m.language), func(t string) bool { return !m.said[t] })
}

// The most bytes of a quote: of a sentence that rules chose, and of a span that decides, which shows what it proves; and how many spans a card shows.
const (
	mostQuote = 320
	mostSpan  = 900
	mostSpans = 8
)

// quote returns the sentence of a passage that has most words of a text, word for word.
func (m *material) quote(p *passage, text string) string {
	sought := m.termsOf(text, m.language)
	best, most := "", -1
	for _, span := range chunk.Sentences(p.Text, p.document.Language) {
		said := strings.Join(strings.Fields(p.Text[span[0]:span[1]]), " ")
		if n := ask.InCommon(sought, m.termsOf(said, p.document.Language)); n > most {
			best, most = said, n
		}
	}
	return flow.ClippedWords(best, mostQuote)
}

// alike is the share of common terms from which on two captions say the same, namesake two titles: "Congestion control" is not "Congestion control: pacing".
const (
	alike    = 0.6
	namesake = 0.75
)

// repeats reports whether a card says what one of others says already.
func repeats(m *material, c Card, others []Card) bool {
	title, caption := m.termsOf(c.Title, m.language), m.termsOf(c.Caption, m.language)
	for _, o := range others {
		if strings.EqualFold(o.Title, c.Title) || strings.EqualFold(o.Caption, c.Caption) || share(caption, m.termsOf(o.Caption, m.language)) > alike ||
			share(title, m.termsOf(o.Title, m.language)) > namesake {
			return true
		}
	}
	for _, o := range m.trail { // it is where the person comes from
		if strings.EqualFold(o.Title, c.Title) || share(caption, m.termsOf(o.Caption, m.language)) > alike {
			return true
		}
	}
	return false
}

// share is how much of two sets is common to both.
func share(a, b map[string]bool) float64 {
	common := ask.InCommon(a, b)
	if all := len(a) + len(b) - common; all > 0 {
		return float64(common) / float64(all)
	}
	return 0
}
