package prompts

import (
	"crypto/sha256"
	"encoding/hex"
)

// Fence wraps untrusted text between two lines that carry a marker derived from the text itself. Text cannot contain its own
// hash, so it cannot close its fence; and the same text gives the same prompt, which keeps the server's prefix cache and the
// journal valid (a random marker would defeat both).
func Fence(text string) string {
	sum := sha256.Sum256([]byte(text))
	mark := hex.EncodeToString(sum[:6])
	return "<<<" + mark + "\n" + text + "\n" + mark + ">>>"
}
