package fake

import (
	"strings"

	"rabbithole/prompts"
)

// company keeps a reader company as a careful model does: it searches the library once where it may, then gives the sentence of each passage that
// shares most words with what is read, as it stands there.
func company(req ChatRequest) ChatReply {
	p := read(req.User)
	if len(req.Tools) > 0 && len(req.Told) == 0 {
		return Calling(Use("log_step", map[string]any{"message": "Looking for other sources."}),
			Use("search_library", map[string]any{"query": line(words(p.question))}))
	}
	evidence := p.labelled("E")
	for _, told := range req.Told {
		evidence = append(evidence, read(told.Text).labelled("E")...)
	}
	out := prompts.RelatedOut{Sources: []prompts.RelatedSource{}, Questions: []string{"Is this still so: " + clip(strings.TrimSpace(p.question),
		80) + "?"}}
	for _, said := range first(5, cited(p.question, evidence)) {
		out.SummaryMD += "- **Adds:** " + said + "\n"
	}
	return Answer(out)
}
