package reason_test

import (
	"fmt"
	"strings"
	"testing"

	"rabbithole/backend/reason"
	"rabbithole/prompts"
)

// sized is a model with a context of so many tokens.
type sized struct {
	reason.Model
	numCtx int
}

func (s sized) Card() prompts.Card { return prompts.Card{NumCtx: s.numCtx} }

// What is let into a prompt by its estimate fits the context together with the marks around it and the rules above it.
func TestRoom_WhatIsLetInFits(t *testing.T) {
	question := "How did revenue and operating income develop, segment by segment, and why?"
	for _, numCtx := range []int{8192, 16384, 32768} {
		for _, sentences := range []int{1, 3, 12} {
			c := reason.Caller{Model: sized{numCtx: numCtx}}
			var all []prompts.Passage
			for i := range 500 {
				all = append(all, prompts.Passage{ID: fmt.Sprintf("E%d", i+1), Source: "REPORT_2024_10K.pdf > Results of Operations > Domestic",
					Text: strings.Repeat("[1] Selected financial data were 1,234 million. ", sentences)})
			}
			in := prompts.DraftIn{Asked: prompts.Asked{Question: question, Language: "English"},
				Passages: reason.Fit(all, func(p prompts.Passage) string { return p.Source + p.Text }, c.Room(prompts.Draft.NumPredict, question))}
			call, err := prompts.Draft.Render(in)
			if most := numCtx - c.Reply(prompts.Draft.NumPredict); err != nil || call.Tokens() > most || len(in.Passages) == 0 {
				t.Errorf("context of %d: %d passages take %d tokens of %d, %v", numCtx, len(in.Passages), call.Tokens(), most, err)
			}
		}
	}
}
