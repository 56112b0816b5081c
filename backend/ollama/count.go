package ollama

import (
	"encoding/json"
	"regexp"
	"strconv"
)

// count is a number that a server reports: of tokens, or of bytes. What cannot be one (negative, beyond mostCount, a
// string, NaN) is 0, which means unknown. No reply is lost over it, and no budget spent by it.
type count int64

// mostCount is more than any computer holds in bytes: 16 TiB.
const mostCount = 1 << 44

// notNumbers finds counts that are written like no JSON number, with what stands before them.
var notNumbers = regexp.MustCompile(`("\w+_(?:count|duration)"\s*:\s*)[-+]?(?:NaN|Infinity)`)

// UnmarshalJSON never fails.
func (c *count) UnmarshalJSON(text []byte) error {
	*c = 0
	if n, err := strconv.ParseFloat(string(text), 64); err == nil && n >= 0 && n <= mostCount {
		*c = count(n)
	}
	return nil
}

// facts are what a server knows about a model, by names that begin with its architecture.
type facts map[string]json.RawMessage

// number returns a fact that is a number; 0 when it is missing, or cannot be one.
func (f facts) number(key string) float64 {
	var n count
	if raw, ok := f[key]; ok {
		_ = n.UnmarshalJSON(raw)
	}
	return float64(n)
}

// text returns a fact that is a text, or "".
func (f facts) text(key string) string {
	var s string
	if json.Unmarshal(f[key], &s) != nil {
		return ""
	}
	return s
}
