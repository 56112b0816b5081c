package ollama

import (
	"context"
	"slices"
	"strings"

	"rabbithole/prompts"
)

// Suggestion is a model that a computer can run and that is not installed.
type Suggestion struct {
	Name  string `json:"name"`
	Bytes int64  `json:"bytes"` // to download
	Why   string `json:"why"`   // "best": writes best of those that fit; "light": quicker, and leaves room; "embeddings": finds by meaning
}

// known is a model of Ollama's library with what it takes.
type known struct {
	name string
	memoryNeed
}

// chatModels are worth suggesting, the best first: one family that thinks, speaks German and English, and keeps to a schema. Sizes are
// those of the downloads, shapes those of the models' cards.
func chatModels() []known {
	return []known{
		{DefaultModel, memoryNeed{9_276_198_565, 4 * 40 * 8 * 128}},
		{"qwen3:8b", memoryNeed{5_225_388_164, 4 * 36 * 8 * 128}},
		{"qwen3:4b", memoryNeed{2_497_293_931, 4 * 36 * 8 * 128}},
		{"qwen3:1.7b", memoryNeed{1_359_293_444, 4 * 28 * 8 * 128}},
	}
}

// embeddingModel embeds many languages, and never answered with something that is no number.
func embeddingModel() known { return known{"embeddinggemma", memoryNeed{621_875_917, 4 << 10}} }

// Memory returns about how many bytes a model may take on the server's computer, 0 when unknown.
func (c *Client) Memory(ctx context.Context) int64 { return c.free(ctx) }

// Suggest returns the models worth installing beside those that are, the best first, where memory (bytes, 0 unknown) is what they may take.
func Suggest(installed []prompts.Card, memory int64) []Suggestion {
	var out []Suggestion
	why := []string{"best", "light"}
	for _, m := range chatModels() {
		if len(why) > 0 && m.fits(memory) {
			out, why = suggest(out, installed, m, why[0]), why[1:]
		}
	}
	if m := embeddingModel(); m.fits(memory) {
		out = suggest(out, installed, m, "embeddings")
	}
	return out
}

// suggest adds a model unless it is there: what is installed needs no suggestion, and takes its place all the same.
func suggest(out []Suggestion, installed []prompts.Card, m known, why string) []Suggestion {
	name := m.name
	if !strings.Contains(name, ":") {
		name += ":latest"
	}
	if slices.ContainsFunc(installed, func(c prompts.Card) bool { return strings.EqualFold(c.Name, name) }) {
		return out
	}
	return append(out, Suggestion{m.name, m.weights, why})
}
