package step

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/source"
	"rabbithole/prompts"
)

// Reading is a passage to judge: where it is from, and which kept evidence led to it when a reference was followed.
type Reading struct {
	Passage  source.Passage
	Document source.Document
	// Lead is the quoted sentence whose reference led here, "" when the passage was found by search; LeadScore is the relevance of
	// the evidence it stands in.
	Lead      string
	LeadScore float64
	Found     Found // what search knows of it
}

// heading says where a passage stands, for orientation.
func (r Reading) heading() string {
	parts := []string{r.Document.Name}
	if len(r.Passage.Headings) > 0 {
		parts = append(parts, heading(r.Passage))
	}
	return clip(strings.Join(parts, ", "), 160)
}

// Judgement is what reading a passage gave. Quotes stand verbatim in the passage; they are the extract, best first.
type Judgement struct {
	Relevance float64
	Quotes    []string
	Why       string
	Item      float64 // relevance to what the person wrote as the item alone; 0 for a planned one
	Entry     bool    // it is the entry of a list for what is asked to be defined
}

// Rejudge judges passages that were read before, now that a reference leads to them: by code alone, a model reads a passage once.
func (k *Kit) Rejudge(ctx context.Context, q Question, task string, readings []Reading) ([]Judgement, error) {
	return k.judgeTwin(ctx, q, task, readings)
}

// Judge reads passages for a task, many per call, and returns one judgement per reading, in their order.
func (k *Kit) Judge(ctx context.Context, q Question, task string, readings []Reading) ([]Judgement, error) {
	twin, err := k.judgeTwin(ctx, q, task, readings)
	if err != nil || k.Model == nil {
		return twin, err
	}
	out := slices.Clone(twin)
	for _, batch := range k.promising(k.batches(q, task, readings), twin) {
		var read []Reading
		var guess []Judgement
		for _, i := range batch {
			read, guess = append(read, readings[i]), append(guess, twin[i])
		}
		judged, err := k.judgeBatch(ctx, q, task, read, guess)
		if err != nil {
			return nil, err
		}
		for n, i := range batch {
			out[i] = judged[n]
		}
	}
	return out, nil
}

func (k *Kit) judgeBatch(ctx context.Context, q Question, task string, batch []Reading, twin []Judgement) ([]Judgement, error) {
	in := prompts.JudgeIn{Asked: q.Asked(), Task: task}
	for i, r := range batch {
		in.Passages = append(in.Passages, prompts.JudgePassage{Ref: fmt.Sprintf("P%d", i+1), Heading: r.heading(), Text: clip(r.Passage.Text, k.room(prompts.Judge.NumPredict, q, task)*2)})
	}
	someKnown := func(out *prompts.JudgeOut) error {
		for _, v := range out.Passages {
			if _, ok := index(v.Ref, len(batch)); ok {
				return nil
			}
		}
		return fmt.Errorf("no ref between P1 and P%d", len(batch))
	}
	fellBack := false
	out, err := do(ctx, k, prompts.Judge, in, someKnown, func() (prompts.JudgeOut, error) {
		fellBack = true
		return prompts.JudgeOut{}, nil
	})
	if err != nil || fellBack {
		return twin, err
	}
	judged := make([]Judgement, len(batch))
	for _, v := range out.Passages {
		if i, ok := index(v.Ref, len(batch)); ok {
			judged[i] = verify(v, batch[i], twin[i])
		}
	}
	return judged, nil
}

// verify keeps the quotes that stand verbatim in the passage. A passage called relevant without one usable quote gets the twin's: the
// model said that it matters, code says where.
func verify(v prompts.JudgeVerdict, r Reading, twin Judgement) Judgement {
	j := Judgement{Relevance: v.Relevance, Why: strings.TrimSpace(v.Why)}
	for _, quote := range v.Quotes {
		if _, _, ok := cite.Find(r.Passage.Text, quote); ok {
			j.Quotes = append(j.Quotes, strings.TrimSpace(quote))
		}
	}
	if len(j.Quotes) == 0 {
		j.Quotes = twin.Quotes
	}
	return j
}

// index parses a ref such as "P3" into a position below n.
func index(ref string, n int) (int, bool) {
	var i int
	if _, err := fmt.Sscanf(strings.ToUpper(strings.TrimSpace(ref)), "P%d", &i); err != nil || i < 1 || i > n {
		return 0, false
	}
	return i - 1, true
}
