package fake

import (
	"fmt"
	"sync/atomic"

	"rabbithole/prompts"
)

// Wide answers as Sensible does, but finds no question of a tree answered and takes each apart into eight, each about another case: a tree that
// grows as far as it may.
func Wide() func(ChatRequest) ChatReply {
	var asked atomic.Int64
	return func(req ChatRequest) ChatReply {
		switch req.Step {
		case prompts.Sufficiency.Name:
			return Answer(prompts.SufficiencyOut{Reasoning: "Neither findings nor context name the value.", Gaps: []string{"the value"}})
		case prompts.Decompose.Name:
			var out prompts.DecomposeOut
			for range 8 {
				out.Children = append(out.Children, prompts.ChildQuestion{Question: fmt.Sprintf("Which value holds for case %d?", asked.Add(1)),
					Reason: "It was left open."})
			}
			return Answer(out)
		}
		return Sensible(req)
	}
}
