package fake

import (
	"encoding/json"
	"strings"

	"rabbithole/prompts"
)

// curiosity begins the prompt of the step that surfaces headlines, which sends no schema.
const curiosity = "You are a curiosity-driven research assistant"

// curious surfaces headlines as a careful model does: of each passage a sentence that is short enough, under its first words, in the fenced block
// that the prompt asks for.
func curious(req ChatRequest) ChatReply {
	found := read(req.User).blocks
	for _, told := range req.Told {
		found = append(found, read(told.Text).blocks...)
	}
	out := prompts.DiscoverOut{Headlines: []prompts.Headline{}}
	for _, b := range found {
		for _, s := range strings.SplitAfter(strings.Join(strings.Fields(b.text), " "), ". ") {
			said := strings.Fields(s)
			if len(said) < 7 || len(said) > 20 || len(out.Headlines) == 12 || !strings.HasSuffix(strings.TrimSpace(s), ".") {
				continue
			}
			out.Headlines = append(out.Headlines, prompts.Headline{Title: strings.Trim(strings.Join(said[:5], " "), ",;:"), Caption: strings.TrimSpace(s)})
			break
		}
	}
	raw, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		panic(err) // strings marshal
	}
	return ChatReply{Text: "```json\n" + string(raw) + "\n```"}
}
